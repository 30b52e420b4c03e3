import { describe, expect, it } from "vitest";
import { countByName, isEventName } from "../../../app/domains/analytics/events";
import { featuresOf } from "../../../app/domains/workspaces/features";
import { declinesCounting } from "../../../app/lib/privacy-choice";
import { checkVariables } from "../../../workers/app/env";

const request = (headers: Record<string, string>) => new Request("http://localhost/ingest", { headers });

describe("events", () => {
  it("are those of the list, and none of the server's own", () => {
    expect(isEventName("share_link_copied")).toBe(true);
    for (const name of ["SERVER_share_link_copied", "SERVER", "unheard_of", "", "constructor"]) {
      expect(isEventName(name)).toBe(false);
    }
  });

  it("are counted by name", () => {
    expect([...countByName(["sign_out", "share_link_copied", "sign_out"])]).toEqual([
      ["sign_out", 2],
      ["share_link_copied", 1],
    ]);
  });

  it("are not counted for whoever declines, by signal or by choice", () => {
    expect(declinesCounting(request({}))).toBe(false);
    expect(declinesCounting(request({ "sec-gpc": "1" }))).toBe(true);
    expect(declinesCounting(request({ "sec-gpc": "0", cookie: "a=b; xi_website_privacy=accepted" }))).toBe(false);
    expect(declinesCounting(request({ cookie: "a=b; xi_website_privacy=declined; c=d" }))).toBe(true);
    expect(declinesCounting(request({ cookie: "other_xi_website_privacy=declined" }))).toBe(false);
  });
});

describe("features", () => {
  it("are as the workspace switched them, and by default otherwise", () => {
    expect(featuresOf([], [])).toEqual({ text_to_speech_video: false });
    expect(featuresOf(["text_to_speech_video"], [])).toEqual({ text_to_speech_video: true });
    expect(featuresOf(["text_to_speech_video"], [{ name: "text_to_speech_video", isOn: false }])).toEqual({
      text_to_speech_video: false,
    });
    expect(featuresOf([], [{ name: "gone", isOn: true }])).toEqual({ text_to_speech_video: false });
  });

  it("are read from FEATURES, and an unknown name is reported", () => {
    const read = (FEATURES: string) => checkVariables({ APP_ENV: "development", FEATURES });
    expect(read(" text_to_speech_video, ")).toMatchObject({ variables: { FEATURES: ["text_to_speech_video"] } });
    expect(read("")).toMatchObject({ ok: true });
    expect(read("teleport")).toMatchObject({ ok: false, problems: [expect.stringMatching(/^FEATURES/)] });
  });
});
