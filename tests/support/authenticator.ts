/** An authenticator app, as tests need one. */
import { Secret, TOTP } from "otpauth";

/** The code that an app with this seed shows at a time. */
export const totpCode = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
