import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import {
  CHECKLIST_ITEMS,
  itemCompletedBy,
  SHOWN_ITEMS,
} from "../../../app/domains/accounts/onboarding/checklist-items";
import { keptAnswers } from "../../../app/domains/accounts/onboarding/survey";
import { isEventName } from "../../../app/domains/analytics/events";
import { users } from "../../../db/schema";
import { type AccountsFixture, openAccounts } from "../../support/accounts-fixture";

test("each step is completed by an event that browsers report", () => {
  expect(CHECKLIST_ITEMS.filter(({ trigger }) => !isEventName(trigger.event))).toEqual([]);
  expect(new Set(CHECKLIST_ITEMS.map(({ id }) => id)).size).toBe(CHECKLIST_ITEMS.length);
});

test("only what the product can do is shown, and its event completes it", () => {
  expect(SHOWN_ITEMS.map(({ id }) => id)).toEqual(["text_to_speech", "api_key", "affiliate_link"]);
  expect(itemCompletedBy("speech_synthesis_generate_started", { task: "text-to-speech" })?.id).toBe("text_to_speech");
  expect(itemCompletedBy("toggle_hidden_api_key")?.id).toBe("api_key");
  expect(itemCompletedBy("affiliate_link_generated")?.id).toBe("affiliate_link");
});

test("another task, an event of something to come, and one of nothing complete nothing", () => {
  expect(itemCompletedBy("speech_synthesis_generate_started", { task: "speech-to-speech" })).toBeUndefined();
  expect(itemCompletedBy("speech_synthesis_generate_started")).toBeUndefined();
  expect(itemCompletedBy("dub_created")).toBeUndefined();
  expect(itemCompletedBy("sign_out")).toBeUndefined();
});

test("answers are kept where they are ones that can be given", () => {
  const given = {
    first_name: " Ada \n L. ",
    role: "developer",
    subrole: "agent",
    timezone: "Europe/Berlin",
    source: "friend",
  };
  expect(keptAnswers(given)).toEqual({ ...given, first_name: "Ada L." });
  expect(
    keptAnswers({ role: "developer", subrole: "podcast", timezone: "Mars/Base", source: "<b>", first_name: " " }),
  ).toEqual({
    role: "developer",
  });
  expect(keptAnswers({ role: "king", subrole: "video" })).toEqual({});
});

describe("a new member", () => {
  let fixture: AccountsFixture;
  let userId: string;
  const onboarding = () => fixture.accounts.onboarding;
  beforeEach(async () => {
    fixture = await openAccounts();
    ({ userId } = await fixture.addPerson("ada@example.com"));
  });
  afterEach(() => fixture.close());

  it("is led to the questions once", async () => {
    expect(await onboarding().isCompleted(userId)).toBe(false);
    expect([await onboarding().shouldOfferSurvey(userId), await onboarding().shouldOfferSurvey(userId)]).toEqual([
      true,
      false,
    ]);
  });

  it("who answers has a name and a list, and is not led there any more", async () => {
    await onboarding().completeSurvey(userId, { first_name: "Grace", role: "creator" });
    expect(await onboarding().shouldOfferSurvey(userId)).toBe(false);
    expect(await onboarding().isCompleted(userId)).toBe(true);
    expect((await fixture.accounts.getProfile(userId)).firstName).toBe("Grace");
    expect(await onboarding().findChecklist(userId)).toMatchObject({ hidden: false, completed: false });
    await fixture.settle();
    expect(fixture.events).toContainEqual(expect.objectContaining({ type: "user_changed", userId }));
  });

  it("who answers in two steps has both of them, with what was changed in between", async () => {
    await onboarding().saveAnswers(userId, { role: "creator", subrole: "video" });
    expect(await onboarding().isCompleted(userId)).toBe(false);
    await onboarding().saveAnswers(userId, { role: "developer" });
    await onboarding().completeSurvey(userId, { source: "friend" });
    const [user] = await fixture.database.select().from(users).where(eq(users.id, userId));
    expect(user?.onboardingSurvey).toEqual({ role: "developer", source: "friend" });
  });

  it("who skips keeps the name", async () => {
    await onboarding().completeSurvey(userId, {});
    expect((await fixture.accounts.getProfile(userId)).firstName).toBe("Ada");
    expect(await onboarding().isCompleted(userId)).toBe(true);
  });
});

describe("the list of first steps", () => {
  let fixture: AccountsFixture;
  let userId: string;
  const onboarding = () => fixture.accounts.onboarding;
  beforeEach(async () => {
    fixture = await openAccounts();
    ({ userId } = await fixture.addPerson("ada@example.com"));
  });
  afterEach(() => fixture.close());

  it("is there once it is begun, and begins once", async () => {
    expect(await onboarding().findChecklist(userId)).toBeNull();
    const begun = await onboarding().initiateChecklist(userId);
    expect(begun.items).toEqual(SHOWN_ITEMS.map(({ id }) => ({ id, isCompleted: false })));
    await onboarding().completeItem(userId, "api_key");
    expect((await onboarding().initiateChecklist(userId)).items).toContainEqual({ id: "api_key", isCompleted: true });
  });

  it("without a beginning is not found", async () => {
    for (const call of [
      onboarding().completeItem(userId, "api_key"),
      onboarding().hideChecklist(userId),
      onboarding().completeChecklist(userId),
    ])
      await expect(call).rejects.toMatchObject({ status: 404 });
  });

  it("is complete with its last step, also when several are done at once", async () => {
    await onboarding().initiateChecklist(userId);
    const ids = SHOWN_ITEMS.map(({ id }) => id);
    await Promise.all([...ids, ...ids].map((id) => onboarding().completeItem(userId, id)));
    expect(await onboarding().findChecklist(userId)).toMatchObject({ completed: true });
  });

  it("takes no step that it does not show", async () => {
    await onboarding().initiateChecklist(userId);
    for (const id of ["dubbing", "", "__proto__"])
      await expect(onboarding().completeItem(userId, id)).rejects.toMatchObject({ status: 400 });
  });

  it("can be hidden and ended, and is one person's", async () => {
    const other = await fixture.addPerson("bob@example.com");
    for (const id of [userId, other.userId]) await onboarding().initiateChecklist(id);
    await onboarding().completeItem(userId, "api_key");
    expect(await onboarding().hideChecklist(userId)).toMatchObject({ hidden: true, completed: false });
    expect(await onboarding().completeChecklist(userId)).toMatchObject({ hidden: true, completed: true });
    expect(await onboarding().findChecklist(other.userId)).toMatchObject({
      hidden: false,
      completed: false,
      items: SHOWN_ITEMS.map(({ id }) => ({ id, isCompleted: false })),
    });
  });
});
