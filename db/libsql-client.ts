/** libSQL's HTTP client, with the errors and limits that both engines share. */
import {
  type Client,
  createClient,
  type InArgs,
  type InStatement,
  type Replicated,
  type ResultSet,
  type Transaction,
} from "@libsql/client/web";
import type { IntegerMode } from "../durable-objects/database/protocol";
import { refuseTransaction } from "./refuse-transaction";
import { withCommonCode } from "./sqlite-errors";

export interface LibsqlOptions {
  /** `libsql://…`, `https://…` or `http://…`; socket addresses are reached by HTTP too. */
  url: string;
  authToken?: string;
  integerMode?: IntegerMode;
  /** Carries its requests, instead of the global one. */
  fetch?: (request: Request) => Promise<Response>;
}

export class LibsqlClient implements Client {
  readonly #client: Client;

  constructor({ url, authToken, integerMode = "number", fetch }: LibsqlOptions) {
    // One client serves all requests of an isolate, so nothing may wait for another request: HTTP, and a limiter that never
    // limits. The client takes no number, also 0, for twenty at a time; what it lets wait then belongs to another request,
    // which workerd does not allow, and the places of requests that were given up are never free again.
    this.#client = createClient({
      url: url.replace(/^ws/, "http"),
      authToken,
      intMode: integerMode,
      fetch,
      concurrency: Number.MAX_SAFE_INTEGER,
    });
  }

  get protocol(): string {
    return this.#client.protocol;
  }
  get closed(): boolean {
    return this.#client.closed;
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    return withCommonCodes(
      typeof statement === "string" ? this.#client.execute(statement, args) : this.#client.execute(statement),
    );
  }

  async batch(
    statements: Array<InStatement | [string, InArgs?]>,
    mode: "write" | "read" | "deferred" = "write",
  ): Promise<ResultSet[]> {
    return statements.length === 0 ? [] : withCommonCodes(this.#client.batch(statements, mode));
  }

  migrate(statements: InStatement[]): Promise<ResultSet[]> {
    return withCommonCodes(this.#client.migrate(statements));
  }

  executeMultiple(sql: string): Promise<void> {
    return withCommonCodes(this.#client.executeMultiple(sql));
  }

  transaction(): Promise<Transaction> {
    return refuseTransaction();
  }

  sync(): Promise<Replicated> {
    return this.#client.sync();
  }

  close(): void {
    this.#client.close();
  }

  reconnect(): void {
    this.#client.reconnect();
  }
}

async function withCommonCodes<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw withCommonCode(error);
  }
}
