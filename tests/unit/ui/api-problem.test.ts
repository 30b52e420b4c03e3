import { expect, test } from "vitest";
import { GENERIC_MESSAGE, readApiProblem } from "~/lib/api-problem";

const answer = (status: number, body: unknown) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status, statusText: "Status text" });

test("a client error says what the server says", async () => {
  const problem = await readApiProblem(answer(401, { detail: { status: "quota_exceeded", message: "No credits." } }));
  expect(problem).toEqual({ status: 401, type: "quota_exceeded", message: "No credits." });
});

test("`msg` and the first entry of a validation answer are read too", async () => {
  expect((await readApiProblem(answer(400, { detail: { msg: "Bad." } }))).message).toBe("Bad.");
  expect((await readApiProblem(answer(422, { detail: [{ msg: "Too short", type: "x", loc: [] }] }))).message).toBe(
    "Too short",
  );
});

test("an answer without detail falls back to the status text", async () => {
  expect(await readApiProblem(answer(404, "<html>"))).toEqual({ status: 404, type: "unknown", message: "Status text" });
});

test("a server failure gets the generic sentence", async () => {
  expect((await readApiProblem(answer(500, { detail: { message: "stack" } }))).message).toBe(GENERIC_MESSAGE);
});
