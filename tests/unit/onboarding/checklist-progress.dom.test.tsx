import { act } from "react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ChecklistProgress } from "~/features/onboarding/checklist-progress";
import { track } from "~/lib/analytics";
import { mountedRoot } from "../../support/mounted-root";

const standing = { hidden: false, isCompleted: false };
vi.mock("~/features/shell/shell-context", () => ({
  useShell: () => ({
    checklist: {
      items: [{ id: "api_key", isCompleted: standing.isCompleted }],
      hidden: standing.hidden,
      completed: false,
    },
  }),
}));
const sent = vi.hoisted(() => [] as unknown[]);
vi.mock("~/lib/api-client", () => ({ apiJson: async (...call: unknown[]) => void sent.push(call) }));

const root = mountedRoot();
const said: string[] = [];
beforeEach(() => {
  sent.length = 0;
  said.length = 0;
  vi.spyOn(toast, "success").mockImplementation((message) => said.push(String(message)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const NOTED = ["/v1/user/onboarding-checklist/update", "POST", { item_id: "api_key" }];
const CONGRATULATION = "Congratulations on completing a step in your onboarding checklist.";

it.each([
  ["is noted once, and congratulated on", { hidden: false, isCompleted: false }, [NOTED], [CONGRATULATION]],
  ["is noted without a word where the steps are hidden", { hidden: true, isCompleted: false }, [NOTED], []],
  ["is not noted where it is done", { hidden: false, isCompleted: true }, [], []],
])("a first step %s", async (_, given, calls, words) => {
  Object.assign(standing, given);
  act(() => root().render(<ChecklistProgress />));
  track("toggle_hidden_api_key");
  track("toggle_hidden_api_key");
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  expect([sent, said]).toEqual([calls, words]);
});
