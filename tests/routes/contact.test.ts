import PostalMime, { type Email } from "postal-mime";
import { beforeEach, describe, expect, it } from "vitest";
import { ContactMessageModel } from "#models/form-submission.server";
import { OutgoingMailModel } from "#models/reminders.server";
import { createSignedIn, createUser } from "#tests/factories/user";
import { answer, cookieOf, load, post, submit, type Answered } from "#tests/support/request";
import { startSmtpPeer } from "#tests/support/smtp-peer";
import { sendDueMail } from "~/domain/reminders/mail/outbox.server";
import { setClock } from "~/platform/clock";
import { openForOperator } from "~/platform/encryption.server";
import { env } from "~/platform/env.server";
import { action, loader } from "~/routes/public/contact/route";
import { loader as unknown, action as unknownAction } from "~/routes/public/not-found";
import { loader as robots } from "~/routes/resources/robots";
import { loader as security } from "~/routes/resources/security-txt";
import { loader as sitemap } from "~/routes/resources/sitemap";

const OPERATOR = "operator@example.test";
const MESSAGE = {
  name: "Ann Reader",
  email: "ann@example.test",
  topic: "account",
  message: "I cannot find the page\nthat I wrote on Sunday.",
};

type Reply = {
  lastResult: { error?: Record<string, string[]>; initialValue?: Record<string, unknown> };
  notice?: { title: string; text: string };
};
type Page = { sent: boolean; known: Record<"name" | "email" | "opened", string>; protection: Protection };
type Protection = { token: string; submission: string };

const reply = (result: Answered) => result.data as Reply;
const send = (fields: Record<string, string>, extra: Parameters<typeof post>[2] = {}) =>
  submit(action, "/contact", fields, extra);
const open = (path = "/contact", session?: string) => load(loader, path, { session });
const page = async (path?: string, session?: string) => (await open(path, session)).data as Page;
const opened = async () => {
  const { known } = await page();
  const later = new Date(Date.now() + 20_000);
  setClock(() => later);
  return known.opened;
};
const stored = () => ContactMessageModel.find().sort({ createdAt: 1 });

let peer: Awaited<ReturnType<typeof startSmtpPeer>>;

/** Emails received by a real mail server, parsed. */
async function received(to: string): Promise<Email[]> {
  await sendDueMail();
  const all = await Promise.all(peer.mails.map((mail) => PostalMime.parse(mail)));
  return all.filter((mail) => mail.to?.some(({ address }) => address === to));
}

beforeEach(async () => {
  peer = await startSmtpPeer();
  env.MAIL_CONTACT = OPERATOR;
});

describe("contact message", () => {
  it(
    "is stored encrypted, emailed to the operator and copied to the sender",
    { tags: ["release"] },
    async () => {
      const result = await send({ ...MESSAGE, opened: await opened() });
      expect(result).toMatchObject({ status: 302, location: "/contact?sent=1" });
      const [record, ...others] = await stored();
      expect(others).toEqual([]);
      expect(record).toMatchObject({ topic: "account", marks: [] });
      expect(JSON.stringify(record)).not.toMatch(/Ann Reader|ann@example|Sunday/);
      const words: unknown = JSON.parse(
        openForOperator(record?.sealed as Buffer, `contactMessages|${record?._id}`),
      );
      expect(words).toEqual({ name: MESSAGE.name, email: MESSAGE.email, message: MESSAGE.message });

      const [mail, ...more] = await received(OPERATOR);
      expect(more).toEqual([]);
      expect(mail).toMatchObject({
        subject: "Contact form: My account",
        replyTo: [{ address: MESSAGE.email }],
      });
      expect(mail?.text).toContain(MESSAGE.message);
      expect(mail?.text).toContain("Ann Reader (ann@example.test)");
      const [copy, ...further] = await received(MESSAGE.email);
      expect(further).toEqual([]);
      expect(copy?.text).toContain(MESSAGE.message);
      expect((await page("/contact?sent=1")).sent).toBe(true);
    },
  );

  it("goes to the first administrator without MAIL_CONTACT, and is stored when there is none", async () => {
    env.MAIL_CONTACT = undefined;
    expect((await send(MESSAGE)).status).toBe(302);
    expect(await stored()).toHaveLength(1);
    await createUser({ email: "member@example.test" });
    await createUser({ _id: 1, email: "first@example.test", isAdmin: true });
    await createUser({ email: "second@example.test", isAdmin: true });
    expect((await send(MESSAGE)).status).toBe(302);
    expect(await received("first@example.test")).toHaveLength(1);
    for (const other of ["second", "member"]) expect(await received(`${other}@example.test`)).toHaveLength(0);
  });

  it("reaches the operator when MAIL_CONTACT has a name before the email address", async () => {
    env.MAIL_CONTACT = `The Office <${OPERATOR}>`;
    await send(MESSAGE);
    expect(await received(OPERATOR)).toHaveLength(1);
  });

  it("prefills the name and email address of a member", async () => {
    const { secret, user } = await createSignedIn({ firstName: "Ann", lastName: "Reader" });
    expect((await page("/contact", secret)).known).toMatchObject({ name: "Ann Reader", email: user.email });
    expect((await page()).known).toMatchObject({ name: "", email: "" });
  });

  it("may contain any text and is not interpreted", async () => {
    const message = `<script>alert(1)</script> "quoted" & 'so' \u2028 ]]> {{7*7}}\n\nBcc: x@evil.test\n.\n💚 שלום`;
    await send({ ...MESSAGE, message });
    const [mail] = await received(OPERATOR);
    expect(mail?.text?.replaceAll("\r\n", "\n")).toContain(message);
    expect(mail?.html).not.toMatch(/<script/i);
    expect(mail?.html).toContain("&lt;script&gt;");
    expect(mail?.bcc ?? []).toEqual([]);
  });
});

describe("contact form error", () => {
  it.each([
    ["name", "", "Please tell us your name"],
    ["name", " \t ", "Please tell us your name"],
    ["name", "a".repeat(101), "Please use at most 100 characters"],
    ["email", "", "Email is required"],
    ["email", "nobody", "Please enter a valid email address"],
    ["topic", "", "Please choose what it is about"],
    ["topic", "gossip", "Please choose what it is about"],
    ["message", "", "Please write your message"],
    ["message", "   \n ", "Please write your message"],
    ["message", "Too short", "Please write at least 10 characters"],
    ["message", "a".repeat(4001), "Please use at most 4000 characters; this is 4,001"],
  ])("is shown beside %s (%j), and the text is kept", async (field, value, message) => {
    const typed = { ...MESSAGE, [field]: value };
    const result = await send(typed);
    expect(result.status).toBe(400);
    expect(reply(result).lastResult.error).toEqual({ [field]: [message] });
    const kept = Object.fromEntries(Object.entries(typed).filter(([, text]) => text));
    expect(reply(result).lastResult.initialValue).toMatchObject(kept);
    expect(await stored()).toHaveLength(0);
  });

  it("is shown for every field at once", async () => {
    expect(Object.keys(reply(await send({})).lastResult.error ?? {})).toEqual([
      "name",
      "email",
      "topic",
      "message",
    ]);
  });

  it("is not shown when the message has 10 or 4000 code points", async () => {
    for (const message of ["0123456789", "💚".repeat(4000)])
      expect((await send({ ...MESSAGE, message })).status).toBe(302);
    expect(await stored()).toHaveLength(2);
  });
});

describe("bots", () => {
  it("are marked and get no copy, but the same reply, when they fill in the honeypot", async () => {
    const result = await send({ ...MESSAGE, opened: await opened(), website: "https://spam.test" });
    expect(result).toMatchObject({ status: 302, location: "/contact?sent=1" });
    expect(await stored()).toMatchObject([{ marks: ["honeypot"] }]);
    const [mail] = await received(OPERATOR);
    expect(mail?.text).toContain("This may have been written by a program: honeypot.");
    expect(await received(MESSAGE.email)).toHaveLength(0);
  });

  it("are marked but accepted when they send fast", async () => {
    const { known } = await page();
    expect((await send({ ...MESSAGE, opened: known.opened })).status).toBe(302);
    expect(await stored()).toMatchObject([{ marks: ["too_fast"] }]);
    expect(await received(OPERATOR)).toHaveLength(1);
    expect(await received(MESSAGE.email)).toHaveLength(1);
  });

  it.each(["", "abc", "kf3x.forged", "0.", "x".repeat(500)])(
    "that forge the time %j are marked",
    async (time) => {
      expect((await send({ ...MESSAGE, opened: time })).status).toBe(302);
      expect(await stored()).toMatchObject([{ marks: ["no_time"] }]);
    },
  );

  it("cannot flood a mailbox with copies from many networks", { tags: ["release"] }, async () => {
    for (let index = 1; index <= 5; index++) {
      const email = index % 2 ? "ann@example.test" : "ANN@example.test";
      const sent = await send({ ...MESSAGE, email }, { address: `198.51.100.${index}` });
      expect(sent.status).toBe(302);
    }
    expect(await stored()).toHaveLength(5);
    expect(await received(OPERATOR)).toHaveLength(5);
    expect(await OutgoingMailModel.countDocuments({ kind: "contact-copy" })).toBe(3);
  });

  it("may send five messages an hour from one network", async () => {
    for (let index = 1; index <= 5; index++) expect((await send(MESSAGE)).status).toBe(302);
    const sixth = await send(MESSAGE);
    expect(sixth.status).toBe(429);
    expect(sixth.headers.get("Retry-After")).toBe("3600");
    expect(reply(sixth).notice).toMatchObject({ title: "Too many messages" });
    expect(reply(sixth).lastResult.initialValue).toMatchObject(MESSAGE);
    expect(await stored()).toHaveLength(5);
    expect((await send(MESSAGE, { address: "198.51.100.7" })).status).toBe(302);
    const later = new Date(Date.now() + 61 * 60_000);
    setClock(() => later);
    expect((await send(MESSAGE)).status).toBe(302);
  });
});

describe("resubmitted contact form", () => {
  const headers = { Cookie: "visitor=InZpc2l0b3IxIg%3D%3D" };

  it("sends one message and one email each when sent ten times concurrently and once later", async () => {
    const form = { ...MESSAGE, _submission: "abcdefgh1234" };
    const results = await Promise.all(Array.from({ length: 10 }, () => send(form, { headers })));
    results.push(await send(form, { headers }));
    for (const result of results) expect(result).toMatchObject({ status: 302, location: "/contact?sent=1" });
    expect(await stored()).toHaveLength(1);
    expect(await received(OPERATOR)).toHaveLength(1);
    expect(await received(MESSAGE.email)).toHaveLength(1);
  });

  it("is accepted after a corrected mistake", async () => {
    const form = { ...MESSAGE, _submission: "abcdefgh1234" };
    expect((await send({ ...form, message: "short" }, { headers })).status).toBe(400);
    expect((await send(form, { headers })).status).toBe(302);
    expect(await stored()).toHaveLength(1);
  });

  it("is accepted from a text browser with its token only", async () => {
    const shown = await open();
    const { token, submission } = (shown.data as Page).protection;
    const cookie = { Cookie: cookieOf(shown, "visitor") ?? "" };
    const silent = async (fields: Record<string, string>) => {
      const args = await post("/contact", fields, { headers: cookie });
      args.request.headers.delete("Origin");
      return answer(() => action(args));
    };
    expect((await silent(MESSAGE)).status).toBe(403);
    expect((await silent({ ...MESSAGE, _token: token, _submission: submission })).status).toBe(302);
  });
});

describe("line breaks in a contact field", () => {
  const headerNames = (mail: Email) => mail.headers.map(({ key }) => key).sort();
  const injected = ["\r\nBcc: victim@example.test", "\nBcc: victim@example.test\n\nHello", "\rX-Evil: 1"];

  it.each(injected)("add no header to the email: %j", { tags: ["release"] }, async (evil) => {
    await send(MESSAGE);
    const [plain] = await received(OPERATOR);
    const [plainCopy] = await received(MESSAGE.email);
    peer.mails.length = 0;
    const sent = await send(
      { ...MESSAGE, name: `Ann${evil}`, message: `${MESSAGE.message}${evil}` },
      { address: "198.51.100.8" },
    );
    expect(sent.status).toBe(302);
    const [mail] = await received(OPERATOR);
    const [copy] = await received(MESSAGE.email);
    expect(headerNames(mail as Email)).toEqual(headerNames(plain as Email));
    expect(headerNames(copy as Email)).toEqual(headerNames(plainCopy as Email));
    expect(mail?.subject).toBe(plain?.subject);
    expect([mail?.to, mail?.bcc, mail?.replyTo]).toEqual([plain?.to, plain?.bcc, plain?.replyTo]);
    expect(await received("victim@example.test")).toHaveLength(0);
  });

  it.each(injected)("are rejected in an address or topic: %j", async (evil) => {
    expect((await send({ ...MESSAGE, email: `ann@example.test${evil}` })).status).toBe(400);
    expect((await send({ ...MESSAGE, email: `ann${evil}@example.test` })).status).toBe(400);
    expect((await send({ ...MESSAGE, topic: `account${evil}` })).status).toBe(400);
    expect(await stored()).toHaveLength(0);
  });
});

describe("files for crawlers", () => {
  const read = async (load: () => Response) => {
    const response = load();
    expect(response.headers.get("Cache-Control")).toContain("public");
    return { type: response.headers.get("Content-Type"), text: await response.text() };
  };

  it("exclude private pages in robots.txt and name the sitemap", async () => {
    const { type, text } = await read(robots);
    expect(type).toBe("text/plain; charset=utf-8");
    expect(text).toContain("Disallow: /journal\n");
    expect(text).toContain("Sitemap: http://localhost:3000/sitemap.xml");
  });

  it("list the public pages in sitemap.xml at the public origin", async () => {
    const { type, text } = await read(sitemap);
    expect(type).toBe("application/xml; charset=utf-8");
    for (const path of ["/", "/about", "/faq", "/safety", "/contact", "/privacy", "/terms", "/cookies"])
      expect(text).toContain(`<loc>http://localhost:3000${path}</loc>`);
    expect(text).not.toContain("/journal");
  });

  it("name a contact in security.txt and expire within a year (RFC 9116)", async () => {
    setClock(() => new Date("2026-11-21T12:00:00Z"));
    const { text } = await read(security);
    expect(text).toContain("Contact: http://localhost:3000/contact\n");
    expect(text).toContain("Expires: 2027-05-22T00:00:00Z\n");
  });

  it("return 404 for an unknown path, by GET and POST", async () => {
    expect((await load(unknown, "/nowhere")).status).toBe(404);
    expect((await answer(() => unknownAction())).status).toBe(404);
  });
});
