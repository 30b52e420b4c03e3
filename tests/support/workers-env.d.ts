/** The bindings that `cloudflare:test` gives to tests of the site's worker. */
declare namespace Cloudflare {
  interface Env extends Omit<import("../../workers/app/env").Bindings, "ASSETS"> {
    APP_ENV: string;
  }
}
