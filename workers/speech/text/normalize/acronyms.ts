/** How English words in capitals are read: as a word (NASA), letter by letter (FBI), or as shouting (STOP). */

const AS_WORDS = new Set(
  "NASA NATO UNESCO UNICEF OPEC NAFTA ASEAN FIFA UEFA NASCAR NASDAQ AIDS COVID SARS MERS LASER RADAR SONAR SCUBA TASER SWAT PIN SIM RAM ROM LAN WAN GIF BIOS ASCII SCSI JSON YAML TOML REST SOAP CRUD AJAX BASIC FORTRAN COBOL LISP PERL UNIX LINUX SAAS PAAS CAPTCHA DARPA NOAA FEMA OSHA HIPAA COBRA ERISA NIMBY YOLO FOMO IKEA LEGO SAT ACT MENSA CERN ESA NORAD INTERPOL EUROPOL BREXIT WASP MIDI CAD CAM RAID DOOM NOVA ISO LIDAR GAAP VAT LUT POTUS SCOTUS FLOTUS MOMA NASDAQ TED ZIP RISC CISC DRAM SRAM SIGINT AWOL SNAFU JPEG MPEG WYSIWYG".split(
    " ",
  ),
);

const AS_LETTERS = new Set(
  "FBI CIA NSA USA UK EU UN US PDF HTML CSS XML SQL API URL URI CEO CFO CTO COO HR PR IT ID TV PC OK AI ML AR VR XR UI UX QA IBM BBC CNN NBC ABC CBS ESPN HBO MTV NBA NFL MLB NHL MLS DNA RNA HIV GPS USB SMS MMS ATM BMW VW IQ EQ CD DVD DJ VIP FAQ DIY GDP IPO IRS LA NY DC SF PM AM AD BC CE BCE EST PST UTC GMT MIT UCLA SSH SSL TLS HTTP HTTPS FTP DNS IP TCP UDP CPU GPU SSD HDD LED LCD OLED IOT B2B B2C SDK CLI OS IOS NFC RFID VPN LLM GPT TTS STT ASR NLP AWS GCP IEEE ISP EV SUV UFO DUI ER ICU IV MRI ECG PTSD ADHD OCD LGBT LGBTQ UAE EUR USD GBP AKA ASAP RSVP ETA EOD FYI BTW LOL OMG IMO IMHO TBD TBA RIP AOL GE GM HP LG MS UPS USPS EPA FDA CDC WHO IMF WTO NGO PHD MBA BA MA BS MD RN DOB SSN".split(
    " ",
  ),
);

/** Short words that appear in capitals for emphasis; as letters they would be nonsense. */
const SHOUTED = new Set(
  "THE AND NOT YOU ARE ALL NEW NOW FOR BUT CAN WAS HAS HAD HIS HER OUR OUT OFF ONE TWO TEN SIX GET GOT LET SAY SEE TRY USE WAY WHY HOW YES BIG BAD BEST GOOD FREE SALE STOP HELP OPEN SHUT ONLY EVER JUST VERY MUST WILL WITH THIS THAT WHAT WHEN YOUR FROM HAVE MORE MOST LESS LAST NEXT LOVE HATE LIVE LIFE HOPE EXIT PUSH PULL WARNING CAUTION DANGER NOTE OH NO GO DO IF IN IS IT'S ON OR SO TO UP WE BE BY HE ME MY AN AS AT OF A I AM END ADD BUY EAT FUN HEY HOT JOB MAN MEN OLD OWN PAY PUT RED RUN SET SHE SIT SKY SON SUN TAX TOP TOO WAR WIN WON YET ZERO WOW AGE AIR ARM ART ASK BAR BED BIT BOX BOY CAR CAT CUP CUT DAD DAY DID DOG DRY EAR EYE FAR FEW FIT FLY GAS GUY HIT ICE KEY KID LAW LAY LEG LIE LOT LOW MAP MOM OIL PER RAW SEA SIR TEA TIP TOY VIA WET LOG".split(
    " ",
  ),
);

/** A vowel with consonants that English can begin and end with. */
const PRONOUNCEABLE =
  /^(?:[BCDFGHJKLMNPRSTVWXYZ]|[BCFGPS]L|[BCDFGPT]R|CH|SH|TH|WH|PH|QU|S[CKLMNPQTW]|ST?R|SCR|SPR|SPL|TW|KN)?[AEIOUY]{1,2}(?:[BCDFGKLMNPRSTVXZ]{1,2}[AEIOUY]{1,2}){0,4}(?:[BCDFGKLMNPRSTVWXYZ]|CK|CH|SH|TH|NG|N[DKT]|L[DKLMPT]|M[P]|R[DKLMNTSP]|S[KPST]|FT|CT|PT|LL|SS|FF|E|ED|ES|ER|LY|NS|TS|KS|PS|RS|DS)?$/;

/** The letter A in a run of letters must not become the article. */
function letterName(letter: string): string {
  return letter === "A" ? "ay" : letter;
}

/** "FBI" → F B I. */
export function spelledOut(letters: string): string[] {
  return [...letters.toUpperCase()].map(letterName);
}

/**
 * The words of a run of capitals, with a plural or possessive s if it had one.
 *
 * @param shouting whether the sentence as a whole is in capitals
 */
export function capitalsWords(capitals: string, suffix: string, shouting: boolean): string[] {
  if (isReadAsWord(capitals, shouting)) return [capitals.toLowerCase() + suffix];
  const letters = spelledOut(capitals);
  if (suffix === "") return letters;
  // "PDFs": the s is heard on the last letter.
  return [...letters.slice(0, -1), `${letters.at(-1)}'s`];
}

function isReadAsWord(capitals: string, shouting: boolean): boolean {
  if (AS_WORDS.has(capitals)) return true;
  if (SHOUTED.has(capitals) && (shouting || !AS_LETTERS.has(capitals))) return true;
  if (AS_LETTERS.has(capitals) && !(shouting && capitals.length < 3)) return false;
  if (!/[AEIOUY]/.test(capitals)) return false;
  if (shouting) return capitals.length > 1;
  if (capitals.length <= 3) return false;
  return capitals.length >= 6 || PRONOUNCEABLE.test(capitals);
}
