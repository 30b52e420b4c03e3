/** A text in each script of the voices' languages, of the length of a few seconds of speech. */
export const SCRIPT_SAMPLES = {
  latin:
    "The harbour was quiet that morning. Only the gulls, circling above the empty boats, seemed to know that the ferry would not come.",
  vietnamese: "Trăm năm trong cõi người ta, chữ tài chữ mệnh khéo là ghét nhau. Zażółć gęślą jaźń.",
  cyrillic: "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.",
  greek: "Σα βγεις στον πηγαιμό για την Ιθάκη, να εύχεσαι να ’ναι μακρύς ο δρόμος, γεμάτος γνώσεις.",
  arabic: "وصل القطار في الساعة ١٢:٣٠ إلى محطة Berlin Hauptbahnhof (الرصيف 7)، ولم ينزل منه أحد.",
  hebrew: 'הרכבת הגיעה בשעה 12:30 לתחנת "Berlin" (רציף 7), ואיש לא ירד ממנה.',
  devanagari: "सुबह की पहली किरण के साथ नदी के किनारे पक्षियों का कलरव शुरू हो गया।",
  tamil: "யாதும் ஊரே யாவரும் கேளிர்; தீதும் நன்றும் பிறர்தர வாரா.",
  simplifiedChinese: "千里之行，始于足下。“学而时习之，不亦说乎？”有朋自远方来，不亦乐乎……",
  traditionalChinese: "春眠不覺曉，處處聞啼鳥。夜來風雨聲，花落知多少。",
  japanese: "国境の長いトンネルを抜けると雪国であった。夜の底が白くなった。",
  korean: "나는 오늘 아침 일찍 일어나 바닷가를 걸었다. 파도 소리가 아주 조용했다.",
};
