import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { useAiServer } from "#tests/support/use-ai-server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import {
  CIRCUIT_FAILURE_THRESHOLD,
  CIRCUIT_OPEN_MS,
  createCircuit,
  MAX_AI_RESPONSE_BYTES,
} from "./endpoint.server";
import { extractJson, generateStructured, streamText } from "./model.server";

const server = useAiServer({ verdict: "fine" });
beforeEach(() => setClock());

const schema = z.object({ verdict: z.string() });
const ask = { system: "Be brief.", messages: [{ role: "user" as const, content: "How was it?" }] };
const structured = (more: object = {}) => generateStructured({ ...ask, schema, timeoutMs: 10_000, ...more });
const streamed = async (more: object = {}) => {
  const chunks: string[] = [];
  const answer = await streamText({
    ...ask,
    timeoutMs: 10_000,
    onText: (chunk) => void chunks.push(chunk),
    ...more,
  });
  return { answer, chunks };
};

describe("generateStructured", () => {
  it("sends schema, key and model, and returns the token usage", async () => {
    expect(await structured()).toEqual({
      ok: true,
      value: { verdict: "fine" },
      usage: { tokensIn: 120, tokensOut: 30 },
    });
    const [request] = server.requests;
    expect(request?.authorization).toBe("Bearer key-1");
    expect(request?.body).toMatchObject({ model: "small", response_format: { type: "json_schema" } });
    expect(request?.body.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "How was it?" },
    ]);
  });

  it("finds an object in a code fence surrounded by prose", async () => {
    server.reply = 'Here you are:\n```json\n{"verdict":"fine"}\n```\nAnything else?';
    expect(await structured()).toMatchObject({ ok: true, value: { verdict: "fine" } });
  });

  it.each([
    ["another shape", { verdict: 7 }],
    ["no object", "I would rather not."],
    ["half an object", '{"verdict": "fi'],
    ["nothing", ""],
  ])("rejects an answer with %s", async (_name, reply) => {
    server.reply = reply;
    expect(await structured()).toMatchObject({ ok: false, code: "bad_answer" });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["500", "unavailable", 3],
    ["429", "rate_limited", 3],
    ["400", "rejected", 2],
    ["garbage", "bad_answer", 1],
    ["empty", "bad_answer", 1],
    ["over-long", "too_long", 1],
    ["broken", "unavailable", 1],
  ] as const)(
    "returns the failure of an endpoint that is %s: %s after %i requests",
    async (mode, code, requests) => {
      server.mode = mode;
      expect(await structured()).toMatchObject({ ok: false, code });
      expect(server.requests).toHaveLength(requests);
    },
  );

  it("sends the schema in the prompt after the endpoint has rejected it, in later calls too", async () => {
    server.mode = "schemaless";
    expect(await structured()).toMatchObject({ ok: true, value: { verdict: "fine" } });
    expect(await structured()).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(3);
    expect(server.requests[2]?.body.messages[0]?.content).toContain('"verdict"');
  });

  it("succeeds at the third attempt after two temporary failures", { tags: ["release"] }, async () => {
    server.next = ["500", "429"];
    expect(await structured()).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(3);
  });

  it("does not retry when Retry-After exceeds the timeout", async () => {
    server.mode = "429";
    server.retryAfter = "3600";
    expect(await structured()).toMatchObject({ ok: false, code: "rate_limited" });
    expect(server.requests).toHaveLength(1);
  });

  it.each(["silent", "dripping"] as const)(
    "times out when the endpoint is %s",
    { tags: ["release"] },
    async (manner) => {
      if (manner === "dripping") Object.assign(server, { mode: "dripping", dripMs: 500 });
      else server.held = new Promise(() => {});
      expect(await structured({ timeoutMs: 1_500 })).toMatchObject({ ok: false, code: "timeout" });
      expect(server.requests).toHaveLength(1);
    },
  );

  it("follows no redirect", async () => {
    server.mode = "redirect";
    expect(await structured()).toMatchObject({ ok: false });
    expect(server.requests).toHaveLength(1);
  });

  it("opens no connection without an endpoint", async () => {
    env.AI_BASE_URL = undefined;
    const connections = server.connections();
    expect(await structured()).toMatchObject({ ok: false, code: "not_configured" });
    expect(server.connections()).toBe(connections);
  });

  it("fails as unavailable when nothing listens at the endpoint", async () => {
    env.AI_BASE_URL = "http://127.0.0.1:9/v1";
    expect(await structured()).toMatchObject({ ok: false, code: "unavailable" });
  });
});

describe("streamText", () => {
  it("delivers the text in chunks", async () => {
    server.reply = "Rest a while. What stays with you of this day, and of its evening?";
    const { answer, chunks } = await streamed();
    expect(answer).toEqual({ ok: true, value: server.reply, usage: { tokensIn: 120, tokensOut: 30 } });
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.join("")).toBe(server.reply);
  });

  it("retries only before the first chunk", async () => {
    server.reply = "Rest a while. What stays with you of this day, and of its evening?";
    server.next = ["500"];
    expect((await streamed()).answer).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(2);
    server.requests.length = 0;
    server.mode = "broken";
    const { answer, chunks } = await streamed();
    expect(answer).toMatchObject({ ok: false, code: "unavailable", text: chunks.join("") });
    expect(chunks.length).toBeGreaterThan(0);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["429", "rate_limited"],
    ["garbage", "bad_answer"],
    ["empty", "bad_answer"],
    ["400", "rejected"],
  ] as const)("returns the failure of an endpoint that is %s: %s", async (mode, code) => {
    server.mode = mode;
    server.retryAfter = "3600";
    expect((await streamed()).answer).toEqual({ ok: false, code, text: "" });
  });

  it("cuts off a text that exceeds the limit", async () => {
    server.mode = "over-long";
    const { answer, chunks } = await streamed({ maxCharacters: 500 });
    expect(answer).toMatchObject({ ok: false, code: "too_long" });
    expect(chunks.join("")).toHaveLength(500);
    expect(MAX_AI_RESPONSE_BYTES).toBe(1_048_576);
  });

  it("returns the chunks received before the timeout", { tags: ["release"] }, async () => {
    server.mode = "dripping";
    server.reply = "word ".repeat(400);
    const { answer, chunks } = await streamed({ timeoutMs: 4_000 });
    expect(answer).toMatchObject({ ok: false, code: "timeout", text: chunks.join("") });
    expect(chunks.length).toBeGreaterThan(0);
  });

  it("ends when the caller disconnects", { tags: ["release"] }, async () => {
    server.mode = "dripping";
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 100);
    expect((await streamed({ signal: caller.signal })).answer).toMatchObject({ ok: false, code: "aborted" });
  });
});

describe("the circuit breaker", () => {
  it("opens after five consecutive failures, admits a trial after a minute, and closes when it succeeds", async () => {
    let at = Date.parse("2026-11-21T10:00:00Z");
    setClock(() => new Date(at));
    server.mode = "429";
    server.retryAfter = "3600";
    for (let call = 0; call < CIRCUIT_FAILURE_THRESHOLD; call++) await structured();
    expect(server.requests).toHaveLength(CIRCUIT_FAILURE_THRESHOLD);
    expect(await structured()).toMatchObject({ ok: false, code: "resting" });
    expect((await streamed()).answer).toMatchObject({ ok: false, code: "resting" });
    expect(server.requests).toHaveLength(CIRCUIT_FAILURE_THRESHOLD);
    at += CIRCUIT_OPEN_MS;
    server.mode = "good";
    expect(await structured()).toMatchObject({ ok: true });
    expect(await structured()).toMatchObject({ ok: true });
  });

  it("admits only one trial, and opens again when it fails", () => {
    const circuit = createCircuit();
    for (let call = 0; call < CIRCUIT_FAILURE_THRESHOLD; call++) circuit.failed(0);
    expect([circuit.admits(CIRCUIT_OPEN_MS), circuit.admits(CIRCUIT_OPEN_MS)]).toEqual([true, false]);
    circuit.failed(CIRCUIT_OPEN_MS);
    expect(circuit.admits(2 * CIRCUIT_OPEN_MS - 1)).toBe(false);
    expect(circuit.admits(2 * CIRCUIT_OPEN_MS)).toBe(true);
  });

  it("admits a call when the clock is set back while the circuit is open", () => {
    const circuit = createCircuit();
    for (let call = 0; call < CIRCUIT_FAILURE_THRESHOLD; call++) circuit.failed(2 * CIRCUIT_OPEN_MS);
    expect(circuit.admits(2 * CIRCUIT_OPEN_MS)).toBe(false);
    expect(circuit.admits(CIRCUIT_OPEN_MS / 2)).toBe(true);
  });

  it("does not open after invalid answers", async () => {
    server.reply = "I would rather not.";
    for (let call = 0; call < CIRCUIT_FAILURE_THRESHOLD + 1; call++) await structured();
    expect(await structured()).toMatchObject({ code: "bad_answer" });
  });
});

describe("extractJson", () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['so: {"a":{"b":2}} and', { a: { b: 2 } }],
    ["}{", undefined],
    ["none", undefined],
    ["{oops}", undefined],
  ])("returns the object, or undefined without one, for %s", (text, object) =>
    expect(extractJson(text)).toEqual(object),
  );
});
