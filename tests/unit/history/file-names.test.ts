import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  archiveFileName,
  attachmentHeader,
  cleanAudioFileName,
  cleanFileName,
  downloadFileName,
  KNOWN_EXTENSIONS,
  uniqueFileNames,
  withExtension,
} from "../../../app/domains/history/file-names";

const DATE_UNIX = Date.UTC(2026, 2, 11, 16, 43, 8) / 1000;
const settings = { speed: 1, stability: 0.5, similarityBoost: 0.75, style: 0, useSpeakerBoost: true };

describe("download names", () => {
  test("have prefix, time, name, category, settings, model and extension in this order", () => {
    const audio = {
      name: "Ada",
      dateUnix: DATE_UNIX,
      category: "premade",
      modelId: "eleven_multilingual_v2",
      voiceSettings: settings,
      outputFormat: "mp3",
    };
    expect(downloadFileName(audio)).toBe("Parlando_2026-03-11T16_43_08_Ada_pre_sp100_s50_sb75_se0_b_m2.mp3");
  });

  test.each([
    ["generated", "_gen"],
    ["professional", "_pvc"],
    ["premade", "_pre"],
    ["cloned", "_ivc"],
    ["famous", ""],
  ])("mark the category %s as '%s'", (category, suffix) => {
    const name = downloadFileName({ name: "Ada", dateUnix: DATE_UNIX, category, outputFormat: "wav" });
    expect(name).toBe(`Parlando_2026-03-11T16_43_08_Ada${suffix}.wav`);
  });

  test.each([
    ["eleven_turbo_v2_5", "_t2-5"],
    ["eleven_flash_v2", "_f2"],
    ["eleven_monolingual_v1", "_e1"],
    ["eleven_v3", "_v3"],
    ["eleven_v3_conversational", "_v3"],
    ["someone's model", "_someones_model"],
  ])("mark the model %s as '%s'", (modelId, suffix) => {
    expect(downloadFileName({ name: "", dateUnix: DATE_UNIX, modelId, outputFormat: "mp3" })).toBe(
      `Parlando_2026-03-11T16_43_08${suffix}.mp3`,
    );
  });

  test("name a book by its number when there is one", () => {
    const name = downloadFileName({
      name: "Emma",
      isbnNumber: "978-0141439587",
      dateUnix: DATE_UNIX,
      outputFormat: "zip",
    });
    expect(name).toBe("Parlando_2026-03-11T16_43_08_Emma_978-0141439587.zip");
  });

  test("never hold what a file system or header refuses, whatever the voice is called", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (name, modelId) => {
        const fileName = downloadFileName({
          name,
          dateUnix: DATE_UNIX,
          modelId,
          voiceSettings: settings,
          outputFormat: "mp3",
        });
        expect(fileName).not.toMatch(/[/\\:*?"<>|\s]/);
        expect(fileName.endsWith(".mp3")).toBe(true);
        expect(fileName.length).toBeLessThanOrEqual(255);
        expect(() => new Headers({ "content-disposition": attachmentHeader(fileName) })).not.toThrow();
      }),
    );
  });

  test("of archives carry their time", () => {
    expect(archiveFileName(DATE_UNIX)).toBe("Parlando_2026-03-11T16_43_08_history.zip");
  });
});

describe("cleaning", () => {
  test("takes the nine forbidden characters out of audio names and keeps 20 characters", () => {
    expect(cleanAudioFileName('  a/b\\c:d*e?f"g<h>i|j k  ')).toBe("abcdefghij_k");
    expect(cleanAudioFileName("ä".repeat(30))).toBe("ä".repeat(20));
  });

  test("keeps word characters, spaces as underscores, dots and hyphens of file names, 255 at most", () => {
    expect(cleanFileName("Kapitel 1: das-Ende.mp3")).toBe("Kapitel_1_das-Ende.mp3");
    expect(cleanFileName("x".repeat(300))).toHaveLength(255);
  });

  test("changes nothing when done twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(cleanFileName(cleanFileName(name))).toBe(cleanFileName(name));
        expect(cleanAudioFileName(cleanAudioFileName(name))).toBe(cleanAudioFileName(name));
        expect(Array.from(cleanAudioFileName(name)).length).toBeLessThanOrEqual(20);
      }),
    );
  });
});

describe("extensions", () => {
  test("are appended where there is none, and replaced where there is another", () => {
    expect(withExtension("speech", "mp3")).toBe("speech.mp3");
    expect(withExtension("speech.wav", "mp3")).toBe("speech.mp3");
    expect(withExtension("speech.MP3", "mp3")).toBe("speech.MP3");
    expect(withExtension("chapter 1.2", "mp3")).toBe("chapter 1.2.mp3");
    expect(withExtension(".mp3", "wav")).toBe(".mp3.wav");
  });

  test("are the wanted ones afterwards, and stay so", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(...KNOWN_EXTENSIONS),
        fc.constantFrom(...KNOWN_EXTENSIONS),
        (name, a, b) => {
          const once = withExtension(withExtension(name, a), b);
          expect(once.toLowerCase().endsWith(`.${b}`)).toBe(true);
          expect(withExtension(once, b)).toBe(once);
        },
      ),
    );
  });
});

describe("names of a zip", () => {
  test("are told apart, also by case alone", () => {
    expect(uniqueFileNames(["a.mp3", "A.mp3", "a.mp3", "b"])).toEqual(["a.mp3", "A_2.mp3", "a_3.mp3", "b"]);
  });

  test("are never taken twice", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a.mp3", "A.mp3", "a_2.mp3", "b.wav", "b", "b_2")), (names) => {
        const unique = uniqueFileNames(names).map((name) => name.toLowerCase());
        expect(new Set(unique).size).toBe(names.length);
      }),
    );
  });
});

test("a name with letters beyond ASCII is sent in both forms", () => {
  expect(attachmentHeader("a.mp3")).toBe('attachment; filename="a.mp3"');
  expect(attachmentHeader("Zoë'.mp3")).toBe("attachment; filename=\"Zo_'.mp3\"; filename*=UTF-8''Zo%C3%AB%27.mp3");
});
