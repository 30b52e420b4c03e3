/**
 * The site's worker: decides what a request is (health check, API, page), gives it its context, and sees to it that every
 * answer carries a request id and the security headers. Two thin entries put Remix's server build behind `renderPage`.
 */
import { isSamlAnswerPath } from "../../app/domains/accounts/single-sign-on/addresses";
import { giveWay } from "../../app/lib/give-way";
import { newId, randomText } from "../../app/lib/ids";
import type { SharedPage } from "../../app/lib/route-handle";
import { comesFromAnotherOrigin } from "../../app/lib/same-origin";
import { ensureMigrated } from "../../db/migrate";
import { apiReference } from "./api/reference";
import { createApi, isApiPath } from "./api/router";
import { answerBreaker } from "./broken-answers";
import { withClientAddress } from "./client-address";
import { clientPlace } from "./client-place";
import type { RequestContext } from "./context";
import { edgePages } from "./edge-pages";
import { checkVariables, type Env, type Variables } from "./env";
import { withPublicHost } from "./forwarded-host";
import { siteOf } from "./hosts";
import { handleJobs, runScheduled } from "./jobs/consumer";
import type { PageStore } from "./kept-pages";
import { log, loggedPath, logOf } from "./log";
import { answerMeasurement } from "./measure";
import { answerPublicShare } from "./public-shares";
import { withSecurityHeaders } from "./security-headers";
import { answerSeed } from "./seed";
import { createServices, type Services } from "./services";
import { answerSharePage } from "./share-pages";
import { answerShared, sharedAddress, sharedByAll } from "./shared-pages";
import { readUnreadBody } from "./unread-body";

export { DatabaseObject } from "../../durable-objects/database/object";
export { RateLimiter } from "../../durable-objects/rate-limiter/object";
export { SpeechSession } from "../../durable-objects/speech-session/object";
export { WorkspaceChannel } from "../../durable-objects/workspace-channel/object";
export { DataExportWorkflow } from "./jobs/data-export";
export { HistoryArchiveWorkflow } from "./jobs/history-archive";
export { ShareVideoWorkflow } from "./jobs/share-video";

/** The page of a link that there is not: it says no more than that nothing is there. */
const NOWHERE = "/app/share/-";

export type RenderPage = (request: Request, context: RequestContext) => Promise<Response>;

/** @param sharedPages by path, what is rendered once and kept; see `sharedPagesOf` */
export function createWorker(
  renderPage: RenderPage,
  sharedPages: ReadonlyMap<string, SharedPage> = new Map(),
): ExportedHandler<Env> {
  const api = createApi();
  return {
    async fetch(received, env, ctx) {
      const request = withPublicHost(withClientAddress(received), env.PUBLIC_URL);
      const requestId = newId("req");
      const started = Date.now();
      const url = new URL(request.url);
      const response = await answer(request, env, ctx, requestId, url).catch((error: unknown) => {
        log.error("request_failed", error, { requestId });
        return Response.json(
          {
            detail: {
              status: "internal_error",
              message: "Something went wrong, please try again later.",
              request_id: requestId,
            },
          },
          { status: 500 },
        );
      });
      const entry = {
        requestId,
        method: request.method,
        path: loggedPath(url.pathname),
        status: response.status,
        ms: Date.now() - started,
      };
      // Whoever reads the log shall not be woken before the answer is on its way.
      ctx.waitUntil(giveWay().then(() => log.info("request", entry)));
      if (response.webSocket) return response;
      await readUnreadBody(request);
      const secured = withSecurityHeaders(response, {
        production: env.APP_ENV !== "development" && env.APP_ENV !== "test",
      });
      if (!secured.headers.has("request-id")) secured.headers.set("request-id", requestId);
      return secured;
    },

    async queue(batch, env, ctx) {
      await ensureMigrated(env);
      await handleJobs(batch, contextFor(env, ctx, new URL(env.PUBLIC_URL ?? "http://localhost:8787"), newId("req")));
    },

    async scheduled(_controller, env, ctx) {
      await ensureMigrated(env);
      await runScheduled(contextFor(env, ctx, new URL(env.PUBLIC_URL ?? "http://localhost:8787"), newId("req")));
    },
  };

  async function answer(
    request: Request,
    env: Env,
    ctx: ExecutionContext,
    requestId: string,
    url: URL,
  ): Promise<Response> {
    if (url.pathname === "/healthz") return Response.json({ status: "ok" });
    const checked = checkVariables(env as unknown as Record<string, unknown>);
    if (!checked.ok) return misconfigured(checked.problems);
    const address = sharedAddress(sharedPages, request, url);
    if (address !== null) {
      const { site, origin } = placeOf(checked.variables, url);
      const render = async () => {
        await ensureMigrated(env);
        return renderPage(new Request(new URL(address, url)), contextFor(env, ctx, url, requestId));
      };
      return answerShared(request, `${site} ${origin} ${address}`, render, storeOf(env, checked.variables, ctx, url));
    }
    await ensureMigrated(env);
    const context = contextFor(env, ctx, url, requestId, clientPlace(request, checked.variables));
    if (url.pathname === "/readyz") return readiness(context);
    if (isApiPath(url.pathname)) return api(request, context);
    if (!isDecodable(url.pathname)) return renderPage(new Request(new URL(NOWHERE, url)), context);
    const share = await answerPublicShare(request, url, context);
    if (share) return share;
    const sharePage = await answerSharePage(request, url, context, renderPage);
    if (sharePage) return sharePage;
    const seeded = await answerSeed(request, context);
    if (seeded) return seeded;
    const measurement = await answerMeasurement(request, context);
    if (measurement) return measurement;
    const mayComeFromElsewhere = ["GET", "HEAD"].includes(request.method) || isSamlAnswerPath(url.pathname);
    if (!mayComeFromElsewhere && comesFromAnotherOrigin(request, context.origin)) {
      return new Response("This request came from another site, so it was refused.", { status: 403 });
    }
    return renderPage(request, context);
  }
}

/** What cannot be decoded names nothing. The router would write it to the log as it is, with the name of a link in it. */
function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** `place` stays empty for what is nobody's: jobs, and pages that are the same for all. */
function contextFor(env: Env, ctx: ExecutionContext, url: URL, requestId: string, place = ""): RequestContext {
  const checked = checkVariables(env as unknown as Record<string, unknown>);
  if (!checked.ok) throw new Error(checked.problems.join("; "));
  const { variables } = checked;
  const { waitUntil, breakAnswer } = answerBreaker(ctx, { requestId });
  const { site, origin } = placeOf(variables, url);
  let services: Services | undefined;
  let nonce: string | undefined;
  return {
    requestId,
    log: logOf(requestId),
    site,
    origin,
    env,
    variables,
    clientPlace: place,
    // Made when asked for: many pages need neither.
    get services() {
      services ??= createServices({ env, variables, origin, waitUntil });
      return services;
    },
    get nonce() {
      nonce ??= randomText(26);
      return nonce;
    },
    waitUntil,
    breakAnswer,
    apiReference,
  };
}

/** Deployed, the pages of other isolates too. Locally one isolate answers everything. */
function storeOf(env: Env, { SERVING_SINCE_MS }: Variables, ctx: ExecutionContext, url: URL): PageStore {
  if (!env.DEPLOYMENT?.id || SERVING_SINCE_MS !== undefined) return sharedByAll;
  return edgePages(sharedByAll, env.DEPLOYMENT.id, url.origin, (work) => ctx.waitUntil(work));
}

/** The site that a request asks for, and its public origin. */
function placeOf(variables: Variables, url: URL): Pick<RequestContext, "site" | "origin"> {
  return {
    site: siteOf(url.hostname, { reader: variables.READER_HOST_MARKER, agents: variables.AGENTS_HOST_MARKER }),
    origin: variables.PUBLIC_URL ?? url.origin,
  };
}

function misconfigured(problems: string[]): Response {
  for (const problem of problems) log.error("misconfigured", problem);
  return new Response(`This installation is not configured yet:\n${problems.map((p) => `- ${p}\n`).join("")}`, {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

/** Ready when the database answers and both other workers do. */
async function readiness(context: RequestContext): Promise<Response> {
  const { services, env, variables } = context;
  /** Each answers what is wrong with its settings. */
  const checks: Record<string, () => Promise<string[]> | string[]> = {
    database: async () => {
      await services.database.run("SELECT 1");
      return [];
    },
    speech: async () => {
      // Who asks means to send requests soon, so the voices may be loaded.
      const [problems] = await Promise.all([env.SPEECH.settingsProblems(variables.SPEECH_ENGINE), env.SPEECH.load()]);
      return problems;
    },
    media: () => env.MEDIA.settingsProblems(),
  };
  const problems: string[] = [];
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        const found = await check();
        problems.push(...found);
        return [name, found.length === 0 ? "ok" : "failed"] as const;
      } catch (error) {
        log.error("not_ready", error, { part: name });
        return [name, "failed"] as const;
      }
    }),
  );
  const ready = results.every(([, state]) => state === "ok");
  return Response.json(
    { status: ready ? "ok" : "failed", ...Object.fromEntries(results), ...(problems.length > 0 ? { problems } : {}) },
    { status: ready ? 200 : 503 },
  );
}
