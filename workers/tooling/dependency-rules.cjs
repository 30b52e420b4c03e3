/**
 * The dependency rule of docs/architecture.md, as checks. Types may be imported across it where a comment says so,
 * since they vanish from the program.
 */
const rule = (name, comment, from, to, extra = {}) => ({
  name,
  comment,
  severity: "error",
  from,
  to: { dependencyTypesNot: ["type-only"], ...to },
  ...extra,
});

/** Files of domains by what they are: `store.ts` and `archive-store.ts`, also in a folder of the domain. */
const RULES = "app/domains/.+[/-]rules\\.ts$";
const STORE = "app/domains/.+[/-]store\\.ts$";
const SERVICE = "app/domains/.+[/-]service\\.ts$";

/** What workers say of themselves to all: docs/decisions/021-what-domains-know-of-workers.md. */
const PUBLISHED_VALUES = "speech/(protocol|formats)\\.ts$";
const PUBLISHED_TYPES = "(speech/(protocol|formats)|media/protocol)\\.ts$";

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      comment: "A cycle means that two things are one.",
      from: {},
      to: { circular: true, dependencyTypesNot: ["type-only"], viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    rule(
      "rules-are-pure",
      "Rules know values only: no store, no service, no network.",
      // It says of each table what is erased.
      { path: `^${RULES}`, pathNot: "^app/domains/accounts/departure/erasure-rules" },
      { path: `^(durable-objects|db|app/(features|routes|ui|player)|${STORE}|${SERVICE})` },
    ),
    rule(
      "stores-do-not-know-services",
      "A store reads and writes; it decides nothing.",
      { path: `^${STORE}` },
      { path: `^(${SERVICE}|durable-objects)` },
    ),
    rule(
      "domains-know-no-delivery",
      "Domains know neither React, Remix, objects nor vendors.",
      { path: "^app/domains/" },
      {
        path: "^(durable-objects|app/(features|routes|ui|player)|node_modules/(@remix-run|react|react-dom|stripe|hono)/)",
      },
    ),
    rule(
      "domains-know-no-workers",
      "Nor workers, but for what the speech worker publishes.",
      { path: "^app/domains/" },
      { path: `^workers/(?!${PUBLISHED_VALUES})` },
    ),
    {
      name: "domains-know-published-types-alone",
      comment: "A type of anything else in a worker would let its inside shape a domain.",
      severity: "error",
      from: { path: "^app/domains/" },
      to: { path: `^workers/(?!${PUBLISHED_TYPES})` },
    },
    rule(
      "what-is-published-stands-alone",
      "Whoever imports what a worker publishes gets nothing else of it.",
      { path: `^workers/${PUBLISHED_TYPES}` },
      { pathNot: `^workers/${PUBLISHED_TYPES}` },
    ),
    rule(
      "domains-meet-through-services",
      "A domain calls another only through its service.",
      { path: "^app/domains/([^/]+)/" },
      { path: `^${STORE}`, pathNot: "^app/domains/$1/" },
    ),
    rule(
      "objects-hold-no-rules",
      "Durable Objects own ordering, sockets and timers; nothing of a store or a page.",
      { path: "^durable-objects/" },
      { path: `^(app/(features|routes|ui|player)|${STORE}|node_modules/(@remix-run|react)/)` },
    ),
    rule(
      "workers-know-no-pages",
      "Only the entries, and what makes a handler of it, know the pages' build.",
      { path: "^workers/(?!app/entry|app/page-handler|tooling)" },
      {
        path: "^(app/(features|routes|ui|player)|node_modules/(@remix-run|react|react-dom)/)",
        pathNot: "^node_modules/@remix-run/cloudflare/.*",
      },
    ),
    rule(
      "pages-get-data-from-the-context",
      "Screens use the services of the request's context, so that no database code enters the pages.",
      { path: "^app/(features|routes|ui|player)/" },
      {
        path: `^(db/|durable-objects/(?!.*protocol)|workers/(?!speech/(protocol|formats|frames|text))|${STORE}|${SERVICE})`,
      },
    ),
    rule(
      "vendors-only-in-adapters",
      "Outside services are spoken to in workers/adapters alone.",
      { pathNot: "^(workers/adapters|tests)/" },
      { path: "^node_modules/(stripe|worker-mailer|openid-client|@node-saml)/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|workers/speech/(generated|assets))" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: "specify",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["workerd", "import", "require", "node", "default"],
    },
  },
};
