import { describe, expect, it } from "vitest";
import { plan, speechOf, wordsOf } from "./speak-request";

describe("Japanese is given to the engine as it sounds, in kana", () => {
  it.each([
    ["今日は天気がとても良いですね。", "きょーわてんきがとてもよいですね"],
    ["私は昨日東京大学で日本語を勉強しました。", "わたしわきのーとーきょーだいがくでにほんごおべんきょーしました"],
    ["彼女は新しい車を買いたいと言っていた。", "かのじょわあたらしいくるまおかいたいといっていた"],
    ["友達と一緒に映画を見に行きました。", "ともだちといっしょにえいがおみにいきました"],
    ["大阪から新幹線で15分かかります。", "おーさかからしんかんせんで15ふんかかります"],
    ["3時間と2日間", "3じかんと2にちかん"],
    ["友人が来ます。春が来た。", "ゆーじんがきますはるがきた"],
    ["ではまた明日。", "でわまたあした"],
    ["カタカナとひらがな", "カタカナとひらがな"],
  ])("%s", (written, spoken) => {
    expect(wordsOf(written, { language: "ja" }).replaceAll(" ", "")).toBe(spoken);
  });

  it("keeps for each word where it was written", () => {
    const [unit] = speechOf(plan("東京へ行く", { language: "ja" }));
    expect(
      unit?.tokens.map((token) => [unit.source.slice(token.sourceStart, token.sourceEnd), token.words.join(" ")]),
    ).toEqual([
      ["東京", "とーきょー"],
      ["へ", "え"],
      ["行く", "いく"],
    ]);
  });

  it("leaves the same characters alone in Chinese", () => {
    expect(wordsOf("东京大学很好", { language: "zh" }).replaceAll(" ", "")).toBe("东京大学很好");
  });
});
