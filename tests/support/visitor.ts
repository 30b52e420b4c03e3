/** A browser without scripts: keeps cookies, reads pages, fills in their forms. For tests over HTTP. */

import { type IncomingMessage, request } from "node:http";
import { newNetwork } from "./new-network";

export interface PageAnswer {
  status: number;
  html: string;
  /** Where a redirect leads, as a path. */
  location: string | null;
  headers: Headers;
}

export class Visitor {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();
  /** An address of its own, so that tests do not use up each other's limits. */
  readonly #address = newNetwork();

  constructor(url: string) {
    this.#url = url;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.#send(path, { headers });
  }

  /** Opens a page and sends its form with these fields, as a browser without scripts does. */
  async submit(path: string, fields: Record<string, string>): Promise<PageAnswer> {
    const page = await this.get(path);
    return this.post(path, { csrf: csrfTokenIn(page.html), ...fields });
  }

  /** Sends a form as it is. */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<PageAnswer> {
    const body = new URLSearchParams(fields).toString();
    const own = { origin: this.#url, "content-type": "application/x-www-form-urlencoded" };
    return this.#send(path, { method: "POST", body, headers: { ...own, ...headers } });
  }

  /** By `node:http`, since `fetch` writes the headers of a browser's navigation as it likes. */
  async #send(
    path: string,
    init: { method?: string; body?: string; headers: Record<string, string> },
  ): Promise<PageAnswer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie ? { cookie } : {}), "cf-connecting-ip": this.#address };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(this.#url + path, { method: init.method ?? "GET", headers, agent: false }, resolve)
        .on("error", reject)
        .end(init.body);
    });
    let html = "";
    for await (const chunk of response.setEncoding("utf8")) html += chunk;
    const received = new Headers();
    for (const [name, values] of Object.entries(response.headersDistinct))
      for (const value of values ?? []) received.append(name, value);
    for (const each of received.getSetCookie()) this.#keep(each);
    const location = received.get("location");
    return {
      status: response.statusCode ?? 0,
      html,
      location: location?.replace(this.#url, "") ?? null,
      headers: received,
    };
  }

  #keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    if (attributes.includes("Max-Age=0")) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(name.length + 1));
  }
}

/** The token of a page's forms; empty where it has none. */
export function csrfTokenIn(html: string): string {
  return /name="csrf" value="([0-9a-f]+)"/.exec(html)?.[1] ?? "";
}

/** Text as it reads, from a page's HTML. */
export function textOf(html: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ");
}

/** The newest mail's link for an address, as a path, from the development mailbox; null when there is none. */
export async function newestLinkFor(visitor: Visitor, email: string, mode: string): Promise<string | null> {
  const { html } = await visitor.get(`/dev/mailbox?${new URLSearchParams({ to: email })}`);
  const links = [...html.matchAll(/href="(http[^"]*\/app\/action\?[^"]*)"/g)].map(([, link]) =>
    link!.replaceAll("&amp;", "&"),
  );
  const link = links.find((each) => new URL(each).searchParams.get("mode") === mode);
  return link ? new URL(link).pathname + new URL(link).search : null;
}
