import { describe, expect, it } from "vitest";
import { connect, disconnect } from "#models/db/connection.server";
import { DeferredFormModel } from "#models/form-submission.server";
import { createSignedIn } from "#tests/factories/user";
import { answer, cookieOf, load, ORIGIN, post, submit, visit, type Answered } from "#tests/support/request";
import { startSession } from "~/domain/identity/sessions.server";
import { formOwnerToken } from "~/domain/operations/form-submissions.server";
import { rememberDevice } from "~/http/cookies.server";
import { newSubmission } from "~/http/form/csrf.server";
import { setClock } from "~/platform/clock";
import { loader as rootLoader } from "~/root";
import { action as loginAction } from "~/routes/auth/login/route";
import { action as logoutAction } from "~/routes/auth/logout";
import { loader as dashboardLoader } from "~/routes/member/dashboard/route";
import { loader as shellLoader } from "~/routes/member/frame";
import { action as freeAction } from "~/routes/member/journal/free/route";
import { loader as resumeLoader } from "~/routes/member/resume";
import { loader as ready } from "~/routes/resources/readyz";

const raw = (body: string | Uint8Array, type = "application/x-www-form-urlencoded") => ({
  request: new Request(`${ORIGIN}/auth/login`, {
    method: "POST",
    headers: { Origin: ORIGIN, "Content-Type": type },
    body: body as BodyInit,
  }),
  params: {},
  context: {},
});
const send = (body: string | Uint8Array, type?: string): Promise<Answered> =>
  answer(() => loginAction(raw(body, type)));

describe("refused body", () => {
  it.each([
    ["bad percent encoding", "email=%E0%A4%A", undefined, 400],
    ["bytes that are no UTF-8", new Uint8Array([101, 61, 0xff, 0xfe]), undefined, 400],
    ["a NUL", "email=a%00b", undefined, 400],
    ["a multipart without boundary", "x", "multipart/form-data", 400],
    [
      "a truncated multipart",
      '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\nabc',
      "multipart/form-data; boundary=b",
      400,
    ],
    ["JSON", '{"email":"a"}', "application/json", 415],
    ["more than 256 KB", `email=${"a".repeat(300_000)}`, undefined, 413],
    ["a field of more than 100,000 characters", `email=${"a".repeat(100_001)}`, undefined, 413],
    [
      "more than a hundred fields",
      Array.from({ length: 101 }, (_, index) => `f${index}=1`).join("&"),
      undefined,
      413,
    ],
  ])("is a client error when it contains %s", async (_name, body, type, status) => {
    expect((await send(body, type)).status).toBe(status);
  });

  it("is rejected while it arrives when it is endless", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(97));
      },
    });
    const request = new Request(`${ORIGIN}/auth/login`, {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" },
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect((await answer(() => loginAction({ request, params: {}, context: {} }))).status).toBe(413);
    // The server reads on a little, so that the response arrives.
    expect(sent).toBeLessThan(10_000_000);
  });

  it("is not caused by unreadable cookies", async () => {
    for (const cookie of [
      "SameSite=Lax",
      "$Version=1",
      "sid=%E0%A4%A",
      `sid=${"a".repeat(8000)}`,
      "toast=%%%; sid=;;;=;",
    ]) {
      const args = await visit("/dashboard", { headers: { Cookie: cookie } });
      expect((await answer(() => rootLoader(args))).status).toBe(200);
      expect((await answer(() => shellLoader(args))).status).toBe(302);
    }
  });
});

describe("unavailable database", () => {
  it("makes pages respond 503 and forms show their text until it is available again", async () => {
    const { secret } = await createSignedIn();
    await disconnect();
    try {
      const page = await visit("/dashboard", { session: secret });
      const shown = await answer(() => dashboardLoader(page));
      expect(shown).toMatchObject({ status: 503, data: { kind: "unavailable" } });
      expect(shown.headers.get("Retry-After")).toBe("5");
      expect((await answer(() => rootLoader(page))).status).toBe(200);
      const refused = await submit(
        freeAction,
        "/journal/free",
        { intent: "finish", title: "", body: "what I had to say" },
        { session: secret },
      );
      expect(refused).toMatchObject({ status: 503, data: { kind: "give-back" } });
      expect((refused.data as { fields: string[][] }).fields).toContainEqual(["body", "what I had to say"]);
      const back = await submit(loginAction, "/auth/login", {
        email: "known@example.test",
        password: "Stillness7",
      });
      expect(back.status).toBe(503);
      expect(JSON.stringify(back.data)).not.toContain("Stillness7");
      expect((await answer(() => ready())).status).toBe(503);
    } finally {
      await connect();
    }
    const page = await visit("/dashboard", { session: secret });
    expect((await answer(() => dashboardLoader(page))).status).toBe(200);
    expect(cookieOf(await answer(() => rootLoader(page)), "sid")).toBeUndefined();
  });

  it("lets a member sign out in this browser", async () => {
    const { user, secret } = await createSignedIn();
    const fields = { _submission: newSubmission(), _owner: formOwnerToken(user._id) };
    await disconnect();
    try {
      const left = await submit(logoutAction, "/auth/logout", fields, { session: secret });
      expect(left).toMatchObject({ status: 302, location: "/home" });
      expect(left.headers.getSetCookie().some((cookie) => /^sid=;.*Max-Age=0/.test(cookie))).toBe(true);
    } finally {
      await connect();
    }
  });
});

describe("form of an ended session", () => {
  const formOf = async (secret: string) => {
    const { data } = await load(shellLoader, "/journal/free", { session: secret });
    const { token, submission, owner } = (data as { protection: Record<string, string> }).protection;
    return { _token: token ?? "", _submission: submission ?? "", _owner: owner ?? "" };
  };
  const text = { intent: "finish", title: "", body: "Four pages that I would not type again." };
  const sendLate = async (secret: string, headers: Record<string, string> = {}) => {
    const fields = await formOf(secret);
    setClock(() => new Date(Date.now() + 40 * 60_000));
    return submit(freeAction, "/journal/free", { ...fields, ...text }, { session: secret, headers });
  };
  const resume = (session: string, held: string) =>
    load(resumeLoader, "/resume", { session, headers: { Cookie: held } });

  it("is stored encrypted until the same member signs in again", async () => {
    const { secret, user } = await createSignedIn();
    const sent = await sendLate(secret);
    expect(sent).toMatchObject({ status: 302, location: "/auth/login?redirectTo=%2Fresume" });
    expect(JSON.stringify(await DeferredFormModel.find().lean())).not.toContain("Four pages");
    const again = await startSession(user, { remember: false, device: "Test" });
    const held = cookieOf(sent, "held") ?? "";
    const back = await resume(again.secret, held);
    expect(back.data).toMatchObject({ action: "/journal/free" });
    expect((back.data as { fields: string[][] }).fields).toContainEqual(["body", text.body]);
  });

  it("is not shown to another member who signs in from that browser", async () => {
    const { secret } = await createSignedIn();
    const held = cookieOf(await sendLate(secret), "held") ?? "";
    const other = await createSignedIn();
    expect(await resume(other.secret, held)).toMatchObject({ status: 302, location: "/dashboard" });
    expect((await resume(other.secret, "held=ImFiYyI%3D")).status).toBe(302);
  });

  const deviceOf = async (email: string) =>
    (await rememberDevice(new Request(ORIGIN), email)).split(";")[0] ?? "";
  const sendSignedOut = (fields: Record<string, string>, cookie: string, address?: string) =>
    submit(freeAction, "/journal/free", fields, { headers: { Cookie: cookie }, address });

  it("is stored when the browser has signed out in another tab", async () => {
    const { secret, user } = await createSignedIn();
    const fields = await formOf(secret);
    const sent = await sendSignedOut({ ...fields, ...text }, await deviceOf(user.email));
    expect(sent.location).toBe("/auth/login?redirectTo=%2Fresume");
  });

  it("is stored only for a returning browser with a valid owner token", async () => {
    const { secret, user } = await createSignedIn();
    const fields = await formOf(secret);
    const device = await deviceOf(user.email);
    const [id = "", signature = ""] = fields._owner.split(".");
    for (const [mark, cookie] of [
      [fields._owner, ""],
      [fields._owner, "dev=made.up; sid=InNvbWV0aGluZyI%3D"],
      ["anything", device],
      [`${Number(id) + 1}.${signature}`, device],
      [signature, device],
    ] as const) {
      const sent = await sendSignedOut({ ...fields, ...text, _owner: mark }, cookie);
      expect(sent.location).toBe("/auth/login?redirectTo=%2Fjournal%2Ffree");
    }
    expect(await DeferredFormModel.countDocuments()).toBe(0);
  });

  it("is stored at most twenty times an hour per network, and evicts a form of the network with the most", async () => {
    const { secret, user } = await createSignedIn();
    const fields = { ...(await formOf(secret)), ...text };
    const device = await deviceOf(user.email);
    for (let time = 0; time < 20; time++) expect((await sendSignedOut(fields, device)).status).toBe(302);
    const refused = await sendSignedOut(fields, device);
    expect(refused).toMatchObject({ status: 429, data: { kind: "give-back", action: "/journal/free" } });
    expect((refused.data as { fields: string[][] }).fields).toContainEqual(["body", text.body]);
    expect(await DeferredFormModel.countDocuments()).toBe(20);
    const others = Array.from({ length: 180 }, (_, at) => ({
      _id: `held-${at}`,
      network: `n-${at % 4}`,
      sealed: Buffer.of(1),
      expiresAt: new Date(Date.now() + 60_000 + at),
    }));
    await DeferredFormModel.insertMany(others);
    expect((await sendSignedOut(fields, device, "198.51.100.7")).status).toBe(302);
    expect(await DeferredFormModel.countDocuments()).toBe(200);
    expect(await DeferredFormModel.exists({ _id: "held-0" })).toBeNull();
  });

  it("is shown again when it is too large to store", async () => {
    const { secret, user } = await createSignedIn();
    // One byte in the form needs six bytes in the stored JSON.
    const fields = { ...(await formOf(secret)), ...text, body: "\u0001".repeat(50_000) };
    const refused = await sendSignedOut(fields, await deviceOf(user.email));
    const protection = { owner: fields._owner };
    expect(refused).toMatchObject({ status: 429, data: { kind: "give-back", protection } });
  });

  it("replaces the form that the same browser stored earlier", async () => {
    const { secret, user } = await createSignedIn();
    const fields = { ...(await formOf(secret)), ...text };
    const device = await deviceOf(user.email);
    const first = cookieOf(await sendSignedOut(fields, device), "held") ?? "";
    await sendSignedOut(fields, `${device}; ${first}`);
    expect(await DeferredFormModel.countDocuments()).toBe(1);
  });
});

describe("long text in another script", () => {
  it("is accepted as multipart with its line breaks", async () => {
    const { secret } = await createSignedIn();
    const body = `${"Ежедневная молитва\r\n".repeat(1000)}`;
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "finish", title: "", body }))
      form.append(name, value);
    const args = await post("/journal/free", {}, { session: secret });
    const headers = new Headers(args.request.headers);
    headers.delete("Content-Type");
    const request = new Request(args.request.url, { method: "POST", headers, body: form });
    expect((await answer(() => freeAction({ ...args, request }))).status).toBe(302);
  });
});
