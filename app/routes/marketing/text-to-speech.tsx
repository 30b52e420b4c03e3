export default function TextToSpeech() {
  return <h1>Text to speech</h1>;
}
