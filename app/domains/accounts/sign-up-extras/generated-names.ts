/** Names for those who do not want to think of one: an adjective and a bird, of which there are some 3,000. */
const ADJECTIVES = `
amber ample autumn bold brave breezy bright brisk calm candid cheerful clear clever coastal cosy crisp curious daring
dawn deft distant eager early earnest easy even fair fearless fleet fond frank gentle glad golden graceful hardy honest
humble keen kind lasting lively lucid lucky merry mellow mild modest morning nimble noble northern patient placid
playful plucky polite proud quick quiet rapid ready rosy royal sandy serene silver sincere snowy soft solid spirited
spry steady still sunny swift tender tidy tranquil true upbeat vivid warm wise witty
`;
const BIRDS = `
avocet bittern blackbird bullfinch bunting chaffinch cormorant crane cuckoo curlew dipper dove dunnock eider egret
falcon fieldfare finch firecrest flycatcher gannet goldfinch goshawk grebe greenfinch guillemot gull hawk heron hobby
`;

const words = (list: string) => list.trim().split(/\s+/);
const titled = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** A name such as "Quiet Heron". */
export function generateName(): string {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2));
  const pick = (list: string, at: number) => titled(words(list)[at % words(list).length] ?? "");
  return `${pick(ADJECTIVES, first)} ${pick(BIRDS, second)}`;
}
