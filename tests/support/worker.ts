import { createWorker } from "../../workers/app/worker";

export * from "../../workers/app/worker";

/** The site without its pages: API, objects and jobs, as the Workers pool can load them. */
export default createWorker(async () => new Response("Pages are not part of this entry", { status: 404 }));
