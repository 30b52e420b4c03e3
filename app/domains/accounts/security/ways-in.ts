/** Everything by which somebody gets into an account besides its password: what there is, and what an undo takes away. */
import type { Database } from "../../../../db/client";
import type { AccountsDependencies } from "../dependencies";
import { phonePreview } from "./phone";
import { selectWaysIn } from "./ways-in-store";

export interface WayIn {
  kind: "totp" | "sms" | "backup_code" | "passkey" | "api_key" | "identity";
  /** In words, with the name that its maker gave it: like `Passkey “Laptop”`. */
  name: string;
  addedAtMs: number;
}

/** A person's ways in, the newest first. */
export async function listWaysIn(
  { database, singleSignOn }: Pick<AccountsDependencies, "singleSignOn"> & { database: Database },
  userId: string,
): Promise<WayIn[]> {
  const { totp, sms, backupCodes, passkeys, apiKeys, identities } = await selectWaysIn(database, userId);
  const labelOf = (key: string) => singleSignOn.configured.find(({ name }) => name === key)?.label ?? key;
  const ways: WayIn[] = [
    ...totp.map(({ addedAtMs }) => ({ kind: "totp" as const, name: "Authenticator app", addedAtMs })),
    ...sms.map(({ phone, addedAtMs }) => ({
      kind: "sms" as const,
      name: `Telephone ${phonePreview(phone)}`,
      addedAtMs,
    })),
    ...backupCodes.map(({ addedAtMs }) => ({ kind: "backup_code" as const, name: "Backup code", addedAtMs })),
    ...passkeys.map(({ name, addedAtMs }) => ({ kind: "passkey" as const, name: `Passkey “${name}”`, addedAtMs })),
    ...apiKeys.map(({ name, preview, addedAtMs }) => ({
      kind: "api_key" as const,
      name: `API key “${name}” (…${preview})`,
      addedAtMs,
    })),
    ...identities.map(({ providerKey, providerName, addedAtMs }) => ({
      kind: "identity" as const,
      name: `Sign-in by ${providerName ?? labelOf(providerKey)}`,
      addedAtMs,
    })),
  ];
  return ways.sort((one, other) => other.addedAtMs - one.addedAtMs);
}
