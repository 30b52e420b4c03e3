export interface SampleText {
  /** ISO 639-1 (BCP 47 for Filipino). */
  code: string;
  name: string;
  nativeName: string;
  /** At most 250 characters, so that it fits the try-it. */
  text: string;
}

/** What is shown before a language is chosen. */
export const DEFAULT_SAMPLE: SampleText = {
  code: "en",
  name: "English",
  nativeName: "English",
  text: "The lighthouse keeper read the letter twice, folded it, and laughed. After eleven years of fog and silence, somebody had finally written to ask about the light.",
};

/** One text for each language of the landing pages (spec 001, section 2) and the three further base languages. */
export const SAMPLE_TEXTS: readonly SampleText[] = [
  DEFAULT_SAMPLE,
  {
    code: "es",
    name: "Spanish",
    nativeName: "Español",
    text: "Cada mañana, antes de abrir la panadería, Lucía escuchaba la radio con las ventanas abiertas. Decía que el pan sale mejor cuando alguien le cuenta historias.",
  },
  {
    code: "fr",
    name: "French",
    nativeName: "Français",
    text: "Le dernier train venait de partir. Sur le quai, une vieille dame souriait : elle avait toute la nuit devant elle, un bon livre, et un thermos de café.",
  },
  {
    code: "de",
    name: "German",
    nativeName: "Deutsch",
    text: "Als der Regen endlich aufhörte, öffnete sie das Fenster. Unten auf der Straße spielte jemand Geige, leise und ein wenig falsch, aber mit großer Freude.",
  },
  {
    code: "it",
    name: "Italian",
    nativeName: "Italiano",
    text: "Nel cortile c'era un limone che nessuno aveva piantato. Ogni primavera fioriva per primo, come se volesse ricordare a tutti che l'inverno era finito.",
  },
  {
    code: "pt",
    name: "Portuguese",
    nativeName: "Português",
    text: "O barco voltou ao porto ao anoitecer, carregado de peixe e de notícias. As crianças correram até o cais para ouvir as duas coisas.",
  },
  {
    code: "nl",
    name: "Dutch",
    nativeName: "Nederlands",
    text: "Op zolder vond hij een doos met brieven. Bij het eerste zinnetje hoorde hij meteen weer de stem van zijn grootvader, traag en vriendelijk.",
  },
  {
    code: "pl",
    name: "Polish",
    nativeName: "Polski",
    text: "W małej księgarni na rogu zawsze pachniało kawą. Sprzedawca znał każdą książkę i chętnie czytał na głos pierwszą stronę.",
  },
  {
    code: "ru",
    name: "Russian",
    nativeName: "Русский",
    text: "Утром выпал первый снег, и город вдруг стал тихим. Только трамвай звенел вдалеке, будто рассказывал кому-то очень старую сказку.",
  },
  {
    code: "uk",
    name: "Ukrainian",
    nativeName: "Українська",
    text: "Над річкою стояв туман, і мосту майже не було видно. Але з того берега долинала пісня, і вона вказувала дорогу.",
  },
  {
    code: "cs",
    name: "Czech",
    nativeName: "Čeština",
    text: "Na půdě našli staré rádio. Když ho zapnuli, ozvala se hudba, která voněla létem a prachem dávných cest.",
  },
  {
    code: "sk",
    name: "Slovak",
    nativeName: "Slovenčina",
    text: "Pri potoku rástla stará vŕba. Deti verili, že keď sa k nej nakloníš, počuješ, čo si šepkajú kamene.",
  },
  {
    code: "hr",
    name: "Croatian",
    nativeName: "Hrvatski",
    text: "More je bilo mirno, a svjetla otoka treperila su u daljini. Netko je na obali tiho svirao gitaru.",
  },
  {
    code: "bg",
    name: "Bulgarian",
    nativeName: "Български",
    text: "В планината вятърът говореше с боровете. Овчарят го слушаше и казваше, че утре времето ще бъде хубаво.",
  },
  {
    code: "ro",
    name: "Romanian",
    nativeName: "Română",
    text: "În grădina bunicii, merele cădeau singure în iarbă. Seara, toată casa mirosea a plăcintă și a povești.",
  },
  {
    code: "el",
    name: "Greek",
    nativeName: "Ελληνικά",
    text: "Το καράβι έφευγε κάθε βράδυ στις οκτώ. Η Άννα στεκόταν στο λιμάνι και άκουγε τη θάλασσα να λέει τα νέα της.",
  },
  {
    code: "tr",
    name: "Turkish",
    nativeName: "Türkçe",
    text: "Sabah vapuru sisin içinden çıktı. Martılar peşindeydi, çaylar sıcaktı ve herkes pencereden aynı denize bakıyordu.",
  },
  {
    code: "sv",
    name: "Swedish",
    nativeName: "Svenska",
    text: "På kvällen blev sjön alldeles stilla. Någonstans på andra sidan skrattade någon, och hela viken svarade.",
  },
  {
    code: "da",
    name: "Danish",
    nativeName: "Dansk",
    text: "Der var kun ét lys tændt i byen den nat. Bagerens vindue stod åbent, og duften af brød gik tur i gaderne.",
  },
  {
    code: "no",
    name: "Norwegian",
    nativeName: "Norsk",
    text: "Fjellet lå stille i morgensola. Langt nede i dalen hørte de bjellene, og så begynte dagen.",
  },
  {
    code: "fi",
    name: "Finnish",
    nativeName: "Suomi",
    text: "Metsässä oli niin hiljaista, että kuuli lumen putoavan oksalta. Sitten jossain kaukana käki kukkui kolme kertaa.",
  },
  {
    code: "hu",
    name: "Hungarian",
    nativeName: "Magyar",
    text: "A régi kávéházban mindig ugyanaz a zongorista játszott. Sosem kérdezte, mit kérnek, mégis mindig tudta.",
  },
  {
    code: "ar",
    name: "Arabic",
    nativeName: "العربية",
    text: "في الصباح الباكر كان البائع ينادي في الشارع الطويل، وكان صوته يسبق رائحة الخبز إلى كل نافذة مفتوحة.",
  },
  {
    code: "hi",
    name: "Hindi",
    nativeName: "हिन्दी",
    text: "बारिश के बाद गली में बच्चों की हँसी गूँज रही थी। दादी खिड़की पर बैठी पुरानी कहानी फिर से सुना रही थीं।",
  },
  {
    code: "ta",
    name: "Tamil",
    nativeName: "தமிழ்",
    text: "காலை நேரத்தில் கோவில் மணி ஒலித்தது. அம்மா கோலம் போட்டுக்கொண்டே ஒரு பழைய பாடலைப் பாடினாள்.",
  },
  {
    code: "id",
    name: "Indonesian",
    nativeName: "Bahasa Indonesia",
    text: "Setiap sore, kakek duduk di beranda dan bercerita tentang laut. Kami mendengarkan sampai lampu desa menyala.",
  },
  {
    code: "ms",
    name: "Malay",
    nativeName: "Bahasa Melayu",
    text: "Pagi itu pasar sudah ramai. Seorang penjual buah menyanyi kecil sambil menyusun mangga yang harum.",
  },
  {
    code: "fil",
    name: "Filipino",
    nativeName: "Filipino",
    text: "Tuwing gabi, nagkukuwento si lola tungkol sa mga bituin. Tahimik kaming nakikinig habang humuhuni ang mga kuliglig.",
  },
  {
    code: "vi",
    name: "Vietnamese",
    nativeName: "Tiếng Việt",
    text: "Buổi sáng, tiếng rao vang lên trong con ngõ nhỏ. Mùi cà phê và mưa đêm qua vẫn còn trên mái nhà.",
  },
  {
    code: "zh",
    name: "Chinese",
    nativeName: "中文",
    text: "清晨的湖面上有一层薄雾。老船夫一边摇橹,一边唱起年轻时的歌,声音传得很远。",
  },
  {
    code: "ja",
    name: "Japanese",
    nativeName: "日本語",
    text: "ゆうがたの えきで、だれかが ふえを ふいていました。みんな すこしだけ あるくのを やめて、しずかに きいていました。",
  },
  {
    code: "ko",
    name: "Korean",
    nativeName: "한국어",
    text: "비가 그치자 골목에 다시 사람들이 모였습니다. 어디선가 피아노 소리가 들리고, 모두 잠시 걸음을 멈추었습니다.",
  },
];

/** Longest text an anonymous visitor may have spoken. */
export const TRY_IT_LIMIT = 250;

export function findSample(code: string | null): SampleText | undefined {
  return SAMPLE_TEXTS.find((sample) => sample.code === code);
}
