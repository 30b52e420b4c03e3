import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { billableCharacters, creditsFor } from "../../../app/domains/billing/rules";
import { DeliveryMeter } from "../../../app/domains/speech/delivery-meter";
import { timingFrame } from "../../support/speech-frames";

const entries = (...texts: string[]) => texts.map((text, i) => ({ text, voiceId: `voice-${i}` }));
const sum = (charges: { credits: number }[]) => charges.reduce((total, charge) => total + charge.credits, 0);

describe("what was delivered", () => {
  test("costs nothing before a stretch is out", () => {
    const meter = new DeliveryMeter(entries("Hello there."), 1);
    expect(meter.total).toBe(12);
    expect(sum(meter.charges("delivered"))).toBe(0);
  });

  test("costs the characters of the stretches that are out", () => {
    const meter = new DeliveryMeter(entries("Hello there. And more."), 1);
    meter.deliver(timingFrame("Hello there. "));
    expect(sum(meter.charges("delivered"))).toBe(13);
    expect(sum(meter.charges("whole"))).toBe(22);
  });

  test("never costs more than the whole, whatever an engine reports", () => {
    const meter = new DeliveryMeter(entries("Hi."), 1);
    meter.deliver(timingFrame("Hi. And a lot that nobody asked for."));
    expect(sum(meter.charges("delivered"))).toBe(3);
  });

  test("is charged to the voice that said it", () => {
    const meter = new DeliveryMeter(entries("One.", "Two two."), 1);
    meter.deliver(timingFrame("One."));
    meter.deliver(timingFrame("Two ", 1));
    expect(meter.charges("delivered")).toEqual([
      { voiceId: "voice-0", credits: 4 },
      { voiceId: "voice-1", credits: 4 },
    ]);
  });

  test("adds up exactly over voices, for any texts and any price", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 0.5, 0.3, 2), (texts, factor) => {
        const meter = new DeliveryMeter(entries(...texts), factor);
        const characters = texts.reduce((total, one) => total + billableCharacters(one), 0);
        expect(meter.total).toBe(creditsFor(characters, factor));
        expect(sum(meter.charges("whole"))).toBe(meter.total);
        for (const [i, one] of texts.entries()) meter.deliver(timingFrame(one, i));
        expect(meter.charges("delivered")).toEqual(meter.charges("whole"));
      }),
    );
  });
});
