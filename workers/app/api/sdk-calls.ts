/**
 * How the official JavaScript client calls an operation, for the readable API page. Operations that it does not know
 * have only their HTTP form.
 */
const SDK_CALLS: Readonly<Record<string, string>> = {
  "GET /v1/models": "client.models.list()",
  "GET /v1/voices": "client.voices.getAll()",
  "GET /v2/voices": 'client.voices.search({ search: "warm", pageSize: 20 })',
  "GET /v1/voices/{voice_id}": "client.voices.get(voiceId)",
  "GET /v1/voices/settings/default": "client.voices.settings.getDefault()",
  "GET /v1/voices/{voice_id}/settings": "client.voices.settings.get(voiceId)",
  "POST /v1/voices/{voice_id}/settings/edit": "client.voices.settings.update(voiceId, { stability: 0.4 })",
  "GET /v1/user": "client.user.get()",
  "GET /v1/user/subscription": "client.user.subscription.get()",
  "POST /v1/single-use-token/{token_type}": 'client.tokens.singleUse.create("tts_websocket")',
  "POST /v1/text-to-speech/{voice_id}": 'client.textToSpeech.convert(voiceId, { text: "Hello from Parlando." })',
  "POST /v1/text-to-speech/{voice_id}/stream": 'client.textToSpeech.stream(voiceId, { text: "Hello from Parlando." })',
  "POST /v1/text-to-speech/{voice_id}/with-timestamps":
    'client.textToSpeech.convertWithTimestamps(voiceId, { text: "Hello from Parlando." })',
  "POST /v1/text-to-speech/{voice_id}/stream/with-timestamps":
    'client.textToSpeech.streamWithTimestamps(voiceId, { text: "Hello from Parlando." })',
  "POST /v1/text-to-dialogue": 'client.textToDialogue.convert({ inputs: [{ text: "Hello.", voiceId }] })',
  "POST /v1/text-to-dialogue/stream": 'client.textToDialogue.stream({ inputs: [{ text: "Hello.", voiceId }] })',
  "POST /v1/text-to-dialogue/with-timestamps":
    'client.textToDialogue.convertWithTimestamps({ inputs: [{ text: "Hello.", voiceId }] })',
  "POST /v1/text-to-dialogue/stream/with-timestamps":
    'client.textToDialogue.streamWithTimestamps({ inputs: [{ text: "Hello.", voiceId }] })',
  "GET /v1/history": "client.history.list({ pageSize: 20 })",
  "GET /v1/history/{history_item_id}": "client.history.get(historyItemId)",
  "DELETE /v1/history/{history_item_id}": "client.history.delete(historyItemId)",
  "GET /v1/history/{history_item_id}/audio": "client.history.getAudio(historyItemId)",
  "POST /v1/history/download": "client.history.download({ historyItemIds: [historyItemId] })",
};

/** `GET /v1/voices/{voice_id}` → the call, or null. */
export function sdkCallOf(operation: string): string | null {
  return SDK_CALLS[operation] ?? null;
}
