import { env } from "cloudflare:test";
import { embeddedClient } from "../../../../db/client";
import { EmbeddedClient } from "../../../../db/embedded-client";
import { describeDatabaseContract } from "../../../support/database-contract";

describeDatabaseContract("the database object", () => ({
  open: (integerMode) => {
    const id = env.DATABASE.idFromName("contract");
    return integerMode === "number"
      ? embeddedClient(env.DATABASE, "contract")
      : new EmbeddedClient(() => env.DATABASE.get(id), integerMode);
  },
}));
