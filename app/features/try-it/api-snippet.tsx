/** How a program speaks, with this installation's own address. */
export function ApiSnippet({ origin }: { origin: string }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Snippet
        title="Any language, over HTTP"
        code={`curl -fsS ${origin}/v1/text-to-speech/$VOICE_ID \\
  -H "xi-api-key: $API_KEY" \\
  -H "content-type: application/json" \\
  -d '{"text": "Hello from Parlando."}' \\
  -o hello.mp3`}
      />
      <Snippet
        title="JavaScript, with the client you already use"
        code={`import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";

const client = new ElevenLabsClient({
  baseUrl: "${origin}",
  apiKey: process.env.API_KEY,
});
const audio = await client.textToSpeech.stream(voiceId, {
  text: "Hello from Parlando.",
});`}
      />
    </div>
  );
}

function Snippet({ title, code }: { title: string; code: string }) {
  return (
    <figure className="flex min-w-0 flex-col">
      <figcaption className="mb-2 text-meta text-muted">{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="grow overflow-auto rounded-card border border-hairline bg-surface p-4">
        <code className="font-mono text-meta leading-[22px]">{code}</code>
      </pre>
    </figure>
  );
}
