/**
 * Looks names up by DNS over HTTPS in its JSON form, which Cloudflare (`https://cloudflare-dns.com/dns-query`), Google
 * (`https://dns.google/resolve`) and others speak.
 */
import { z } from "zod";
import { createGuardedFetch } from "../guarded-fetch";

/** Numbers of record types and answer codes, RFC 1035 and RFC 3596. */
const TYPES = { A: 1, TXT: 16, AAAA: 28 } as const;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

const answerSchema = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).optional(),
});

export interface DnsOverHttps {
  /** Texts of a name; none where there is no such name. @throws when the resolver does not answer. */
  findTexts(name: string): Promise<string[]>;
  /** IPv4 and IPv6 addresses of a name. */
  findAddresses(name: string): Promise<string[]>;
}

/** @param resolverUrl the resolver, from the setting `DNS_URL` */
export function createDnsOverHttps(resolverUrl: string): DnsOverHttps {
  const send = createGuardedFetch({ trusted: true, maxBytes: 64 * 1024 });

  async function look(name: string, type: keyof typeof TYPES): Promise<string[]> {
    const url = new URL(resolverUrl);
    url.searchParams.set("name", name);
    url.searchParams.set("type", type);
    const response = await send(url, { headers: { accept: "application/dns-json" } });
    if (!response.ok) throw new Error(`the resolver answered ${response.status}`);
    const { Status: status, Answer: answers = [] } = answerSchema.parse(await response.json());
    if (status !== NO_ERROR && status !== NO_SUCH_NAME) throw new Error(`the resolver answered with code ${status}`);
    // Aliases on the way are listed too.
    return answers.filter((answer) => answer.type === TYPES[type]).map(({ data }) => data);
  }

  return {
    findTexts: async (name) => (await look(name, "TXT")).map(textOfRecord),
    findAddresses: async (name) => (await Promise.all([look(name, "A"), look(name, "AAAA")])).flat(),
  };
}

/** `"one" "two"` is one text in pieces; some resolvers leave the quotes out. */
function textOfRecord(data: string): string {
  if (!data.startsWith('"')) return data;
  return [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, piece = ""]) => piece.replace(/\\(\d{3}|.)/g, (_, code: string) => characterOf(code)))
    .join("");
}

function characterOf(code: string): string {
  return /^\d{3}$/.test(code) ? String.fromCharCode(Number(code)) : code;
}
