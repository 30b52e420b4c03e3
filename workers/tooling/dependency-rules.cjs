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
      { path: "^app/domains/[^/]+/rules" },
      {
        path: "^(workers/(?!speech/(protocol|formats|text))|durable-objects|db|app/(features|routes|ui|player)|app/domains/[^/]+/(store|service))",
      },
    ),
    rule(
      "stores-do-not-know-services",
      "A store reads and writes; it decides nothing.",
      { path: "^app/domains/[^/]+/store" },
      { path: "^(app/domains/[^/]+/service|workers/(app|adapters)|durable-objects)" },
    ),
    rule(
      "domains-know-no-delivery",
      "Domains know neither React, Remix, workers nor vendors.",
      { path: "^app/domains/" },
      {
        path: "^(workers/(app|adapters|media)|durable-objects|app/(features|routes|ui|player)|node_modules/(@remix-run|react|react-dom|stripe|hono)/)",
      },
    ),
    rule(
      "domains-meet-through-services",
      "A domain calls another only through its service.",
      { path: "^app/domains/([^/]+)/" },
      { path: "^app/domains/([^/]+)/store", pathNot: "^app/domains/$1/" },
    ),
    rule(
      "objects-hold-no-rules",
      "Durable Objects own ordering, sockets and timers; nothing of a store or a page.",
      { path: "^durable-objects/" },
      { path: "^(app/(features|routes|ui|player)|app/domains/[^/]+/store|node_modules/(@remix-run|react)/)" },
    ),
    rule(
      "workers-know-no-pages",
      "Only the entries know the pages' build.",
      { path: "^workers/(?!app/entry|tooling)" },
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
        path: "^(db/|durable-objects/(?!.*protocol)|workers/(?!speech/(protocol|formats|frames|text))|app/domains/[^/]+/(store|service))",
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
