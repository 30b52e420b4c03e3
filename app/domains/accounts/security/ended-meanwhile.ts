import { AppError } from "../../../lib/app-error";
import { SECURITY_MESSAGES } from "./messages";

/** Why nothing was done for somebody who was let in, and whose session, key or account ended before it was done. */
export const endedMeanwhile = () => new AppError("needs_authorization", 401, SECURITY_MESSAGES.endedMeanwhile);
