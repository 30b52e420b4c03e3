import { baseLanguage } from "../languages";
import type { AddressWords } from "./urls";

/** What symbols are called in a language other than English. A missing word leaves the symbol to the engine. */
export interface LanguageWords extends AddressWords {
  percent: string;
  minus: string;
  times: string;
  /** Before a topic, as in `#music`. */
  hash: string;
  /** Counted nouns, one form for each plural category, in the order of `PLURAL_ORDER` with the last for all others. */
  dollar: string;
  euro: string;
  pound: string;
  yen: string;
  degrees: string;
}

const FIELDS = [
  "percent",
  "and",
  "plus",
  "minus",
  "equals",
  "times",
  "at",
  "dot",
  "slash",
  "dash",
  "underscore",
  "hash",
  "dollar",
  "euro",
  "pound",
  "yen",
  "degrees",
  "question",
  "numberSign",
  "colon",
] as const;

/** One row a language, words in the order of `FIELDS`; counted nouns have forms for one, (few,) many. */
const TABLE: Record<string, string> = {
  es: "por ciento|y|más|menos|igual a|por|arroba|punto|barra|guion|guion bajo|almohadilla|dólar/dólares|euro/euros|libra/libras|yen/yenes|grados|signo de interrogación|almohadilla|dos puntos",
  pt: "por cento|e|mais|menos|igual a|vezes|arroba|ponto|barra|hífen|sublinhado|hashtag|dólar/dólares|euro/euros|libra/libras|iene/ienes|graus|ponto de interrogação|cerquilha|dois pontos",
  fr: "pour cent|et|plus|moins|égale|fois|arobase|point|barre oblique|tiret|tiret bas|dièse|dollar/dollars|euro/euros|livre/livres|yen/yens|degrés|point d'interrogation|dièse|deux-points",
  de: "Prozent|und|plus|minus|gleich|mal|ät|Punkt|Schrägstrich|Bindestrich|Unterstrich|Hashtag|Dollar/Dollar|Euro/Euro|Pfund/Pfund|Yen/Yen|Grad|Fragezeichen|Raute|Doppelpunkt",
  it: "per cento|e|più|meno|uguale a|per|chiocciola|punto|barra|trattino|trattino basso|hashtag|dollaro/dollari|euro/euro|sterlina/sterline|yen/yen|gradi|punto interrogativo|cancelletto|due punti",
  nl: "procent|en|plus|min|is gelijk aan|keer|apenstaartje|punt|schuine streep|streepje|underscore|hashtag|dollar/dollar|euro/euro|pond/pond|yen/yen|graden|vraagteken|hekje|dubbele punt",
  sv: "procent|och|plus|minus|är lika med|gånger|snabel-a|punkt|snedstreck|bindestreck|understreck|hashtag|dollar/dollar|euro/euro|pund/pund|yen/yen|grader|frågetecken|fyrkant|kolon",
  da: "procent|og|plus|minus|er lig med|gange|snabel-a|punktum|skråstreg|bindestreg|understreg|hashtag|dollar/dollars|euro/euro|pund/pund|yen/yen|grader|spørgsmålstegn|havelåge|kolon",
  no: "prosent|og|pluss|minus|er lik|ganger|krøllalfa|punktum|skråstrek|bindestrek|understrek|emneknagg|dollar/dollar|euro/euro|pund/pund|yen/yen|grader|spørsmålstegn|firkant|kolon",
  fi: "prosenttia|ja|plus|miinus|on yhtä kuin|kertaa|ät-merkki|piste|kauttaviiva|viiva|alaviiva|risuaita|dollari/dollaria|euro/euroa|punta/puntaa|jeni/jeniä|astetta|kysymysmerkki|risuaita|kaksoispiste",
  pl: "procent|i|plus|minus|równa się|razy|małpa|kropka|ukośnik|myślnik|podkreślnik|hasztag|dolar/dolary/dolarów|euro/euro/euro|funt/funty/funtów|jen/jeny/jenów|stopni|znak zapytania|krzyżyk|dwukropek",
  cs: "procent|a|plus|minus|rovná se|krát|zavináč|tečka|lomítko|pomlčka|podtržítko|hashtag|dolar/dolary/dolarů|euro/eura/eur|libra/libry/liber|jen/jeny/jenů|stupňů|otazník|mřížka|dvojtečka",
  sk: "percent|a|plus|mínus|rovná sa|krát|zavináč|bodka|lomka|pomlčka|podčiarkovník|hashtag|dolár/doláre/dolárov|euro/eurá/eur|libra/libry/libier|jen/jeny/jenov|stupňov|otáznik|mriežka|dvojbodka",
  hr: "posto|i|plus|minus|jednako|puta|et|točka|kosa crta|crtica|podvlaka|hashtag|dolar/dolara/dolara|euro/eura/eura|funta/funte/funti|jen/jena/jena|stupnjeva|upitnik|ljestve|dvotočka",
  ro: "la sută|și|plus|minus|egal|ori|arond|punct|slash|cratimă|liniuță de subliniere|hashtag|dolar/dolari/de dolari|euro/euro/de euro|liră/lire/de lire|yen/yeni/de yeni|grade|semnul întrebării|diez|două puncte",
  hu: "százalék|és|plusz|mínusz|egyenlő|szorozva|kukac|pont|perjel|kötőjel|aláhúzás|hashtag|dollár/dollár|euró/euró|font/font|jen/jen|fok|kérdőjel|kettőskereszt|kettőspont",
  tr: "yüzde|ve|artı|eksi|eşittir|çarpı|et|nokta|eğik çizgi|tire|alt çizgi|etiket|dolar/dolar|avro/avro|sterlin/sterlin|yen/yen|derece|soru işareti|kare|iki nokta",
  ru: "процент/процента/процентов|и|плюс|минус|равно|умножить на|собака|точка|косая черта|дефис|подчёркивание|хештег|доллар/доллара/долларов|евро/евро/евро|фунт/фунта/фунтов|иена/иены/иен|градус/градуса/градусов|вопросительный знак|решётка|двоеточие",
  uk: "відсоток/відсотки/відсотків|і|плюс|мінус|дорівнює|помножити на|собачка|крапка|скісна риска|дефіс|підкреслення|хештег|долар/долари/доларів|євро/євро/євро|фунт/фунти/фунтів|єна/єни/єн|градус/градуси/градусів|знак питання|решітка|двокрапка",
  bg: "процента|и|плюс|минус|равно на|по|кльомба|точка|наклонена черта|тире|долна черта|хаштаг|долар/долара|евро/евро|паунд/паунда|йена/йени|градуса|въпросителен знак|диез|двоеточие",
  el: "τοις εκατό|και|συν|μείον|ίσον|επί|παπάκι|τελεία|κάθετος|παύλα|κάτω παύλα|χάσταγκ|δολάριο/δολάρια|ευρώ/ευρώ|λίρα/λίρες|γεν/γεν|βαθμοί|ερωτηματικό|δίεση|άνω και κάτω τελεία",
  ar: "بالمئة|و|زائد|ناقص|يساوي|ضرب|آت|نقطة|شرطة مائلة|شرطة|شرطة سفلية|هاشتاغ|دولار/دولار|يورو/يورو|جنيه/جنيه|ين/ين|درجة|علامة استفهام|هاش|نقطتان",
  he: "אחוז|ו|ועוד|פחות|שווה|כפול|שטרודל|נקודה|לוכסן|מקף|קו תחתון|האשטג|דולר/דולר|אירו/אירו|לירה/לירות|ין/ין|מעלות|סימן שאלה|סולמית|נקודתיים",
  fa: "درصد|و|به‌علاوه|منهای|مساوی|ضربدر|ات|نقطه|اسلش|خط تیره|زیرخط|هشتگ|دلار/دلار|یورو/یورو|پوند/پوند|ین/ین|درجه|علامت سؤال|مربع|دو نقطه",
  hi: "प्रतिशत|और|जमा|घटा|बराबर|गुणा|ऐट|डॉट|स्लैश|डैश|अंडरस्कोर|हैशटैग|डॉलर/डॉलर|यूरो/यूरो|पाउंड/पाउंड|येन/येन|डिग्री|प्रश्न चिह्न|हैश|कोलन",
  ta: "சதவீதம்|மற்றும்|கூட்டல்|கழித்தல்|சமம்|பெருக்கல்|அட்|புள்ளி|சாய்வுக்கோடு|கோடு|அடிக்கோடு|ஹேஷ்டேக்|டாலர்/டாலர்கள்|யூரோ/யூரோக்கள்|பவுண்டு/பவுண்டுகள்|யென்/யென்|டிகிரி|கேள்விக்குறி|ஹேஷ்|முக்காற்புள்ளி",
  id: "persen|dan|tambah|minus|sama dengan|kali|at|titik|garis miring|tanda hubung|garis bawah|tagar|dolar/dolar|euro/euro|pound/pound|yen/yen|derajat|tanda tanya|tagar|titik dua",
  ms: "peratus|dan|tambah|tolak|sama dengan|darab|at|titik|garis miring|sempang|garis bawah|tanda pagar|dolar/dolar|euro/euro|paun/paun|yen/yen|darjah|tanda soal|tanda pagar|titik bertindih",
  fil: "porsyento|at|dagdag|bawas|katumbas ng|beses|at|tuldok|slash|gitling|underscore|hashtag|dolyar/dolyar|euro/euro|pound/pound|yen/yen|digri|tandang pananong|hash|tutuldok",
  vi: "phần trăm|và|cộng|trừ|bằng|nhân|a còng|chấm|gạch chéo|gạch ngang|gạch dưới|thẻ|đô la/đô la|ơ rô/ơ rô|bảng/bảng|yên/yên|độ|dấu hỏi|dấu thăng|dấu hai chấm",
  zh: "百分之|和|加|减|等于|乘|艾特|点|斜杠|横杠|下划线|话题|美元/美元|欧元/欧元|英镑/英镑|日元/日元|度|问号|井号|冒号",
  yue: "百分之|同|加|減|等於|乘|at|點|斜線|橫線|底線|話題|美元/美元|歐元/歐元|英鎊/英鎊|日圓/日圓|度|問號|井號|冒號",
  ja: "パーセント|アンド|プラス|マイナス|イコール|かける|アット|ドット|スラッシュ|ハイフン|アンダーバー|ハッシュタグ|ドル/ドル|ユーロ/ユーロ|ポンド/ポンド|えん/えん|ど|クエスチョン|シャープ|コロン",
  ko: "퍼센트|그리고|더하기|마이너스|는|곱하기|골뱅이|점|슬래시|하이픈|밑줄|해시태그|달러/달러|유로/유로|파운드/파운드|엔/엔|도|물음표|샵|콜론",
  th: "เปอร์เซ็นต์|และ|บวก|ลบ|เท่ากับ|คูณ|แอท|จุด|ทับ|ขีด|ขีดล่าง|แฮชแท็ก|ดอลลาร์/ดอลลาร์|ยูโร/ยูโร|ปอนด์/ปอนด์|เยน/เยน|องศา|เครื่องหมายคำถาม|แฮช|โคลอน",
  ca: "per cent|i|més|menys|igual a|per|arrova|punt|barra|guió|guió baix|coixinet|dòlar/dòlars|euro/euros|lliura/lliures|ien/iens|graus|signe d'interrogació|coixinet|dos punts",
};

const WORDS = new Map<string, LanguageWords>();

/** The words of a language, or undefined if the table has none. */
export function wordsOf(language: string): LanguageWords | undefined {
  const base = baseLanguage(language);
  const built = WORDS.get(base);
  if (built !== undefined) return built;
  const row = TABLE[base];
  if (row === undefined) return undefined;
  const names = row.split("|");
  const words = Object.fromEntries(
    FIELDS.map((field, index) => [field, names[index] ?? ""]),
  ) as unknown as LanguageWords;
  WORDS.set(base, words);
  return words;
}

const RULES = new Map<string, Intl.PluralRules>();

/** The form of a counted noun ("евро/евро/евро") for a number: one, few, many, where the language tells them apart. */
export function countedForm(forms: string, count: number, language: string): string {
  const choices = forms.split("/");
  if (choices.length === 1) return forms;
  let rules = RULES.get(language);
  if (rules === undefined) {
    rules = new Intl.PluralRules(baseLanguage(language));
    RULES.set(language, rules);
  }
  const category = rules.select(count);
  if (category === "one") return choices[0]!;
  return category === "few" && choices.length > 2 ? choices[1]! : choices.at(-1)!;
}

/** Units of measure as words, for languages in which the engine would read their Latin letters in English. */
const UNITS: Record<string, string> = {
  ru: "km=километр/километра/километров|m=метр/метра/метров|cm=сантиметр/сантиметра/сантиметров|mm=миллиметр/миллиметра/миллиметров|kg=килограмм/килограмма/килограммов|g=грамм/грамма/граммов",
  uk: "km=кілометр/кілометри/кілометрів|m=метр/метри/метрів|cm=сантиметр/сантиметри/сантиметрів|mm=міліметр/міліметри/міліметрів|kg=кілограм/кілограми/кілограмів|g=грам/грами/грамів",
  bg: "km=километър/километра|m=метър/метра|cm=сантиметър/сантиметра|mm=милиметър/милиметра|kg=килограм/килограма|g=грам/грама",
  el: "km=χιλιόμετρο/χιλιόμετρα|m=μέτρο/μέτρα|cm=εκατοστό/εκατοστά|mm=χιλιοστό/χιλιοστά|kg=κιλό/κιλά|g=γραμμάριο/γραμμάρια",
  ar: "km=كيلومتر|m=متر|cm=سنتيمتر|mm=مليمتر|kg=كيلوغرام|g=غرام",
  he: "km=קילומטר|m=מטר|cm=סנטימטר|mm=מילימטר|kg=קילוגרם|g=גרם",
  fa: "km=کیلومتر|m=متر|cm=سانتی‌متر|mm=میلی‌متر|kg=کیلوگرم|g=گرم",
  hi: "km=किलोमीटर|m=मीटर|cm=सेंटीमीटर|mm=मिलीमीटर|kg=किलोग्राम|g=ग्राम",
  ta: "km=கிலோமீட்டர்|m=மீட்டர்|cm=சென்டிமீட்டர்|mm=மில்லிமீட்டர்|kg=கிலோகிராம்|g=கிராம்",
  zh: "km=公里|m=米|cm=厘米|mm=毫米|kg=公斤|g=克",
  yue: "km=公里|m=米|cm=厘米|mm=毫米|kg=公斤|g=克",
  ja: "km=キロメートル|m=メートル|cm=センチメートル|mm=ミリメートル|kg=キログラム|g=グラム",
  ko: "km=킬로미터|m=미터|cm=센티미터|mm=밀리미터|kg=킬로그램|g=그램",
  th: "km=กิโลเมตร|m=เมตร|cm=เซนติเมตร|mm=มิลลิเมตร|kg=กิโลกรัม|g=กรัม",
};

/** The word for a unit sign ("km") in a language that does not write Latin letters, as a counted noun. */
export function unitForms(sign: string, language: string): string | undefined {
  const row = UNITS[baseLanguage(language)];
  return row
    ?.split("|")
    .find((entry) => entry.startsWith(`${sign}=`))
    ?.slice(sign.length + 1);
}

/** Languages that write a comma before the fraction, so that "25.50" must become "25,50" before the engine. */
const DECIMAL_COMMA = new Set(
  "af az be bg bs ca cs da de el es et eu fi fr hr hu hy id is it ka kk ky lb lt lv mk nl no pl pt ro ru sk sl sq sr sv tr tt uk uz vi".split(
    " ",
  ),
);

export function writesDecimalComma(language: string): boolean {
  return DECIMAL_COMMA.has(baseLanguage(language)) && language !== "es-MX" && language !== "es-US";
}
