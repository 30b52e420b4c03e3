import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { DEFAULT_DIALOGUE_MODEL_ID, DEFAULT_MODEL_ID, MODELS } from "~/domains/speech/models";
import { requireUser } from "~/features/accounts/session.server";
import { summarizeModel } from "~/features/speech/model-summary";
import { SpeechScreen } from "~/features/speech/speech-screen";
import { summarizeVoice } from "~/features/voices/voice-summary";
import { pageTitle } from "~/lib/page-title";

export const meta: MetaFunction = () => [{ title: pageTitle("Text to speech") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { workspaceId } = await requireUser(request, context);
  return {
    voices: context.services.voices.listPremade().map(summarizeVoice),
    storedSettings: await context.services.voices.listSettings(workspaceId),
    models: MODELS.filter((model) => model.canDoTextToSpeech).map(summarizeModel),
    defaultModelId: DEFAULT_MODEL_ID,
    defaultDialogueModelId: DEFAULT_DIALOGUE_MODEL_ID,
  };
}

/** Voices and models do not change while the screen is open, and no slider moves by itself. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function TextToSpeech() {
  return <SpeechScreen {...useLoaderData<typeof loader>()} />;
}
