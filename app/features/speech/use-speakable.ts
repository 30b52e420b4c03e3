import { useEffect, useMemo, useState } from "react";

type Markup = "plain" | "tags";
type SpeakableRule = (text: string, markup: Markup) => boolean;

let loadedRule: SpeakableRule | undefined;

/** The engines' own rule. It brings the whole reading of texts with it, so it is loaded for the rare text that needs it. */
async function loadRule(): Promise<SpeakableRule> {
  const { isSpeakable } = await import("../../../workers/speech/text/speakable");
  loadedRule = (text, markup) => {
    try {
      return isSpeakable(text, markup);
    } catch {
      // Broken markup: the server says what is wrong with it.
      return true;
    }
  };
  return loadedRule;
}

/** Whether a text has a letter or a digit outside of anything that may be markup: then there is something to say. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(/<[^>]*>|\[[^\]]*\]/g, ""));
}

/** Whether any of the texts would be spoken, once that is known. Without the rule the server decides. */
export async function areSpeakable(texts: readonly string[], markup: Markup): Promise<boolean> {
  if (texts.some(hasWords)) return true;
  const rule = await loadRule().catch(() => null);
  return !rule || texts.some((text) => rule(text, markup));
}

/** Whether any of the texts would be spoken; true also as long as that is not known. */
export function useSpeakable(texts: readonly string[], markup: Markup): boolean {
  const [rule, setRule] = useState<{ ask: SpeakableRule } | undefined>(loadedRule && { ask: loadedRule });
  const certain = useMemo(() => texts.some(hasWords), [texts]);
  const empty = texts.every((text) => text.trim() === "");
  useEffect(() => {
    if (certain || empty || rule) return;
    let gone = false;
    loadRule().then(
      (ask) => !gone && setRule({ ask }),
      // Without the rule the server decides.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [certain, empty, rule]);
  return useMemo(
    () => certain || !rule || texts.some((text) => rule.ask(text, markup)),
    [certain, rule, texts, markup],
  );
}
