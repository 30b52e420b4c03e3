/** The port that `PORT` names; 8787 where it is not set. Throws when it is no port. */
export function listenPort(text: string | undefined): number;
/** Rejects with what to do, when nothing can listen there. */
export function requireFreePort(port: number, host: string): Promise<void>;
