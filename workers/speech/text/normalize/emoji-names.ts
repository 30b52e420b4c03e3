/** Short English names of the commonest emoji, without variation selectors and skin tones. */
const TABLE =
  "😀 grinning face|😃 grinning face|😄 grinning face|😁 beaming face|😆 laughing face|😅 nervous laugh|🤣 rolling on the floor laughing|😂 tears of joy|🙂 smiling face|🙃 upside down face|😉 winking face|😊 smiling face|😇 angel face|🥰 smiling face with hearts|😍 heart eyes|🤩 star struck|😘 blowing a kiss|😋 yummy|😛 tongue out|😜 winking with tongue out|🤪 zany face|🤗 hugging face|🤭 giggling|🤫 shushing face|🤔 thinking face|🤐 zipped mouth|🤨 raised eyebrow|😐 neutral face|😑 expressionless face|😶 speechless|😏 smirk|😒 unamused face|🙄 rolling eyes|😬 grimace|😌 relieved face|😔 pensive face|😪 sleepy face|😴 sleeping face|😷 face with a mask|🤒 sick face|🤢 nauseated face|🤮 vomiting face|🥵 hot face|🥶 cold face|😵 dizzy face|🤯 mind blown|🥳 party face|😎 cool face|🤓 nerd face|🧐 monocle face|😕 confused face|😟 worried face|🙁 frowning face|☹ frowning face|😮 surprised face|😲 astonished face|😳 flushed face|🥺 pleading face|😨 fearful face|😰 anxious face|😢 crying face|😭 loudly crying face|😱 screaming in fear|😞 disappointed face|😩 weary face|😫 tired face|🥱 yawning face|😤 huffing face|😡 angry face|😠 angry face|🤬 swearing face|😈 smiling devil|💀 skull|💩 pile of poo|🤡 clown|👻 ghost|👽 alien|🤖 robot|🎃 pumpkin|❤ red heart|🧡 orange heart|💛 yellow heart|💚 green heart|💙 blue heart|💜 purple heart|🖤 black heart|🤍 white heart|💔 broken heart|💕 two hearts|💖 sparkling heart|💘 heart with arrow|💯 one hundred|💥 boom|💫 dizzy star|💦 splash|💤 zzz|👋 waving hand|👌 okay|✌ victory hand|🤞 fingers crossed|🤟 love you gesture|🤘 rock on|👈 pointing left|👉 pointing right|👆 pointing up|👇 pointing down|☝ pointing up|👍 thumbs up|👎 thumbs down|✊ raised fist|👊 fist bump|👏 clapping hands|🙌 raised hands|🤝 handshake|🙏 folded hands|💪 strong arm|👀 eyes|🧠 brain|👶 baby|👧 girl|👦 boy|👩 woman|👨 man|👵 grandmother|👴 grandfather|🤷 shrug|🤦 facepalm|💃 dancing woman|🕺 dancing man|👑 crown|🐶 dog|🐱 cat|🐭 mouse|🐰 rabbit|🦊 fox|🐻 bear|🐼 panda|🦁 lion|🐮 cow|🐷 pig|🐸 frog|🐵 monkey|🙈 see no evil|🙉 hear no evil|🙊 speak no evil|🐔 chicken|🐧 penguin|🦄 unicorn|🐝 bee|🦋 butterfly|🐢 turtle|🐍 snake|🐬 dolphin|🐳 whale|💐 bouquet|🌹 rose|🌻 sunflower|🌸 cherry blossom|🌷 tulip|🌱 seedling|🌲 tree|🌳 tree|🌴 palm tree|🌵 cactus|🍀 four leaf clover|🍎 apple|🍌 banana|🍓 strawberry|🍉 watermelon|🍕 pizza|🍔 burger|🍟 fries|🍦 ice cream|🍩 doughnut|🍪 cookie|🎂 birthday cake|🍰 cake|🍫 chocolate|☕ coffee|🍵 tea|🍺 beer|🍻 cheers|🍷 wine|🥂 clinking glasses|🍾 champagne|🌍 earth|🌎 earth|🌏 earth|🏠 house|🏢 office|🚗 car|🚕 taxi|🚌 bus|🚲 bicycle|✈ airplane|🚀 rocket|🚢 ship|🚂 train|⏰ alarm clock|⌛ hourglass|🌙 moon|☀ sun|🌞 sun|⭐ star|🌟 glowing star|✨ sparkles|☁ cloud|🌧 rain|⛈ storm|🌈 rainbow|☔ umbrella|❄ snowflake|⛄ snowman|🔥 fire|💧 droplet|🌊 wave|🎉 party popper|🎊 confetti|🎈 balloon|🎁 gift|🎄 Christmas tree|🏆 trophy|🥇 gold medal|⚽ soccer ball|🏀 basketball|🏈 football|🎾 tennis|🎮 video game|🎯 bullseye|🎲 dice|🎨 art|🎬 movie|🎤 microphone|🎧 headphones|🎵 music|🎶 music|🎸 guitar|🎹 piano|📱 phone|💻 laptop|📷 camera|📺 television|💡 light bulb|🔋 battery|📚 books|📖 book|📝 memo|📅 calendar|📈 chart going up|📉 chart going down|📌 pin|📎 paperclip|🔒 lock|🔑 key|🔨 hammer|🔧 wrench|⚙ gear|💰 money bag|💵 money|💳 credit card|💎 gem|📧 e-mail|📦 package|🚨 alarm|⚠ warning|🚫 prohibited|✅ check mark|☑ check mark|✔ check mark|❌ cross mark|❓ question mark|❗ exclamation mark|➕ plus|🔴 red circle|🟢 green circle|🔵 blue circle|♻ recycling|🆕 new|🆓 free|🔔 bell|📢 announcement|💬 speech bubble|🏁 finish flag|🏳 white flag|♥ heart|♡ heart|★ star|☆ star|♪ music|♫ music|❤‍🔥 heart on fire|🏳‍🌈 rainbow flag|👨‍👩‍👧 family|👨‍👩‍👧‍👦 family|👨‍💻 man at a computer|👩‍💻 woman at a computer|🤷‍♂ shrug|🤷‍♀ shrug|🤦‍♂ facepalm|🤦‍♀ facepalm";

/** Words of an emoji (variation selectors and skin tones removed). */
export const EMOJI_NAMES: ReadonlyMap<string, string[]> = new Map(
  TABLE.split("|").map((row) => {
    const space = row.indexOf(" ");
    return [row.slice(0, space), row.slice(space + 1).split(/[ -]/)];
  }),
);

/** Countries by the letters of their flags, for the flags people use most; other flags are dropped. */
export const FLAG_NAMES: Readonly<Record<string, string>> = {
  US: "United States",
  GB: "United Kingdom",
  CA: "Canada",
  AU: "Australia",
  IE: "Ireland",
  DE: "Germany",
  FR: "France",
  ES: "Spain",
  IT: "Italy",
  PT: "Portugal",
  NL: "Netherlands",
  CH: "Switzerland",
  AT: "Austria",
  PL: "Poland",
  SE: "Sweden",
  NO: "Norway",
  DK: "Denmark",
  FI: "Finland",
  GR: "Greece",
  TR: "Turkey",
  UA: "Ukraine",
  IN: "India",
  CN: "China",
  JP: "Japan",
  KR: "South Korea",
  BR: "Brazil",
  MX: "Mexico",
  AR: "Argentina",
  ZA: "South Africa",
  IL: "Israel",
  EU: "European Union",
};
