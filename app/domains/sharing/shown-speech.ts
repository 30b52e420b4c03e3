/** What pictures and videos show of an item, and the print by which a kept one is known to show it still. */
import type { Database } from "../../../db/client";
import type { SharedSpeech } from "../../../workers/media/protocol";
import { voiceNamesOf } from "../../lib/voice-names";
import { sha256Hex } from "../accounts/secrets";
import type { HistoryItem } from "../history/schema";
import { speakerNameOf } from "./rules";
import { selectSpeaker } from "./speaker-store";

/** To be counted up when pictures or videos of the same item look different from then on. */
const EDITION = 2;

export async function shownSpeechOf(database: Database, item: HistoryItem): Promise<SharedSpeech> {
  const speaker = await selectSpeaker(database, item.userId);
  return {
    text: item.text,
    speakerName: speakerNameOf(speaker ?? { publicUserName: "", firstName: "" }),
    voiceName: voiceNamesOf(item),
    durationSeconds: item.audio.durationMs / 1000,
    peaks: item.audio.peaks,
  };
}

/** 128 bits in hexadecimal. */
export async function fingerprintOf(item: HistoryItem, speech: SharedSpeech): Promise<string> {
  const shown = [EDITION, item.audio.id, speech.text, speech.speakerName, speech.voiceName];
  return (await sha256Hex(JSON.stringify(shown))).slice(0, 32);
}
