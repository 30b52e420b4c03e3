/**
 * Letters of Latin alphabets that do not decompose into a plain letter and marks, each with the ASCII letters that come
 * nearest to its name or sound.
 */
const TABLE =
  "ĐD đd ĦH ħh ıi ĸk ŁL łl ŊNg ŋng ŒOe œoe ŦT ŧt ƀb ƁB ƂB ƃb ƆO ƇC ƈc ƉD ƊD ƋD ƌd ƍd ƎE ƏE ƐE ƑF ƒf ƓG ƔGh ƕhv ƖI ƗI ƘK ƙk ƚl ƜM ƝN ƞn ƟO ƢGh ƣgh ƤP ƥp ƦYr ƧDz ƨdz ƩSh ƪsh ƫt ƬT ƭt ƮT ƱU ƲV ƳY ƴy ƵZ ƶz ƷZh ƸZh ƹzh ƺzh ƻdz ƾh ƿw ǀk ǁk ǂk ǃk ǝe ǢAe ǣae ǤG ǥg ǮZh ǯzh ǶHw ǷW ǼAe ǽae ǾO ǿo ȜY ȝy ȠN ȡd ȢOu ȣou ȤZ ȥz ȴl ȵn ȶt ȷj ȸdb ȹqp ȺA ȻC ȼc ȽL ȾT ȿs ɀz ɁH ɂh ɃB ɄU ɅV ɆE ɇe ɈJ ɉj Ɋq ɋq ɌR ɍr ɎY ɏy ɐa ɑa ɒa ɓb ɔo ɕc ɖd ɗd ɘe əe ɚe ɛe ɜe ɝe ɞe ɟj ɠg ɢg ɣgh ɥh ɦh ɨi ɩi ɪi ɫl ɬl ɭl ɯm ɰm ɱm ɲn ɳn ɴn ɶoe ɸf ɹr ɺr ɻr ɼr ɽr ɾr ɿr ʀr ʁr ʂs ʃsh ʄj ʆsh ʇt ʈt ʉu ʊu ʋv ʌv ʍw ʎy ʏy ʐz ʑz ʒzh ʓzh ʔh ʕh ʖh ʗk ʘk ʙb ʚe ʛg ʜh ʝj ʞk ʟl ʠq ʡh ʢh ʣdz ʤj ʥdz ʦts ʧch ʨch ʪls ʫlz ʬk ʭh ʮh ʯh ẚa ẜs ẝs ẟd ỺLl ỻll ỼV ỽv ỾY ỿy ƄB ƅb ƛl Ƽs ƽs ɡg ɤo ɧh ɮzh ɵo ɷo ʅsh ʩng ßss ẞSs æae ÆAe øo ØO ðth ÐTh þth ÞTh ªa ºo";

const ASCII = new Map(TABLE.split(" ").map((entry) => [entry[0]!, entry.slice(1)]));

/** Plain ASCII for a word in Latin letters: café → cafe, Łódź → Lodz. What is no Latin letter is dropped. */
export function toAscii(word: string): string {
  if (!/[^ -~]/.test(word)) return word;
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "");
  let result = "";
  for (const character of plain) result += character <= "~" ? character : (ASCII.get(character) ?? "");
  return result;
}
