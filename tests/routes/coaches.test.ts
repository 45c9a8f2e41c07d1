import { beforeEach, describe, expect, it } from "vitest";
import { CoachDailyUsageModel, CoachMessageModel, CoachThreadModel } from "#models/coaches.server";
import { AiCallModel } from "#models/insight.server";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { load, post, submit, type Answered } from "#tests/support/request";
import { useAiServer } from "#tests/support/use-ai-server";
import { setAiConsent } from "~/domain/ai/model-access.server";
import { startThread } from "~/domain/coaches/threads.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { COACH_KEYS, type CoachKey } from "~/domain/member/plan";
import { setClock } from "~/platform/clock";
import * as coach from "~/routes/member/coaches/coach/route";
import * as list from "~/routes/member/coaches/coaches";
import * as stream from "~/routes/member/coaches/thread-stream";
import * as thread from "~/routes/member/coaches/thread/route";

const server = useAiServer("What stays with you?");
let clock = 0;
beforeEach(() => {
  clock = Date.parse("2026-11-21T10:00:00Z");
  setClock(() => new Date(clock));
});

type Person = { member: Member; session: string };
async function person(more: Partial<UserRecord> = {}): Promise<Person> {
  const { user, secret } = await createSignedIn({
    subscriptionTier: "tier2",
    timezone: "Europe/London",
    ...more,
  });
  return { member: memberFrom(user), session: secret };
}
const agree = ({ member }: Person) => setAiConsent(member.id, "coaches", { given: true, host: server.host });
async function begun(
  { member }: Person,
  key: CoachKey = "listener",
  entryIds: string[] = [],
): Promise<string> {
  const result = await startThread(member, key, { entryIds, passage: "" });
  if (!result.ok) throw new Error(result.code);
  return result.id;
}
/** A member with a conversation. */
async function conversation(more: Partial<UserRecord> = {}) {
  const me = await person(more);
  return { me, id: await begun(me) };
}
/** A member with a conversation, who has consented to the model. */
async function agreed() {
  const started = await conversation();
  await agree(started.me);
  return started;
}

const readCoach = async (session: string, key: string) =>
  load(coach.loader, `/coaches/${key}`, { session, params: { key } });
const start = async (session: string, key: string, fields: Record<string, string> = {}) =>
  submit(coach.action, `/coaches/${key}`, { intent: "start", ...fields }, { session, params: { key } });
const read = async (session: string, threadId: string) =>
  load(thread.loader, `/coaches/threads/${threadId}`, { session, params: { threadId } });
const act = async (session: string, threadId: string, fields: Record<string, string>) =>
  submit(thread.action, `/coaches/threads/${threadId}`, fields, { session, params: { threadId } });
const streamed = async (session: string, threadId: string, fields: Record<string, string>) =>
  submit(stream.action, `/coaches/threads/${threadId}/stream`, fields, { session, params: { threadId } });
const eventsOf = ({ data }: Answered): [string, unknown][] =>
  String(data)
    .split("\n\n")
    .filter(Boolean)
    .map((block) => {
      const [, event = "", text = ""] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return [event, JSON.parse(text)];
    });

describe("/coaches", () => {
  it("lists the coaches with their plans, and the member's threads", async () => {
    const free = await person({ subscriptionTier: "free" });
    const other = await person();
    await begun(other);
    const id = await begun(free, "rhythm");
    await act(free.session, id, { intent: "send", message: "The very first words" });
    const { status, data } = await load(list.loader, "/coaches", { session: free.session });
    expect(status).toBe(200);
    const { coaches, threads } = data as {
      coaches: { key: string; otherPlan: string | null }[];
      threads: object[];
    };
    expect(coaches.map(({ key }) => key)).toEqual(COACH_KEYS);
    expect(coaches.filter(({ otherPlan }) => !otherPlan).map(({ key }) => key)).toEqual(["rhythm"]);
    expect(threads).toMatchObject([
      { id, name: "The Rhythm Keeper", turns: 1, begins: "The very first words" },
    ]);
  });
});

describe("/coaches/:key", () => {
  it.each(COACH_KEYS)("starts a thread with %s", async (key) => {
    const { session } = await person();
    const page = await readCoach(session, key);
    expect(page).toMatchObject({
      status: 200,
      data: { coach: { key }, otherPlan: null, entries: [], threads: [] },
    });
    const { passage, asks } = page.data as { passage: string | null; asks: string | null };
    expect(asks).toMatch(/\?$/);
    expect(typeof passage).toBe(key === "reader" ? "string" : "object");
    const begun = await start(session, key, passage ? { passage } : {});
    expect(begun).toMatchObject({
      status: 302,
      location: expect.stringMatching(/^\/coaches\/threads\/[\w-]+$/) as string,
    });
    expect(await read(session, begun.location?.split("/").at(-1) ?? "")).toMatchObject({
      data: { coach: { key }, turns: 0, messages: [{ role: "coach", engine: "rules" }] },
    });
  });

  it("responds with 404 for an unknown coach", async () => {
    const { session } = await person();
    for (const key of ["pope", "constructor", "", "threads"]) {
      expect(await readCoach(session, key)).toMatchObject({ status: 404 });
      expect(await start(session, key)).toMatchObject({ status: 404 });
    }
  });

  it.each([
    ["free", ["rhythm"]],
    ["tier1", ["rhythm", "listener", "reader"]],
    ["tier2", COACH_KEYS],
  ] as const)("the plan %s starts threads only with %s", async (subscriptionTier, mine) => {
    const { member, session } = await person({ subscriptionTier });
    await createEntry(member, { content: { body: "Not offered without the plan" } });
    for (const key of COACH_KEYS) {
      const isMine = (mine as readonly string[]).includes(key);
      const page = await readCoach(session, key);
      expect(page.status).toBe(200);
      const { otherPlan, entries } = page.data as { otherPlan: string | null; entries: unknown[] };
      expect(otherPlan === null).toBe(isMine);
      expect(entries).toHaveLength(isMine ? 1 : 0);
      expect(await start(session, key, { message: "Hello" })).toMatchObject(
        isMine
          ? { status: 302 }
          : {
              status: 403,
              data: {
                notice: { title: "This coach belongs to another plan" },
                lastResult: { initialValue: { message: "Hello" } },
              },
            },
      );
    }
    expect(await CoachThreadModel.countDocuments({ userId: member.id })).toBe(mine.length);
  });

  it("rejects invalid input and keeps it in the form", async () => {
    const { member, session } = await person();
    const typed = { passage: "Hezekiah 3:1", message: "What I typed" };
    expect(await start(session, "reader", typed)).toMatchObject({
      status: 400,
      data: {
        lastResult: {
          initialValue: typed,
          error: { passage: ["Please enter a reference that exists, such as John 15:4–8."] },
        },
      },
    });
    const long = "x".repeat(4_001);
    expect(await start(session, "listener", { message: long })).toMatchObject({
      status: 400,
      data: {
        lastResult: {
          initialValue: { message: long },
          error: { message: ["Please keep it under 4000 characters."] },
        },
      },
    });
    expect(await start(session, "listener", { intent: "dance" })).toMatchObject({ status: 400 });
    expect(await CoachThreadModel.countDocuments({ userId: member.id })).toBe(0);
  });

  it("starts one thread for a repeated form, with its first message answered", async () => {
    const { member, session } = await person();
    const fields = { message: "It was long.", _submission: "one-form-1" };
    const [first, again] = await Promise.all([
      start(session, "listener", fields),
      start(session, "listener", fields),
    ]);
    expect(again.location).toBe(first.location);
    expect(await CoachThreadModel.countDocuments({ userId: member.id })).toBe(1);
    expect(await CoachMessageModel.countDocuments({ userId: member.id })).toBe(3);
  });
});

describe("/coaches/threads/:id", () => {
  it("answers a message without a request to the model, and counts it", async () => {
    const { me, id } = await conversation();
    expect(await act(me.session, id, { intent: "send", message: "It was long." })).toMatchObject({
      status: 302,
      location: `/coaches/threads/${id}#latest`,
    });
    expect(await read(me.session, id)).toMatchObject({
      status: 200,
      data: {
        turns: 1,
        turnsLeft: 19,
        left: 59,
        isUnanswered: false,
        model: { state: "ask", host: server.host },
      },
    });
    expect(server.requests).toEqual([]);
  });

  it("refuses every request of another member", async () => {
    const owner = await person();
    const stranger = await person();
    const id = await begun(owner);
    for (const unknown of [id, "AAAAAAAAAAAAAAAAAAAAAA", "..", "$ne", "", "x".repeat(65)]) {
      expect(await read(stranger.session, unknown)).toMatchObject({ status: 404 });
      const posts: Record<string, string>[] = [
        { intent: "send", message: "Hello" },
        { intent: "offer", offer: "Hello" },
        { intent: "answer" },
        { intent: "delete" },
        { intent: "keep", id: `${id}-0` },
      ];
      for (const fields of posts)
        expect(await act(stranger.session, unknown, fields)).toMatchObject({ status: 404 });
      const events = await streamed(stranger.session, unknown, { intent: "send", message: "Hello" });
      expect(eventsOf(events)).toEqual([["failed", "not_found"]]);
      await streamed(stranger.session, unknown, { intent: "stop" });
    }
    expect(await CoachMessageModel.countDocuments({ threadId: id })).toBe(1);
    expect(await CoachThreadModel.findById(id).lean()).toMatchObject({ stoppedMessage: "" });
    expect(await CoachDailyUsageModel.countDocuments({ userId: stranger.member.id })).toBe(0);
  });

  it.each([
    [{ intent: "send", message: "  " }, "Please write something first."],
    [{ intent: "send" }, "Please write something first."],
    [{ intent: "send", message: "y".repeat(4_001) }, "Please keep it under 4000 characters."],
  ])("rejects %j with an error at the field, and keeps it", async (fields, error) => {
    const { me, id } = await conversation();
    const result = await act(me.session, id, fields as Record<string, string>);
    expect(result).toMatchObject({ status: 400, data: { lastResult: { error: { message: [error] } } } });
    const { initialValue } = (result.data as { lastResult: { initialValue?: { message?: string } } })
      .lastResult;
    expect(initialValue?.message ?? "").toBe((fields as { message?: string }).message ?? "");
    expect(await CoachMessageModel.countDocuments({ threadId: id })).toBe(1);
  });

  it("reports the daily limit and when it resets", async () => {
    const { me, id } = await conversation({ subscriptionTier: "tier1" });
    await CoachDailyUsageModel.create({
      _id: `${me.member.id}|2026-11-21`,
      userId: me.member.id,
      count: 20,
      expiresAt: new Date(clock + 1e9),
    });
    const refused = await act(me.session, id, { intent: "send", message: "One more" });
    expect(refused).toMatchObject({
      status: 429,
      data: {
        notice: { title: "That is enough for today" },
        lastResult: { initialValue: { message: "One more" } },
      },
    });
    // Until midnight in London.
    expect(refused.headers.get("Retry-After")).toBe(String(14 * 3600));
    expect(eventsOf(await streamed(me.session, id, { intent: "send", message: "One more" }))).toEqual([
      ["failed", "daily_limit"],
    ]);
    clock += 14 * 3_600_000;
    expect(await act(me.session, id, { intent: "send", message: "One more" })).toMatchObject({ status: 302 });
  });

  it(
    "closes after twenty turns or with another plan, and returns the typed text",
    { tags: ["release"] },
    async () => {
      const { me, id } = await conversation();
      for (let turn = 1; turn <= 20; turn++)
        await act(me.session, id, { intent: "send", message: `Turn ${turn}` });
      expect(await read(me.session, id)).toMatchObject({
        data: { state: "closed", turnsLeft: 0, model: null },
      });
      expect(await act(me.session, id, { intent: "send", message: "And more" })).toMatchObject({
        status: 409,
        data: {
          notice: { title: "This conversation has ended" },
          lastResult: { initialValue: { message: "And more" } },
        },
      });
      const fallen = await person();
      const discern = await begun(fallen, "discern");
      await UserModel.updateOne(
        { _id: fallen.member.id },
        { $set: { subscriptionTier: "free" }, $unset: { plan: "" } },
      );
      expect(await read(fallen.session, discern)).toMatchObject({
        status: 200,
        data: { otherPlan: "Formation Plan", model: null, messages: [{ role: "coach" }] },
      });
      expect(await act(fallen.session, discern, { intent: "send", message: "Still?" })).toMatchObject({
        status: 403,
        data: { lastResult: { initialValue: { message: "Still?" } } },
      });
      expect(await act(fallen.session, discern, { intent: "delete" })).toMatchObject({
        status: 302,
        location: "/coaches/discern",
      });
    },
  );

  it("stores one message for concurrent posts of a form to both URLs", async () => {
    const { me, id } = await agreed();
    const fields = { intent: "send", message: "Once.", _submission: "one-form-1" };
    await Promise.all([
      act(me.session, id, fields),
      act(me.session, id, fields),
      streamed(me.session, id, fields),
    ]);
    await streamed(me.session, id, fields);
    expect(await read(me.session, id)).toMatchObject({ data: { turns: 1, left: 59 } });
    expect(await CoachMessageModel.countDocuments({ threadId: id })).toBe(3);
  });

  it("stores another message for another text in the same form", async () => {
    const { me, id } = await conversation();
    const fields = { intent: "send", _submission: "one-form-1" };
    for (const message of ["It was long.\r\nVery.", "It was long.\nVery.", "It was long, and then I slept."])
      expect((await act(me.session, id, { ...fields, message })).status).toBe(302);
    expect(await read(me.session, id)).toMatchObject({ data: { turns: 2 } });
  });

  it("previews the request with the typed text, and gives and withdraws consent", async () => {
    const me = await person();
    const entry = await createEntry(me.member, { content: { body: "The robin stayed." } });
    const id = await begun(me, "listener", [entry._id]);
    const before = server.connections();
    const preview = await act(me.session, id, { intent: "preview", message: "It stayed." });
    expect(preview).toMatchObject({
      status: 200,
      data: { lastResult: { initialValue: { intent: "preview", message: "It stayed." } } },
    });
    const { data } = await read(me.session, id);
    const { model } = data as { model: { sent: { text: string }[] } };
    expect(JSON.stringify(model.sent)).toContain("The robin stayed.");
    expect(
      await act(me.session, id, { intent: "consent", host: "elsewhere.example", message: "It stayed." }),
    ).toMatchObject({ status: 409, data: { notice: { title: "The endpoint has changed" } } });
    expect(server.connections()).toBe(before);
    expect(
      await act(me.session, id, { intent: "consent", host: server.host, message: "It stayed." }),
    ).toMatchObject({ status: 302, location: `/coaches/threads/${id}#latest` });
    expect(server.requests.map(({ body }) => body.messages.map(({ content }) => content))).toEqual([
      [...model.sent.map(({ text }) => text), "It stayed."],
    ]);
    expect(server.requests[0]?.raw).not.toContain(me.member.email);
    expect(server.requests[0]?.raw).not.toContain(me.member.username);
    expect(await act(me.session, id, { intent: "withdraw" })).toMatchObject({ status: 302 });
    await act(me.session, id, { intent: "send", message: "And now?" });
    expect(server.requests).toHaveLength(1);
  });

  it("deletes a thread permanently", async () => {
    const { me, id } = await conversation();
    expect(await act(me.session, id, { intent: "delete" })).toMatchObject({
      status: 302,
      location: "/coaches/listener",
    });
    expect(await act(me.session, id, { intent: "delete" })).toMatchObject({ status: 404 });
    expect(await read(me.session, id)).toMatchObject({ status: 404 });
    expect([await CoachMessageModel.countDocuments(), await CoachThreadModel.countDocuments()]).toEqual([
      0, 0,
    ]);
  });

  it("answers an interrupted message, and rejects unknown intents", async () => {
    const { me, id } = await conversation();
    await act(me.session, id, { intent: "send", message: "Hello." });
    await CoachMessageModel.deleteOne({ threadId: id, seq: 2 });
    expect(await read(me.session, id)).toMatchObject({ data: { isUnanswered: true } });
    for (let times = 0; times < 2; times++)
      expect(await act(me.session, id, { intent: "answer" })).toMatchObject({ status: 302 });
    expect(await read(me.session, id)).toMatchObject({ data: { isUnanswered: false } });
    expect(await CoachMessageModel.countDocuments({ threadId: id })).toBe(3);
    expect(await act(me.session, id, { intent: "dance" })).toMatchObject({ status: 400 });
  });
});

describe("/coaches/threads/:id/stream", () => {
  it("redirects a page visit to the thread", async () => {
    const { session } = await person();
    const opened = await load(stream.loader, "/coaches/threads/abc/stream", {
      session,
      params: { threadId: "abc" },
    });
    expect(opened).toMatchObject({ status: 302, location: "/coaches/threads/abc" });
  });

  it("streams events for storage, sentences and end, unbuffered", async () => {
    const { me, id } = await agreed();
    Object.assign(server, {
      mode: "dripping",
      dripMs: 1,
      reply: "It was long. There was a robin. What stays?",
    });
    const result = await streamed(me.session, id, { intent: "send", message: "Hello." });
    expect(result.status).toBe(200);
    expect(result.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(result.headers.get("Cache-Control")).toBe("no-store, no-transform");
    expect(result.headers.get("X-Accel-Buffering")).toBe("no");
    const events = eventsOf(result);
    expect(events.map(([event]) => event)).toEqual(["kept", "sentence", "sentence", "sentence", "done"]);
    const shown = events.flatMap(([event, text]) => (event === "sentence" ? [String(text)] : [])).join("");
    expect(shown.trim()).toBe(server.reply);
    expect(await read(me.session, id)).toMatchObject({
      data: { messages: [{}, { text: "Hello." }, { text: server.reply, engine: "model", note: "" }] },
    });
  });

  it("rejects a request that the form would reject", async () => {
    const { me, id } = await conversation();
    const refused = await streamed(me.session, id, { intent: "send", message: " " });
    expect(refused.status).toBe(400);
    expect(refused.headers.get("Content-Type") ?? "").not.toContain("event-stream");
  });

  it("stops on request, and keeps the sentences so far", { tags: ["release"] }, async () => {
    const { me, id } = await agreed();
    const longReply = `It was long. ${"And then it went on. ".repeat(300)}`;
    Object.assign(server, { mode: "dripping", dripMs: 15, reply: longReply });
    const fields = { intent: "send", message: "Hello." };
    const page = `/coaches/threads/${id}/stream`;
    const params = { threadId: id };
    const sending = (await stream.action(
      await post(page, fields, { session: me.session, params }),
    )) as Response;
    // Stops the answer after its first sentence.
    let reply = "";
    let isStopped = false;
    const reader = sending.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      reply += piece.value;
      if (isStopped || !reply.includes("event: sentence")) continue;
      isStopped = true;
      expect(await streamed(me.session, id, { intent: "stop" })).toMatchObject({ status: 204 });
    }
    expect(reply.trim().split("\n\n").at(-1)).toMatch(/^event: done\n/);
    const { data } = await read(me.session, id);
    const last = (data as { messages: { text: string; note: string; engine: string }[] }).messages.at(-1);
    expect(last).toMatchObject({ note: "cut", engine: "model" });
    expect(last?.text).toMatch(/^It was long\./);
    expect(last?.text.length).toBeLessThan(longReply.length / 2);
    expect(await AiCallModel.findOne({ userId: me.member.id }).lean()).toMatchObject({ outcome: "aborted" });
    // The stop request does not affect the next answer.
    Object.assign(server, { mode: "good", reply: "What stays?" });
    await streamed(me.session, id, { intent: "send", message: "Go on." });
    expect((await read(me.session, id)).data).toMatchObject({ turns: 2 });
    const after = (await read(me.session, id)).data as { messages: { text: string; note: string }[] };
    expect(after.messages.at(-1)).toMatchObject({ text: "What stays?", note: "" });
  });

  it(
    "answers with the next question when stopped before the first sentence",
    { tags: ["release"] },
    async () => {
      const { me, id } = await agreed();
      server.held = new Promise(() => {});
      const sending = streamed(me.session, id, { intent: "send", message: "Hello." });
      await expect.poll(() => server.requests.length).toBe(1);
      await streamed(me.session, id, { intent: "stop" });
      expect(eventsOf(await sending).map(([event]) => event)).toEqual(["kept", "done"]);
      const { data } = await read(me.session, id);
      expect((data as { messages: object[] }).messages.at(-1)).toMatchObject({
        engine: "rules",
        note: "cut",
      });
    },
  );

  it("ignores a stop request without a running answer", async () => {
    const { me, id } = await conversation();
    expect(await streamed(me.session, id, { intent: "stop" })).toMatchObject({ status: 204 });
    await streamed(me.session, id, { intent: "send", message: "Hello." });
    expect((await read(me.session, id)).data).toMatchObject({ turns: 1, isUnanswered: false });
  });
});

describe("without consent", () => {
  it("sends no request to the model from any coaches route", { tags: ["release"] }, async () => {
    const me = await person();
    const entry = await createEntry(me.member, { content: { body: "The canary sings." } });
    const before = server.connections();
    for (const key of COACH_KEYS) {
      await readCoach(me.session, key);
      const { location } = await start(me.session, key, { entry: entry._id, message: "First words." });
      const id = location?.split("/").at(-1) ?? "";
      await read(me.session, id);
      await act(me.session, id, { intent: "send", message: "Hello." });
      await act(me.session, id, { intent: "offer", offer: "Hello." });
      await act(me.session, id, { intent: "preview", message: "Hello." });
      await act(me.session, id, { intent: "answer" });
      await act(me.session, id, { intent: "withdraw" });
      await act(me.session, id, { intent: "consent", host: "elsewhere.example" });
      await streamed(me.session, id, { intent: "send", message: "And by script." });
      await streamed(me.session, id, { intent: "stop" });
    }
    await load(list.loader, "/coaches", { session: me.session });
    expect(server.connections()).toBe(before);
    expect(server.requests).toEqual([]);
    expect(await AiCallModel.countDocuments({ userId: me.member.id })).toBe(0);
    // Control: with consent the same requests reach the endpoint.
    await agree(me);
    await act(me.session, await begun(me), { intent: "send", message: "Hello." });
    expect(server.requests).toHaveLength(1);
  });
});
