import { DurableObject } from "cloudflare:workers";
import { migrations } from "../../db/migrations/list";
import { migrateStorage } from "./migrate-storage";
import type { DatabaseOutcome, DatabaseRpc, DatabaseStatement, IntegerMode } from "./protocol";
import { describeFailure, runStatements, StatementError } from "./run-statements";

/**
 * The embedded database: one SQLite database for the installation, reached by RPC through `db/embedded-client.ts`.
 * It brings its own schema up to date before it answers the first call, so no caller ever sees an old one.
 */
export class DatabaseObject extends DurableObject<unknown> implements DatabaseRpc {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env);
    ctx.blockConcurrencyWhile(() => migrateStorage(ctx.storage, migrations));
  }

  async execute(statements: DatabaseStatement[], integerMode: IntegerMode): Promise<DatabaseOutcome> {
    return this.#outcome(() => runStatements(this.ctx.storage, statements, integerMode));
  }

  async executeScript(sql: string): Promise<DatabaseOutcome> {
    return this.#outcome(() => {
      this.ctx.storage.transactionSync(() => this.ctx.storage.sql.exec(sql).toArray());
      return [];
    });
  }

  #outcome(run: () => ReturnType<typeof runStatements>): DatabaseOutcome {
    try {
      return { ok: true, results: run() };
    } catch (error) {
      if (error instanceof StatementError) return { ok: false, failure: error.failure };
      return { ok: false, failure: { ...describeFailure(error), statementIndex: 0 } };
    }
  }
}
