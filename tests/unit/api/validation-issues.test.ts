import { describe, expect, it } from "vitest";
import { z } from "zod";
import { validationIssues } from "../../../workers/app/api/validation-issues";

function issuesOf(schema: z.ZodType, input: unknown) {
  const parsed = schema.safeParse(input);
  if (parsed.success) throw new Error("the input fits");
  return validationIssues("body", parsed.error.issues, input);
}

describe("validation issues", () => {
  it("of a union are those of the branch that came furthest", () => {
    const schema = z.object({
      shape: z.union([z.string(), z.object({ kind: z.literal("circle"), radius: z.number() })]),
    });
    expect(issuesOf(schema, { shape: { kind: "circle", radius: "wide" } })).toEqual([
      { loc: ["body", "shape", "radius"], msg: "Input should be a valid number", type: "float_type" },
    ]);
  });

  it("name an item of a list by its index", () => {
    expect(issuesOf(z.object({ list: z.array(z.int()) }), { list: [1, "two"] })).toMatchObject([
      { loc: ["body", "list", 1] },
    ]);
  });

  it("of a text for a list, or a list for a text, are its type alone, not its length as well", () => {
    const schema = z.object({ list: z.array(z.string().min(2)).max(3), text: z.string().min(5) });
    expect(issuesOf(schema, { list: "a text", text: ["a"] })).toEqual([
      { loc: ["body", "list"], msg: "Input should be a valid list", type: "list_type" },
      { loc: ["body", "text"], msg: "Input should be a valid string", type: "string_type" },
    ]);
    expect(issuesOf(schema, { list: [5, "a"], text: 5 })).toMatchObject([
      { loc: ["body", "list", 0], type: "string_type" },
      { loc: ["body", "list", 1], type: "string_too_short" },
      { loc: ["body", "text"], type: "string_type" },
    ]);
  });

  it("name each field that is none, where only known ones are taken", () => {
    const schema = z.object({ inner: z.strictObject({ known: z.boolean() }).partial() });
    expect(issuesOf(schema, { inner: { known: true, teleport: true, fly: 1 } })).toEqual(
      ["teleport", "fly"].map((name) => ({
        loc: ["body", "inner", name],
        msg: "Extra inputs are not permitted",
        type: "extra_forbidden",
      })),
    );
  });

  it.each<[string, z.ZodType, unknown, string]>([
    ["too few items", z.array(z.int()).min(2), [1], "too_short"],
    ["too many items", z.array(z.int()).max(1), [1, 2], "too_long"],
    ["a number that is too small", z.number().gt(0), 0, "greater_than"],
    ["a number that is too large", z.number().lt(5), 5, "less_than"],
    ["another literal", z.literal("a"), "b", "literal_error"],
    ["a fraction for an integer", z.int(), 1.5, "int_type"],
    ["a pattern", z.string().regex(/^a/), "b", "string_pattern_mismatch"],
    ["a rule of ours", z.string().refine(() => false, { params: { type: "own" } }), "x", "own"],
  ])("have the type clients know for %s", (_what, schema, input, type) => {
    expect(issuesOf(schema, input)).toMatchObject([{ loc: ["body"], type }]);
  });
});
