export default function Home() {
  return <h1>Parlando</h1>;
}
