import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LinkPanel } from "~/features/sharing/link/link-panel";
import * as analytics from "~/lib/analytics";
import { clearIdentityToken } from "~/lib/identity-token";
import { stubResizeObserver } from "../../support/no-layout";

const LINK = {
  share_link: "/app/share/shr_abcdefghijklmnopqrstuvwxyz",
  public_user_name: "Ada",
  share_id: "shr_abcdefghijklmnopqrstuvwxyz",
  is_own_name: true,
  allows_download: false,
  is_indexed: false,
  expires_at_unix: null as number | null,
  state: "open",
  play_count: 3,
};
const WHOLE = `http://localhost:3000${LINK.share_link}`;

type Answer = (body: unknown, path: string) => Response | Promise<Response>;
let answers: Record<string, Answer>;
let root: Root;
const copied: string[] = [];
const tracked: string[] = [];
const said: string[] = [];

const refusal = (status: number, message: string) => () => Response.json({ detail: { message } }, { status });

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  copied.length = tracked.length = said.length = 0;
  answers = { get: () => Response.json(LINK) };
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path.startsWith("/app/identity-token")) {
      return Response.json({ identity_token: "t", token: "t", expires_at_unix: Date.now() / 1000 + 600 });
    }
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    return answers[(init.method ?? "GET").toLowerCase()]!(body, path);
  });
  stubResizeObserver();
  vi.spyOn(analytics, "track").mockImplementation((name) => void tracked.push(name));
  for (const kind of ["success", "error"] as const) {
    vi.spyOn(toast, kind).mockImplementation((message) => {
      said.push(String(message));
      return 0;
    });
  }
  Object.assign(navigator, {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
    share: undefined,
  });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  clearIdentityToken();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => {
    root.render(<LinkPanel item={{ historyItemId: "hist_1", kind: "speech", texts: ["Hello"] }} />);
  });
  await settle();
}
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const text = () => document.body.textContent ?? "";
const named = (label: string) =>
  [...document.querySelectorAll("button")].find((each) => each.textContent === label) as HTMLButtonElement;
async function press(label: string): Promise<void> {
  const button = [...document.querySelectorAll("button")].find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent) === label,
  );
  if (!button) throw new Error(`no button "${label}" in: ${text()}`);
  await act(async () => button.click());
  await settle();
}

test("says that the link is made, then shows its beginning", async () => {
  let answer = (_: Response) => {};
  answers.get = () => new Promise((resolve) => (answer = resolve));
  await open();
  expect(text()).toContain("Generating link...");
  await act(async () => answer(Response.json(LINK)));
  await settle();
  expect(text()).toContain(`${WHOLE.slice(0, 38)}…`);
  expect(text()).not.toContain(WHOLE);
  expect(text()).toContain("Played 3 times");
  expect(tracked).toEqual(["share_link_opened"]);
});

test("shows what the server says in an alert, and asks again", async () => {
  answers.get = refusal(429, "Please try again in a moment.");
  await open();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("Please try again in a moment.");
  answers.get = () => Response.json(LINK);
  await press("Try again");
  expect(text()).toContain("Copy link");
});

test("says that the item is gone, and lets ask again, since a deleted one may be brought back", async () => {
  answers.get = refusal(404, "There is no such history item.");
  await open();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("There is no such history item.");
  expect(named("Try again")).toBeDefined();
});

test("says that there is no network, and goes on when it is back", async () => {
  answers.get = () => Promise.reject(new TypeError("Failed to fetch"));
  await open();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("Network error");
  answers.get = () => Response.json(LINK);
  await press("Try again");
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(document.querySelector("[data-share-link]")?.getAttribute("data-share-link")).toBe(WHOLE);
});

test("does not offer to ask again for what is refused for good", async () => {
  answers.get = refusal(403, "Sharing is not available for this workspace.");
  await open();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("Sharing is not available for this workspace.");
  expect(named("Try again")).toBeUndefined();
});

test("copies the whole link", async () => {
  await open();
  await press("Copy link");
  expect(copied).toEqual([WHOLE]);
  expect(tracked).toContain("share_link_copied");
  expect(text()).toContain("Copied");
});

test("a browser without a share sheet says so", async () => {
  await open();
  await press("Share");
  expect(said).toEqual(["Share API not supported"]);
  expect(copied).toEqual([]);
});

test("the share sheet gets title, text and the whole link", async () => {
  const share = vi.fn(async () => undefined);
  Object.assign(navigator, { share });
  await open();
  await press("Share");
  expect(share).toHaveBeenCalledWith({
    title: "Share Text to Speech",
    text: "Listen to this text to speech that I made with Parlando",
    url: WHOLE,
  });
  expect(tracked.slice(1)).toEqual(["native_share_started", "native_share_succeeded"]);
});

test("a share sheet that fails copies the link", async () => {
  Object.assign(navigator, { share: async () => Promise.reject(new DOMException("no", "DataError")) });
  await open();
  await press("Share");
  expect(copied).toEqual([WHOLE]);
  expect(tracked.slice(1)).toEqual(["native_share_started", "native_share_failed", "share_link_copied"]);
});

test("a share sheet that is closed is only noted", async () => {
  Object.assign(navigator, { share: async () => Promise.reject(new DOMException("no", "AbortError")) });
  await open();
  await press("Share");
  expect(copied).toEqual([]);
  expect(said).toEqual([]);
  expect(tracked.slice(1)).toEqual(["native_share_started", "native_share_aborted"]);
});

test("a changed name is shown; a failure is noted, and says the same", async () => {
  const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
  answers.post = () => Response.json({ public_user_name: "Ada" });
  await open();
  await press("Change the public name");
  await press("Save");
  expect(noted).not.toHaveBeenCalled();
  answers.post = refusal(500, "broken");
  await press("Change the public name");
  await press("Save");
  expect(said).toEqual(["Public name updated", "Public name updated"]);
  expect(noted).toHaveBeenCalledOnce();
});

test("a setting that is refused goes back, and the reason is said", async () => {
  answers.post = refusal(403, "Not here.");
  await open();
  const control = document.querySelector("[role=switch]") as HTMLButtonElement;
  await act(async () => control.click());
  await settle();
  expect(control.getAttribute("aria-checked")).toBe("false");
  expect(said).toEqual(["Not here."]);
});

/** Answers by hand: `sent` are the bodies of the calls so far, `answer` is for the oldest one that has none. */
function answeredByHand() {
  const sent: Record<string, unknown>[] = [];
  const waiting: ((response: Response) => void)[] = [];
  return {
    sent,
    take: (body: unknown) => {
      sent.push(body as Record<string, unknown>);
      return new Promise<Response>((resolve) => waiting.push(resolve));
    },
    async answer(response: Response) {
      await act(async () => waiting.shift()!(response));
      await settle();
    },
  };
}
const downloadSwitch = () => document.querySelector("[role=switch]") as HTMLButtonElement;
const isChecked = () => downloadSwitch().getAttribute("aria-checked");
async function flip(): Promise<void> {
  await act(async () => downloadSwitch().click());
  await settle();
}
async function choose(value: string): Promise<void> {
  await act(async () => {
    const select = document.querySelector("select")!;
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settle();
}
const gone = () => Response.json({ detail: { status: "share_link_not_found", message: "Gone." } }, { status: 404 });

test("changes reach the server one after the other, and the last word is what shows and what is kept", async () => {
  const posts = answeredByHand();
  answers.post = posts.take;
  await open();
  await flip();
  await flip();
  expect(isChecked()).toBe("false");
  expect(posts.sent).toEqual([{ allows_download: true, share_id: LINK.share_id }]);
  await posts.answer(Response.json({ ...LINK, allows_download: true }));
  expect(isChecked()).toBe("false");
  expect(posts.sent[1]).toEqual({ allows_download: false, share_id: LINK.share_id });
  await posts.answer(Response.json(LINK));
  expect(isChecked()).toBe("false");
});

test("a change that is refused late takes no newer one back", async () => {
  const posts = answeredByHand();
  answers.post = posts.take;
  await open();
  await choose("day");
  await choose("month");
  const chosen = () => document.querySelector("select")!.selectedOptions[0]!.textContent;
  const inAMonth = chosen();
  expect(inAMonth).toMatch(/^On /);
  await posts.answer(refusal(500, "broken")());
  expect(chosen()).toBe(inAMonth);
  await posts.answer(Response.json({ ...LINK, expires_at_unix: posts.sent[1]!.expires_at_unix }));
  expect(chosen()).toBe(inAMonth);
  expect(said).toHaveLength(1);
});

test("revoking waits for no change, ends that link alone, and a late answer does not bring it back", async () => {
  const posts = answeredByHand();
  answers.post = posts.take;
  const paths: string[] = [];
  answers.delete = (_body, path) => {
    paths.push(path);
    return Response.json({ status: "ok" });
  };
  await open();
  await flip();
  await flip();
  await press("Revoke link");
  await press("Revoke");
  expect(paths).toEqual([`/v1/history/hist_1/share-link?share_id=${LINK.share_id}`]);
  await posts.answer(Response.json({ ...LINK, allows_download: true }));
  expect(text()).toContain("The link is revoked");
  answers.get = () => Response.json({ ...LINK, share_id: "shr_next", share_link: "/app/share/shr_next" });
  await press("Make a new link");
  await posts.answer(gone());
  expect(document.querySelector("[data-share-link$=shr_next]")).not.toBeNull();
  expect(said).toEqual([]);
});

test("a change of a link that was revoked elsewhere says that it is revoked", async () => {
  answers.post = gone;
  await open();
  await flip();
  expect(text()).toContain("The link is revoked");
  expect(said).toEqual([]);
});

test("the look at the end of a link's time asks for that link alone, which may be revoked by then", async () => {
  answers.get = () => Response.json({ ...LINK, expires_at_unix: Math.floor(Date.now() / 1000) });
  await open();
  const looked = vi.fn((_body: unknown, _path: string) => gone());
  answers.get = looked;
  for (let i = 0; i < 100 && looked.mock.calls.length === 0; i++) await settle();
  await settle();
  expect(looked.mock.calls[0]![1]).toBe(`/v1/history/hist_1/share-link?share_id=${LINK.share_id}`);
  expect(text()).toContain("The link is revoked");
});

test("a dialog that is opened again shows what was changed just before it was closed", async () => {
  const posts = answeredByHand();
  answers.post = posts.take;
  await open();
  await flip();
  act(() => root.unmount());
  const read = vi.fn(() => Response.json({ ...LINK, allows_download: true }));
  answers.get = read;
  await open();
  expect(read).not.toHaveBeenCalled();
  await posts.answer(Response.json({ ...LINK, allows_download: true }));
  expect(isChecked()).toBe("true");
});

test("a name that is saved late closes no form that was opened since", async () => {
  const posts = answeredByHand();
  answers.post = posts.take;
  await open();
  await press("Change the public name");
  await press("Save");
  await press("Cancel");
  await press("Change the public name");
  document.querySelector("input")!.value = "Grace";
  await posts.answer(Response.json({ public_user_name: "Ada" }));
  expect(document.querySelector("input")?.value).toBe("Grace");
  expect(named("Save").getAttribute("aria-busy")).toBeNull();
});

const EXPIRED = { ...LINK, expires_at_unix: 1_700_000_000, state: "expired" };
test("a link whose time is over is not handed out: it says so, and can be extended", async () => {
  answers.get = () => Response.json(EXPIRED);
  const sent: unknown[] = [];
  await open();
  expect(document.querySelector("[role=alert]")?.textContent).toContain("This link expired on");
  for (const label of ["Copy link", "Share", "Facebook", "X", "WhatsApp", "QR code"])
    expect(named(label).disabled, label).toBe(true);
  expect(document.querySelector("a[href]")).toBeNull();
  expect(document.querySelector("select")?.selectedOptions[0]?.textContent).toMatch(/^Expired on /);

  answers.post = (body) => {
    sent.push(body);
    return Response.json({ ...LINK, expires_at_unix: (body as typeof LINK).expires_at_unix });
  };
  await press("Extend by 7 days");
  const { expires_at_unix: until } = sent[0] as { expires_at_unix: number };
  expect(until).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400);
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(named("Copy link").disabled).toBe(false);
  expect(document.activeElement?.textContent).toBe("Copy link");
});

test("a link whose time is over loses its expiry, and stays as it is where the server refuses", async () => {
  answers.get = () => Response.json(EXPIRED);
  answers.post = refusal(403, "Not here.");
  await open();
  await press("Remove the expiry");
  expect(said).toEqual(["Not here."]);
  expect(text()).toContain("This link expired on");
  answers.post = (body) => {
    expect(body).toEqual({ expires_at_unix: null, share_id: LINK.share_id });
    return Response.json(LINK);
  };
  await press("Remove the expiry");
  expect(text()).not.toContain("expired");
  expect(document.querySelectorAll("a[href]").length).toBeGreaterThan(0);
});

test("a link that expires while it is looked at is taken back", async () => {
  let now = { ...LINK, expires_at_unix: Math.floor(Date.now() / 1000) };
  answers.get = () => Response.json(now);
  await open();
  expect(named("Copy link").disabled).toBe(false);
  now = { ...now, state: "expired" };
  for (let i = 0; i < 100 && named("Copy link").disabled === false; i++) await settle();
  expect(text()).toContain("This link expired on");
  expect(named("Copy link").disabled).toBe(true);
});

test("a link to what nobody is responsible for any more offers nothing", async () => {
  answers.get = () => Response.json({ ...LINK, state: "ended" });
  await open();
  expect(document.querySelector("[role=alert]")?.textContent).toContain("Nobody can open this link any more");
  expect(named("Copy link").disabled).toBe(true);
  expect(named("Extend by 7 days")).toBeUndefined();
});

test("a link is revoked only after a second word, and a new one can be made", async () => {
  const revoke = vi.fn(() => Response.json({ status: "ok" }));
  answers.delete = revoke;
  await open();
  await press("Revoke link");
  expect(revoke).not.toHaveBeenCalled();
  await press("Keep it");
  await press("Revoke link");
  await press("Revoke");
  expect(revoke).toHaveBeenCalledOnce();
  expect(text()).toContain("no longer available");
  await press("Make a new link");
  expect(text()).toContain("Copy link");
});

test("Escape takes back what is open within the dialog, the newest first, and only then reaches the dialog", async () => {
  const reachesDialog = vi.fn();
  document.addEventListener("keydown", reachesDialog, { capture: true });
  try {
    await open();
    await press("Change the public name");
    await press("Revoke link");
    const pressEscape = async () => {
      const event = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
      await act(async () => void document.activeElement!.dispatchEvent(event));
      await settle();
    };
    await pressEscape();
    expect(named("Keep it")).toBeUndefined();
    expect(named("Save")).toBeDefined();
    expect(document.activeElement?.textContent).toBe("Revoke link");
    await pressEscape();
    expect(named("Save")).toBeUndefined();
    expect(reachesDialog).not.toHaveBeenCalled();
    await pressEscape();
    expect(reachesDialog).toHaveBeenCalledOnce();
  } finally {
    document.removeEventListener("keydown", reachesDialog, { capture: true });
  }
});
