/**
 * The commonest words of languages in Latin letters (articles, pronouns, prepositions, auxiliaries, greetings). They tell
 * the language of a short text better than letter statistics do, and they are bad places to cut a sentence after.
 */
const TABLE: Record<string, string> = {
  en: "over pro met after new old other only one time first any think people take year good know back also well because even want give most us lake night world love great the of and to in is that it was for on are with as i his they be at this have from or had by but not what all were we when your can said there each which she do how their if will up about out many then them these so some her would make like him into has more two go see no way could my than been who its now did get may you he hello hi good morning thanks thank please yes welcome where why here very just don't it's i'm isn't that's",
  es: "quiero gusta gustan eres amo vida el la los las un una de del y que en es por para con no se su lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante ellos e esto mí antes algunos qué unos yo otro él tanto esa estos mucho hola gracias buenos buenas días está estás eres soy tengo al te digas cómo hoy usted",
  pt: "o a os as um uma de do da dos das e que em é por para com não se na no nas nos ao aos à mais como mas foi ele ela seu sua ou ser quando muito há já está eu também só pelo pela até isso entre era depois sem mesmo você tudo bem olá obrigado obrigada bom dia nós meu minha têm vocês são hoje às numa num este esta",
  fr: "je suis ai es moi toi t'aime aime veux le la les un une des de du et à au aux en est que qui dans pour pas sur ne se ce il elle avec son sa ses par plus je tu nous vous ils elles mais ou où on lui y cette ces être avoir fait comme tout tous bien sont était leur si sans deux même aussi très bonjour merci salut c'est j'ai n'est qu'il d'un d'une monde aujourd'hui ça va monsieur madame",
  de: "der die das den dem des und in zu von mit sich auf für ist im nicht ein eine einen einer einem als auch es an werden aus er hat dass sie nach wird bei noch wie um am über so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei ich du wir ihr mich dich uns guten tag morgen hallo danke bitte ja nein kein keine heute sehr wenn was wo hier unter",
  it: "il lo la i gli le un uno una di del della dei delle e è che in non per con su da al alla si come ma più anche ha sono nel nella io tu lui lei noi voi loro questo questa se ci mi ti o dove quando perché molto tutto tutti essere cosa ciao grazie buongiorno sera giorno stai c'è hanno dal sul dalla oggi fatto qui",
  nl: "hou mij jou de het een van en in is dat op te zijn met voor niet aan er om ook als dan bij nog maar uit door naar heeft ik je jij hij zij ze we wij hun mijn wat of worden werd deze dit die hebben kan zal geen meer over al tot hoe gaat goed dag hallo dank bedankt allemaal goedemorgen wel waar vandaag hebt bent jullie",
  sv: "och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan hon där nu eller man vad ska mycket när efter upp under detta mår hej tack du hur god morgon dag mig dig alla också idag bara finns skulle",
  da: "og i at det som en på er af for med til den har de ikke om et han men var jeg sig fra vi så kan hun der nu eller man hvad skal meget når efter op under dette hej tak du hvordan god morgen dag mig dig også i dag blev bliver kun være havde ud",
  no: "og i at det som en på er av for med til den har de ikke om et han men var jeg seg fra vi så kan hun der nå eller man hva skal mye når etter opp under dette hei takk du hvordan god morgen dag meg deg også i dag ble blir bare være hadde ut noe",
  fi: "rakastan sinua olet ja on ei se että oli hän mutta ovat kun mitä tämä joka niin kuin minä sinä me te he olen olet ole voi nyt vain myös sen tai jos hyvää päivää huomenta kiitos moi hei mikä kanssa jo sitä tässä siitä minun sinun kaikki hyvin tänään en",
  pl: "i w na z do nie się to jest że o jak a po co ale za od przez są czy tak dla ja go być tylko jego już by ten ma jej jeszcze który może mnie kiedy gdy dzień dobry dzięki dziękuję cześć pan pani jestem było był była tego tym także oraz dzisiaj bardzo",
  cs: "a v na se je to že s z do o i jak ale za po jsem si tak pro už co by který byl bylo být jako nebo když jsou má ve od ke dobrý den ahoj děkuji díky prosím ano ne jste není jen této mám také dnes velmi který kde",
  sk: "a v na sa je to že s z do o aj ako ale za po som si tak pre už čo by ktorý bol bolo byť alebo keď sú má vo od ku dobrý deň ahoj ďakujem vďaka prosím áno nie ste len táto mám tiež dnes veľmi kde ktoré",
  hr: "volim te si i u na se je da s za od do su ne to kao ali što iz po o koji bio bilo biti ili kada sam smo dobar dan hvala molim bok zdravo nije samo ovo imam također danas vrlo gdje koja koje nego ovaj te",
  sl: "in v na se je da s z za od do so ne to kot ali ki iz po o bil bilo biti ko sem smo dober dan hvala prosim živjo ni samo imam tudi danes zelo kje pa če še",
  ro: "te iubesc sunt mi și în de la cu pe nu a un o că este din pentru ca mai se sunt au care lui sau dar ce fi era fost prin ale al ai am eu tu el ea noi voi ei bună ziua salut mulțumesc foarte unde când azi acest această după fără",
  hu: "szeretlek vagyok a az és hogy nem is egy ez meg de volt van mint csak ha már el még ki én te ő mi ti ők kell lesz azt ezt vagy jó napot kívánok köszönöm szia igen mert nagyon hol mikor minden ami aki után alatt ma",
  tr: "seni seviyorum benim ve bir bu için ile da de çok ne var olarak daha gibi olan kadar sonra ama o ben sen biz siz onlar değil mi mı her en şey ya iyi merhaba günaydın teşekkürler evet hayır nasıl nasılsın olduğu bugün nerede",
  id: "aku kamu cinta ingin yang dan di ini itu dengan untuk tidak dari dalam akan pada saya juga ke karena ada bisa oleh sudah anda kami kita mereka adalah selamat pagi siang malam terima kasih apa kabar sangat telah lebih kalau hari semua baik",
  ms: "yang dan di ini itu dengan untuk tidak dari dalam akan pada saya juga ke kerana ada boleh oleh sudah anda kami kita mereka adalah selamat pagi tengahari malam terima kasih apa khabar sangat telah lebih kalau hari semua awak ialah hendak",
  fil: "ang ng sa na at ay mga ko mo siya ako ka ito hindi po kung ni si para pero kami tayo sila iyon may mayroon wala kumusta salamat magandang umaga araw gabi hapon oo lang din rin nang ano saan bakit ngayon ating",
  vi: "và của là có không được cho trong một các với này đã người những để khi từ về tôi bạn anh chị em chúng ta họ cũng như nhưng vào ra xin chào cảm ơn rất làm gì đâu nào sẽ đến hôm nay",
  ca: "el la els les un una de del i que en és per amb no es com més però o si també jo tu ell molt hola gràcies bon dia què on quan aquest aquesta són està",
  af: "die en van in is het nie dat ek jy hy sy ons julle hulle met vir op aan om was sal kan my jou goeie môre dankie baie hoe gaan dit",
  lt: "ir yra į kad su iš tai ne bet kaip ar aš tu jis ji mes jūs labas ačiū prašau taip labai kur kada šiandien",
  lv: "un ir uz ka ar no tas ne bet kā vai es tu viņš viņa mēs jūs labdien paldies lūdzu jā ļoti kur kad šodien",
  et: "ja on ei et see oli ta aga kui mis ma sa me te nad tere aitäh palun jah väga kus millal täna",
  is: "og í að það sem á er af fyrir með til hann en var ég við ekki um hún þú góðan daginn takk já nei hvar hvernig",
  sq: "dhe në të një që për me nga është nuk unë ti ai ajo ne ju po jo mirë faleminderit shumë ku kur si",
  sw: "na ya wa kwa ni katika la za kuwa hii huo mimi wewe yeye sisi habari asante ndiyo hapana sana wapi nini leo",
  cy: "yn y a i o ar mae am gan fod yr hi chi ni nhw bore da diolch ie na iawn ble sut heddiw",
  eu: "eta da ez bat du zen dira baina ere hau hori ni zu kaixo eskerrik asko bai non nola gaur oso",
};

/** For each word, the languages that have it among their commonest. */
export const LANGUAGES_OF_WORD = new Map<string, string[]>();
const WORDS_OF_LANGUAGE = new Map<string, Set<string>>();
for (const [language, list] of Object.entries(TABLE)) {
  const words = new Set(list.split(" "));
  WORDS_OF_LANGUAGE.set(language, words);
  for (const word of words) {
    const known = LANGUAGES_OF_WORD.get(word);
    if (known === undefined) LANGUAGES_OF_WORD.set(word, [language]);
    else known.push(language);
  }
}

/** Whether a word (lower case) is among the commonest of a language. */
export function isFunctionWord(word: string, language: string): boolean {
  return WORDS_OF_LANGUAGE.get(language)?.has(word) ?? false;
}
