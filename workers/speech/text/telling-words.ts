import { LANGUAGES_OF_WORD } from "./function-words";

/**
 * Words of everyday phrases. A short text may hold nothing else that tells its language; unlike function words they are as
 * good as any to cut a sentence after.
 */
const PHRASE_WORDS: Record<string, string> = {
  en: "an problem ten without before again still down off while should must might such those both being does did doing done every under against between another find help next last long little own same today tomorrow",
  de: "gute nacht vielen dank problem alles klar tut leid dir bin bist habe machst mache komme kommt gleich frohe weihnachten herzlichen glückwunsch geburtstag wiedersehen abend liebe leben welt entschuldigung ins gehen gehe ging hast hatte hatten waren würde möchte kannst können muss müssen soll sollte wollen schon immer wieder dann dort doch etwas andere anderen viel viele wenig gibt sagt sagte jetzt gestern zeit jahr jahre leute kinder haus stadt straße wasser sonne scheint regen schnelle kleine kleiner kleinen große großer großen neue neuen neuer alte alten zwei drei vier fünf seine ihre ihren unser unsere diese dieser dieses jeder zwischen gegen ohne beim vom weil damit",
  fr: "bonsoir bonne nuit bientôt voudrais sais beaucoup joyeux anniversaire noël plaît vie gare ami journée soirée matin soir heures heure jour jours semaine année peut peux veut faut vais allons viens vient dit petit homme femme enfant enfants maison ville temps eau ici là maintenant toujours jamais encore déjà après avant chez entre quelque autre autres notre votre leur mes tes nos vos cet étaient huit trois quatre cinq beau belle pourquoi combien quand coûte",
  es: "vamos casa noches tardes muchas feliz cumpleaños navidad hablo perro gato mañana amigo amigos siento vale dia playa estoy aquí allí ahora siempre nunca hacer hace tiene tienen puede puedo quiere voy va fue fueron era agua año años noche hombre mujer niños ciudad calle trabajo bueno buena grande pequeño mejor otra otras cada así aunque nuestro nuestra ellas cuánto cuesta dice dijo nadie tarde toda",
  it: "buona notte giornata amo mille casa bella vita gatto prego arrivederci scusi piacere auguri quanto costa voglio vorrei mangiare faccio andare vado andiamo stanno aveva erano stato anno anni uomo donna bambini città strada acqua grande piccolo nuovo bene adesso sempre ancora già dopo senza ogni altro altri nostra nostro suo sua suoi mio mia tuo tua",
  pt: "boa noite tarde amo sei feliz obrigados aniversário gato mesa casa vida amigo desculpe estou aqui agora sempre nunca fazer faz tem pode posso quero vou vai vamos água ano anos homem mulher menino cidade rua trabalho grande pequeno melhor outro outra cada assim porque nosso nossa quanto custa ninguém",
  nl: "goede nacht avond graag welkom alsjeblieft gefeliciteerd vind weet gaan ging wil moet moeten komen komt zien doen doet maken huis straat stad kinderen jaar jaren altijd nooit nu weer daar andere veel kleine grote nieuwe oude twee drie ons onze zonder omdat zit tafel schijnt zon",
  sv: "natt älskar vet välkommen ursäkta grattis mycket",
  da: "mange elsker ved nat velkommen undskyld tillykke farvel",
  no: "mange elsker vet natt velkommen unnskyld gratulerer",
  fi: "yötä paljon tervetuloa anteeksi onnea",
  pl: "masz kocham cię proszę noc przepraszam gdzie miło lubię kawę domu idę jadę mam mamy chcę teraz zawsze nigdy tutaj tam dom miasto woda rok lata człowiek kobieta dzieci dobrze duży mały nowy stary inny każdy nasz bez pod nad przed między słychać",
  cs: "máš noc miluji dobrou děkujeme promiňte mluvíte česky mám máme chci teď vždy nikdy tady tam dům město voda rok lidé dobře velký malý nový starý jiný každý náš bez pod nad před mezi",
  hr: "laku noć hvala oprostite",
  ro: "noapte faci bine dimineața",
  hu: "éjszakát reggelt kívánok köszönjük",
  tr: "geceler iyiyim lütfen hoş geldiniz",
  id: "tidur makan nama saya tolong maaf",
};

const LANGUAGES_OF_PHRASE_WORD = new Map<string, string[]>();
for (const [language, list] of Object.entries(PHRASE_WORDS)) {
  for (const word of new Set(list.split(" "))) {
    const known = LANGUAGES_OF_PHRASE_WORD.get(word);
    if (known === undefined) LANGUAGES_OF_PHRASE_WORD.set(word, [language]);
    else known.push(language);
  }
}

/** The languages in Latin letters that a word (lower case) is common in. */
export function languagesOfWord(word: string): readonly string[] {
  const common = LANGUAGES_OF_WORD.get(word);
  const ofPhrases = LANGUAGES_OF_PHRASE_WORD.get(word);
  if (common === undefined || ofPhrases === undefined) return common ?? ofPhrases ?? [];
  return [...new Set([...common, ...ofPhrases])];
}
