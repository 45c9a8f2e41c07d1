import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AiCallModel } from "#models/insight.server";
import { createMember } from "#tests/factories/user";
import { startAiServer } from "#tests/support/ai-server";
import { useAiServer } from "#tests/support/use-ai-server";
import { MAX_DAILY_CALLS } from "~/domain/ai/consent";
import {
  askStreaming,
  askStructured,
  listAiCalls,
  readAiAccess,
  setAiConsent,
} from "~/domain/ai/model-access.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";

const server = useAiServer({ verdict: "fine" });
const CANARY = "canary sings by the well";
const options = {
  schema: z.object({ verdict: z.string() }),
  system: "Be brief.",
  messages: [{ role: "user" as const, content: CANARY }],
};
const agree = (id: number, feature: "insights" | "coaches" = "insights") =>
  setAiConsent(id, feature, { given: true, host: server.host });

describe("consent", () => {
  it("is required per feature, and without it nothing reaches the endpoint", async () => {
    const { id } = await createMember();
    const before = server.connections();
    expect(await askStructured(id, "insights", options)).toMatchObject({ ok: false, code: "no_consent" });
    expect(await askStreaming(id, "coaches", { ...options, onText: () => undefined })).toMatchObject({
      ok: false,
      code: "no_consent",
    });
    expect(await agree(id, "coaches")).toEqual({ ok: true });
    expect(await askStructured(id, "insights", options)).toMatchObject({ code: "no_consent" });
    expect(server.connections()).toBe(before);
    expect(await listAiCalls(id)).toEqual([]);
    expect(await agree(id)).toEqual({ ok: true });
    expect(await askStructured(id, "insights", options)).toMatchObject({
      ok: true,
      host: server.host,
      model: "small",
    });
    expect(server.requests).toHaveLength(1);
  });

  it("ends at once when withdrawn, for that feature only", async () => {
    const { id } = await createMember();
    await agree(id);
    await agree(id, "coaches");
    await setAiConsent(id, "insights", { given: false });
    expect(await askStructured(id, "insights", options)).toMatchObject({ code: "no_consent" });
    expect(server.requests).toHaveLength(0);
    expect(await readAiAccess(id, "coaches")).toMatchObject({ state: "given" });
  });

  it("covers only the host that was shown", async () => {
    const { id } = await createMember();
    await agree(id);
    await agree(id, "coaches");
    const other = await startAiServer();
    try {
      env.AI_BASE_URL = other.url;
      expect(await readAiAccess(id, "insights")).toEqual({ state: "ask", host: other.host, model: "small" });
      expect(await askStructured(id, "insights", options)).toMatchObject({ code: "no_consent" });
      expect(await setAiConsent(id, "insights", { given: true, host: server.host })).toEqual({
        ok: false,
        code: "another_host",
      });
      await setAiConsent(id, "insights", { given: true, host: other.host });
      // Consent to the first endpoint has lapsed; consent to another feature does not restore it.
      expect(await readAiAccess(id, "coaches")).toMatchObject({ state: "ask" });
      expect(other.connections()).toBe(0);
    } finally {
      await other.stop();
    }
  });

  it("cannot be given without an endpoint", async () => {
    const { id } = await createMember();
    env.AI_BASE_URL = undefined;
    expect(await agree(id)).toEqual({ ok: false, code: "no_endpoint" });
    expect(await readAiAccess(id, "insights")).toEqual({ state: "off" });
    expect(await askStructured(id, "insights", options)).toMatchObject({ code: "not_configured" });
  });
});

describe("calls", () => {
  it("are logged for the member without any text", async () => {
    const { id } = await createMember();
    await agree(id);
    server.next = ["400", "400"];
    await askStructured(id, "insights", options);
    await askStructured(id, "insights", options);
    const calls = await listAiCalls(id);
    expect(calls.map(({ outcome }) => outcome).toSorted()).toEqual(["ok", "rejected"]);
    expect(calls.find(({ outcome }) => outcome === "ok")).toMatchObject({
      feature: "insights",
      host: server.host,
      model: "small",
      tokensIn: 120,
      tokensOut: 30,
    });
    const stored = JSON.stringify(await AiCallModel.find().lean());
    expect(stored).not.toContain("canary");
    expect(stored).not.toContain("fine");
  });

  it("stop at the daily limit, also when concurrent, and resume after a day", async () => {
    const { id } = await createMember();
    await agree(id);
    const results = await Promise.all(
      Array.from({ length: MAX_DAILY_CALLS.insights + 5 }, () => askStructured(id, "insights", options)),
    );
    expect(results.filter(({ ok }) => ok).length).toBeLessThanOrEqual(MAX_DAILY_CALLS.insights);
    while ((await askStructured(id, "insights", options)).ok);
    expect(server.requests.length).toBe(MAX_DAILY_CALLS.insights);
    expect(await askStructured(id, "insights", options)).toMatchObject({ code: "daily_limit" });
    const tomorrow = new Date(Date.now() + 25 * 60 * 60_000);
    setClock(() => tomorrow);
    expect(await askStructured(id, "insights", options)).toMatchObject({ ok: true });
  });
});
