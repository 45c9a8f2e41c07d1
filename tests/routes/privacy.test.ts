import { beforeEach, describe, expect, it } from "vitest";
import { AiCallModel } from "#models/insight.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createUser } from "#tests/factories/user";
import { load, submit } from "#tests/support/request";
import { startSession } from "~/domain/identity/sessions.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { action, loader } from "~/routes/member/settings/privacy";

let user: UserRecord;
let session: string;

beforeEach(async () => {
  setClock(() => new Date("2026-11-21T10:00:00Z"));
  user = await createUser({ timezone: "Europe/Berlin" });
  ({ secret: session } = await startSession(user, { remember: true, device: "Test" }));
  Object.assign(env, { AI_BASE_URL: "https://model.example.org/v1", AI_MODEL: "small" });
});

const send = (fields: Record<string, string>) => submit(action, "/settings/privacy", fields, { session });
type Shown = { consents: Record<string, unknown>[]; tags: string; calls: Record<string, unknown>[] };
const shown = async () => (await load(loader, "/settings/privacy", { session })).data as Shown;
const consent = async () => (await UserModel.findById(user._id).lean())?.aiConsent;

describe("/settings/privacy", () => {
  it("gives and withdraws each consent separately, with its time and its endpoint", async () => {
    const [before] = (await shown()).consents;
    expect(before).toMatchObject({
      feature: "insights" as const,
      state: "ask",
      host: "model.example.org",
      changedAt: null,
    });
    const host = "model.example.org";
    expect((await send({ intent: "agree", feature: "coaches", host })).status).toBe(302);
    expect(await consent()).toMatchObject({ coaches: true, insights: false });
    expect((await shown()).consents).toMatchObject([
      { feature: "insights", state: "ask" },
      {
        feature: "coaches",
        state: "given",
        changedAt: "21 November 2026, 11:00",
        version: expect.stringContaining(host) as string,
      },
    ]);
    await send({ intent: "withdraw", feature: "coaches" });
    expect(await consent()).toMatchObject({ coaches: false });
  });

  it("rejects consent to an endpoint that the operator has changed", async () => {
    expect(await send({ intent: "agree", feature: "insights", host: "another.example.org" })).toMatchObject({
      status: 409,
    });
    expect((await consent())?.insights ?? false).toBe(false);
    Object.assign(env, { AI_BASE_URL: undefined, AI_MODEL: undefined });
    expect((await shown()).consents).toEqual([]);
    expect((await send({ intent: "nonsense" })).status).toBe(400);
  });

  it("stores the excluded tags", async () => {
    await send({ intent: "exclude", excludedTags: "marriage, #Work , marriage" });
    expect((await shown()).tags).toBe("marriage, Work");
    expect((await send({ intent: "exclude", excludedTags: "x".repeat(300) })).status).toBe(400);
    await send({ intent: "exclude", excludedTags: "" });
    expect((await shown()).tags).toBe("");
  });

  it("lists the member's own model calls, newest first", async () => {
    const call = (id: string, userId: number, at: string, outcome: string) => ({
      _id: id,
      userId,
      feature: "insights" as const,
      at: new Date(at),
      host: "model.example.org",
      model: "small",
      tokensIn: 210,
      tokensOut: 90,
      ms: 900,
      outcome,
      expiresAt: new Date("2027-01-01"),
    });
    await AiCallModel.create([
      call("a", user._id, "2026-11-14T20:00:00Z", "ok"),
      call("b", user._id, "2026-11-20T20:00:00Z", "timeout"),
      call("c", user._id + 1, "2026-11-20T20:00:00Z", "ok"),
    ]);
    expect((await shown()).calls).toEqual([
      {
        at: "20 November 2026, 21:00",
        feature: "Weekly insights",
        host: "model.example.org",
        model: "small",
        outcome: "no answer in time",
        tokens: "210 sent, 90 back",
      },
      expect.objectContaining({ outcome: "answered" }),
    ]);
  });
});
