import { baseLanguage } from "./languages";

/**
 * Abbreviations that are written with a full stop: their words where the engine does not know them, and whether a
 * sentence can end with them ("etc.", "Inc.") or never does ("Dr.").
 */
export interface Abbreviation {
  /** What it is read as; undefined leaves it to the engine, stop included. */
  words?: string;
  canEndSentence: boolean;
}

/** `abbr=words` or `abbr`, separated by `|`; a `*` in front: a sentence can end with it. */
const TABLE: Record<string, string> = {
  en: "mr=Mister|mrs=missus|ms=Miz|messrs=Messers|dr=Doctor|prof=Professor|rev=Reverend|gen=General|col=Colonel|capt=Captain|cmdr=Commander|lt=Lieutenant|sgt=Sergeant|cpl=Corporal|maj=Major|adm=Admiral|gov=Governor|sen=Senator|rep=Representative|pres=President|hon=Honorable|st=Saint|mt=Mount|ft=Fort|vs=versus|v=versus|e.g=for example|i.e=that is|cf=compare|viz=namely|approx=approximately|no=number|nos=numbers|vol=volume|vols=volumes|fig=figure|figs=figures|pp=pages|p=page|ch=chapter|ed=edition|eds=editors|sec=section|art=article|eq=equation|est=established|dept=department|univ=University|assn=Association|asst=assistant|min=minimum|max=maximum|avg=average|temp=temperature|tel=telephone|ext=extension|jan=January|feb=February|mar=March|apr=April|jun=June|jul=July|aug=August|sep=September|sept=September|oct=October|nov=November|dec=December|mon=Monday|tue=Tuesday|tues=Tuesday|wed=Wednesday|thu=Thursday|thur=Thursday|thurs=Thursday|fri=Friday|*etc=et cetera|*al|*inc=Incorporated|*corp=Corporation|*co=Company|*ltd=Limited|*bros=Brothers|*jr=Junior|*sr=Senior|*esq=Esquire|*ave=Avenue|*blvd=Boulevard|*rd=Road|*hwy=Highway|*apt=apartment|*a.m=ay M|*p.m=P M|*u.s|*u.s.a|*u.k|*u.n|*e.u|*d.c|*b.c=B C|*a.d=ay D|*ph.d=P H D|*m.d=M D|*b.a=B ay|*m.a=M ay|*a.k.a=also known as",
  es: "sr=señor|sra=señora|srta=señorita|sres=señores|dr=doctor|dra=doctora|prof=profesor|profa=profesora|d|dña=doña|ud=usted|uds=ustedes|p.ej=por ejemplo|p. ej=por ejemplo|núm=número|pág=página|págs=páginas|av=avenida|avda=avenida|ee.uu=Estados Unidos|gral=general|lic=licenciado|ing=ingeniero|aprox=aproximadamente|tel=teléfono|art=artículo|vol=volumen|*etc=etcétera",
  pt: "sr=senhor|sra=senhora|srta=senhorita|dr=doutor|dra=doutora|prof=professor|profa=professora|eng=engenheiro|av=avenida|p.ex=por exemplo|pág=página|págs=páginas|núm=número|tel=telefone|aprox=aproximadamente|art=artigo|vol=volume|*ltda=limitada|*etc=etcétera",
  fr: "m=monsieur|mm=messieurs|dr=docteur|pr=professeur|st=saint|ste=sainte|av=avenue|bd=boulevard|p.ex=par exemple|p. ex=par exemple|cf=confer|env=environ|tél=téléphone|art=article|vol=volume|p=page|pp=pages|chap=chapitre|*etc=et cetera",
  de: "dr=Doktor|prof=Professor|hr=Herr|hrn=Herrn|fr=Frau|nr=Nummer|z.b=zum Beispiel|z. b=zum Beispiel|d.h=das heißt|d. h=das heißt|u.a=unter anderem|u. a=unter anderem|i.d.r=in der Regel|s.o=siehe oben|s.u=siehe unten|v.a=vor allem|bzw=beziehungsweise|ca=circa|evtl=eventuell|ggf=gegebenenfalls|vgl=vergleiche|inkl=inklusive|exkl=exklusive|max=maximal|min=minimal|st=Sankt|abs=Absatz|art=Artikel|bd=Band|kap=Kapitel|tel=Telefon|mio=Millionen|mrd=Milliarden|jh=Jahrhundert|geb=geboren|gest=gestorben|*str=Straße|*usw=und so weiter|*etc=et cetera",
  it: "sig=signor|sigg=signori|sig.ra=signora|sig.na=signorina|dott=dottor|dott.ssa=dottoressa|dr=dottor|prof=professor|prof.ssa=professoressa|ing=ingegner|avv=avvocato|arch=architetto|on=onorevole|p.es=per esempio|ad es=ad esempio|pag=pagina|pagg=pagine|art=articolo|vol=volume|tel=telefono|s=San|*ecc=eccetera|*etc=eccetera",
  nl: "dhr=de heer|mevr=mevrouw|mw=mevrouw|dr=dokter|drs=doctorandus|prof=professor|ir=ingenieur|ing=ingenieur|mr=meester|bijv=bijvoorbeeld|bv=bijvoorbeeld|o.a=onder andere|d.w.z=dat wil zeggen|m.b.t=met betrekking tot|t.o.v=ten opzichte van|i.p.v=in plaats van|nr=nummer|ca=circa|blz=bladzijde|tel=telefoon|st=Sint|*enz=enzovoort|*etc=et cetera",
  sv: "dr=doktor|prof=professor|t.ex=till exempel|t. ex=till exempel|bl.a=bland annat|d.v.s=det vill säga|dvs=det vill säga|ca=cirka|nr=nummer|kl=klockan|tel=telefon|s.k=så kallad|*osv=och så vidare|*m.m=med mera|*etc=etcetera",
  da: "dr=doktor|prof=professor|f.eks=for eksempel|bl.a=blandt andet|dvs=det vil sige|ca=cirka|nr=nummer|kl=klokken|tlf=telefon|*osv=og så videre|*m.m=med mere|*etc=et cetera",
  no: "dr=doktor|prof=professor|f.eks=for eksempel|bl.a=blant annet|dvs=det vil si|ca=cirka|nr=nummer|kl=klokken|tlf=telefon|*osv=og så videre|*m.m=med mer|*etc=et cetera",
  fi: "esim=esimerkiksi|n=noin|nro=numero|puh=puhelin|mm=muun muassa|ts=toisin sanoen|prof=professori|tri=tohtori|*jne=ja niin edelleen|*ym=ynnä muuta",
  pl: "prof=profesor|dr=doktor|inż=inżynier|mgr=magister|np=na przykład|tzn=to znaczy|tj=to jest|tzw=tak zwany|m.in=między innymi|ul=ulica|al=aleja|nr=numer|godz=godzina|tel=telefon|ok=około|św=święty|str=strona|*itd=i tak dalej|*itp=i tym podobne|*r",
  cs: "dr=doktor|prof=profesor|ing=inženýr|mgr=magistr|bc=bakalář|např=například|tj=to jest|tzv=takzvaný|č=číslo|ul=ulice|tel=telefon|sv=svatý|str=strana|cca=cirka|*atd=a tak dále|*apod=a podobně",
  sk: "dr=doktor|prof=profesor|ing=inžinier|mgr=magister|napr=napríklad|t.j=to jest|tzv=takzvaný|č=číslo|ul=ulica|tel=telefón|sv=svätý|str=strana|*atď=a tak ďalej|*a pod=a podobne",
  hr: "dr=doktor|prof=profesor|ing=inženjer|npr=na primjer|tj=to jest|tzv=takozvani|br=broj|ul=ulica|tel=telefon|sv=sveti|str=stranica|*itd=i tako dalje|*sl=slično",
  ro: "dl=domnul|dna=doamna|d-na=doamna|dr=doctor|prof=profesor|nr=număr|str=strada|tel=telefon|ex=exemplu|de ex=de exemplu|*etc=et cetera",
  hu: "dr=doktor|prof=professzor|pl=például|kb=körülbelül|ill=illetve|ún=úgynevezett|tel=telefon|sz=szám|*stb=és a többi",
  tr: "dr=doktor|prof=profesör|doç=doçent|av=avukat|sn=sayın|no=numara|tel=telefon|mah=mahalle|cad=cadde|sok=sokak|örn=örneğin|yy=yüzyıl|*vb=ve benzeri|*vs=vesaire",
  id: "dr=doktor|prof=profesor|bpk=bapak|no=nomor|jl=jalan|tel=telepon|*dll=dan lain lain|*dsb=dan sebagainya",
  ru: "т.е=то есть|т. е=то есть|т.к=так как|т.н=так называемый|н.э=нашей эры|г|гг|ул=улица|пр=проспект|д|кв=квартира|им=имени|проф=профессор|акад=академик|др=доктор|стр=страница|рис=рисунок|тел=телефон|руб=рублей|коп=копеек|тыс=тысяч|млн=миллионов|млрд=миллиардов|см=смотри|напр=например|св=святой|*т.д=так далее|*т. д=так далее|*т.п=тому подобное|*т. п=тому подобное|*др",
  uk: "т.зв=так званий|тобто|м|р|рр|вул=вулиця|просп=проспект|ім=імені|проф=професор|акад=академік|др=доктор|стор=сторінка|тел=телефон|грн=гривень|тис=тисяч|млн=мільйонів|млрд=мільярдів|див=дивись|напр=наприклад|св=святий|*т.д=так далі|*т.п=тому подібне|*ін=інше",
  bg: "г|ул=улица|бул=булевард|проф=професор|др=доктор|напр=например|т.е=то ест|т.нар=така наречен|стр=страница|тел=телефон|лв=лева|св=свети|хил=хиляди|млн=милиона|млрд=милиарда|*т.н=така нататък|*др=други",
  el: "κ|κα|κος|δρ=δόκτωρ|καθ=καθηγητής|π.χ=παραδείγματος χάριν|δηλ=δηλαδή|αρ=αριθμός|σελ=σελίδα|τηλ=τηλέφωνο|οδ=οδός|*κ.λπ=και λοιπά|*κλπ=και λοιπά|*κ.ά=και άλλα",
  ca: "sr=senyor|sra=senyora|dr=doctor|dra=doctora|prof=professor|núm=número|pàg=pàgina|tel=telèfon|*etc=etcètera",
};

const TABLES = new Map<string, Map<string, Abbreviation>>();
const NONE: ReadonlyMap<string, Abbreviation> = new Map();

function tableOf(language: string): ReadonlyMap<string, Abbreviation> {
  const base = baseLanguage(language);
  const built = TABLES.get(base);
  if (built !== undefined) return built;
  const rows = TABLE[base];
  if (rows === undefined) return NONE;
  const table = new Map<string, Abbreviation>();
  for (const row of rows.split("|")) {
    const canEndSentence = row.startsWith("*");
    const [key = "", words] = row.slice(canEndSentence ? 1 : 0).split("=");
    // The first entry of a key wins: "ft" is Fort before feet, "др" doctor before others.
    if (!table.has(key)) table.set(key, { ...(words === undefined ? {} : { words }), canEndSentence });
  }
  TABLES.set(base, table);
  return table;
}

/** The abbreviation written `word` + "." in a language; `word` without its last stop, any case. */
export function findAbbreviation(word: string, language: string): Abbreviation | undefined {
  return tableOf(language).get(word.toLowerCase());
}

/** Languages in which a number with a stop is an ordinal ("3. Oktober"). */
const ORDINAL_STOP = new Set([
  "de",
  "da",
  "no",
  "fi",
  "cs",
  "sk",
  "hr",
  "sl",
  "hu",
  "pl",
  "sr",
  "bs",
  "tr",
  "et",
  "lv",
  "is",
]);

/** Whether a stop after a number can make it an ordinal. */
export function hasOrdinalStop(language: string): boolean {
  return ORDINAL_STOP.has(baseLanguage(language));
}
