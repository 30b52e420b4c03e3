/** How to use a product that was started, and where its parts are. */
export interface ProductInfo {
  /** By number, since Node does not resolve `*.localhost`. */
  url: string;
  email: string;
  password: string;
  apiKey: string;
  voiceId: string;
  /** Folder with the installation's state. */
  state: string;
  /** Process id of the starter; its workerd processes are listed in `<state>/server.json`. */
  pid: number;
}

/** Variables for installations of tests, which make hundreds of accounts. Refused in production. */
export const QUICK_PASSWORDS: Record<string, string>;

export interface StarterOptions {
  /** Added variables, e.g. `SPEECH_URL`. `APP_ENV` is `test` unless given. */
  environment?: Record<string, string>;
  /** Reuses a folder and keeps it; without it a new one is made, and removed by `stop`. */
  state?: string;
  /** A free one unless given. Also what is no port, to see it refused. */
  port?: number | string;
}

/** A starter process, serving or not. */
export interface Starter {
  pid: number;
  port: number | string;
  url: string;
  state: string;
  /** What it wrote so far, both streams. */
  output(): string;
  /** Its exit code. */
  ended: Promise<number>;
  /** Ids of the workerd processes that serve its state folder, orphans too. */
  workerds(): number[];
  /** Resolves when it serves; rejects with its output when it ends or takes too long. */
  ready(): Promise<void>;
  /** Asks it to end, and answers its exit code. Ends it the hard way when it does not. */
  stop(signal?: NodeJS.Signals): Promise<number>;
  /** SIGKILL; with `orphans: false` its workerd processes are left as they are. */
  kill(options?: { orphans?: boolean }): Promise<void>;
}

export function runStarter(options?: StarterOptions): Promise<Starter>;
/** Starts an installation and waits until it serves. The demo workspace exists, so not for `APP_ENV=production`. */
export function startProduct(
  options?: StarterOptions & {
    /** Told as soon as it runs, for those who may have to end it before it serves. */
    onStarter?: (starter: Starter) => void;
  },
): Promise<{ starter: Starter; info: ProductInfo }>;
export function freePort(): Promise<number>;
