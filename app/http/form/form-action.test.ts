import { data, redirect } from "@remix-run/node";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { answer, ORIGIN, post, visit } from "#tests/support/request";
import { JOURNAL_FULL, JournalFullError } from "~/domain/limits/journal-quota";
import { formOwnerToken } from "~/domain/operations/form-submissions.server";
import { visitorCookie } from "~/http/cookies.server";
import { CROSS_SITE_POST, FormRefusal, STALE_POST } from "~/http/failure-responses.server";
import { BodyError } from "~/http/request-body.server";
import { HOST_HEADER } from "~/http/request-origin.server";
import { env } from "~/platform/env.server";
import { hashToken } from "~/platform/signing.server";
import { authenticateSender } from "./authenticate-sender.server";
import { checkOriginAndToken, issueCsrfFields } from "./csrf.server";
import { formAction } from "./form-action.server";
import { FormBody } from "./form-body.server";
import type { FormReply } from "./form-options.server";
import { recoverFromError, refuseFullJournal } from "./form-recovery.server";
import { runIdempotentAction, submissionKey } from "./idempotent-action.server";
import { SentForm } from "./multipart-form.server";
import { validateForm } from "./validate-form.server";

const schema = z.object({ title: z.string(), password: z.string().optional() });

function sentForm(fields: Record<string, string>): SentForm {
  const form = new SentForm();
  for (const [name, text] of Object.entries(fields)) form.appendText(name, Buffer.from(text));
  return form;
}

const bodyOf = (text: string) =>
  new FormBody(
    new Request(`${ORIGIN}/contact`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: text,
    }),
    {},
  );

describe("body of a form", () => {
  it("decodes fields and normalizes line breaks", async () => {
    const form = await bodyOf("title=a%0D%0Ab+%C3%A4&tag=x&tag=y").read();
    expect([form.get("title"), form.getAll("tag")]).toEqual(["a\nb ä", ["x", "y"]]);
  });

  it.each([
    ...["a[0]=x", "email[$ne]=1", "email[$gt]=", "email[99999999]=1", "__intent__=x", "__state__=%7B"],
    ...["a.b=x", "email.a.b=1"],
  ])("rejects the field name in %j", async (text) => {
    await expect(bodyOf(text).read()).rejects.toMatchObject({ status: 400 });
  });
});

describe("origin and token", () => {
  const form = sentForm({ title: "Amen" });

  it("accepts a post from our own pages", async () => {
    const { request } = await post("/contact", {});
    expect(await checkOriginAndToken(request, form)).toBe("may_act");
  });

  it("refuses a post from another site", async () => {
    const { request } = await post("/contact", {}, { headers: { Origin: "https://evil.test" } });
    await expect(checkOriginAndToken(request, form)).rejects.toMatchObject({
      status: 403,
      reason: CROSS_SITE_POST,
    });
  });

  /** The verdict on a form without an origin (null) or with another one, and with the token of this or another browser. */
  async function verdictOn(token: "own" | "other" | "none", headers: Record<string, string | null>) {
    const [own, other] = [await issue(), await issue()];
    const sent = { own: own.token, other: other.token, none: undefined }[token];
    const { request } = await post("/contact", {}, { headers: { Cookie: own.Cookie } });
    for (const [name, value] of Object.entries(headers))
      if (value === null) request.headers.delete(name);
      else request.headers.set(name, value);
    const checked = checkOriginAndToken(request, sentForm(sent ? { _token: sent } : {}));
    return checked.catch(({ reason }: FormRefusal) => (reason === CROSS_SITE_POST ? "cross-site" : reason));
  }
  async function issue() {
    const { protection, headers } = await issueCsrfFields((await visit("/contact")).request);
    return { token: protection.token, Cookie: headers.get("Set-Cookie")?.split(";")[0] ?? "" };
  }

  describe.each([true, false])("withheld origin (PUBLIC_ORIGIN set: %s)", (isOriginNamed) => {
    beforeEach(() => void Object.assign(env, { isOriginNamed }));
    afterEach(() => void Object.assign(env, { isOriginNamed: true }));
    const unknown = { Origin: "null", [HOST_HEADER]: "localhost:3000" };
    const ours = { ...unknown, "Sec-Fetch-Site": "same-origin" };

    it.each([
      ["may_act", "own", unknown],
      ["may_act", "own", ours],
      ["may_act", "own", { ...unknown, Referer: "http://localhost:3000/contact" }],
      ["may_act", "own", { ...ours, Referer: "http://localhost:3000/contact" }],
      ["cross-site", "own", { ...unknown, Referer: "https://evil.test/" }],
      ["cross-site", "own", { ...ours, Referer: "https://evil.test/" }],
      ["cross-site", "own", { ...unknown, "Sec-Fetch-Site": "same-site" }],
      ["cross-site", "own", { ...unknown, "Sec-Fetch-Site": "none" }],
      ["cross-site", "own", { ...unknown, "Sec-Fetch-Site": "cross-site" }],
      ["cross-site", "none", unknown],
      ["cross-site", "other", unknown],
      ["stale", "none", ours],
      ["stale", "other", ours],
    ] as const)("is %s with the token %s and %j", async (verdict, token, headers) => {
      expect(await verdictOn(token, headers)).toBe(verdict);
    });
  });

  it.each([
    ["stale", "none", { Origin: null }],
    ["may_act", "own", { Origin: null }],
    ["stale", "other", {}],
    ["cross-site", "own", { Origin: "https://evil.test" }],
  ] as const)("are %s with the token %s and %j", async (verdict, token, headers) => {
    expect(await verdictOn(token, headers)).toBe(verdict);
  });
});

describe("authentication of a sender", () => {
  const sender = { guarded: "result", memberId: 7 };

  it("returns the sender of the guard", async () => {
    const { request } = await post("/contact", {});
    const guard = () => Promise.resolve(sender);
    expect(await authenticateSender(request, sentForm({}), guard, "may_act")).toBe(sender);
  });

  it("refuses a stale token after the guard has accepted the sender", async () => {
    const { request } = await visit("/contact");
    const guard = vi.fn(() => Promise.resolve(sender));
    const stale = authenticateSender(request, sentForm({}), guard, "stale");
    await expect(stale).rejects.toMatchObject({ status: 403, reason: STALE_POST });
    expect(guard).toHaveBeenCalledOnce();
  });

  it.each(["may_act", "stale"] as const)(
    "throws the redirect of the guard when the form has no owner and the verdict is %s",
    async (verdict) => {
      const { request } = await post("/journal/free", {});
      const guard = () => Promise.reject(redirect("/login") as unknown as Error);
      const result = await answer(() =>
        authenticateSender(request, sentForm({ title: "Amen" }), guard, verdict),
      );
      expect(result).toMatchObject({ status: 302, location: "/login" });
    },
  );
});

describe("validation of a form", () => {
  const validate = (form: SentForm, stored = {}) =>
    validateForm(form, { schema, stored: () => stored }, undefined, {}, undefined);

  it("returns the value and fills a field that was not submitted from its stored value", async () => {
    const validated = await validate(sentForm({ password: "secret" }), { title: "stored" });
    expect(validated).toMatchObject({ ok: true, value: { title: "stored", password: "secret" } });
  });

  it("replies 400 without the password when a field is missing", async () => {
    const validated = await validate(sentForm({ password: "secret" }));
    if (validated.ok) throw new Error("The form is invalid.");
    const { status, data: reply } = await answer(() => validated.reply);
    expect(status).toBe(400);
    expect((reply as FormReply).lastResult.error).toHaveProperty("title");
    expect(JSON.stringify(reply)).not.toContain("secret");
  });

  it("refuses a text that is not UTF-8", async () => {
    const form = sentForm({});
    form.appendText("title", Buffer.from([0xff]));
    const validated = await validate(form);
    if (validated.ok) throw new Error("The form is invalid.");
    expect((await answer(() => validated.reply)).data).toMatchObject({ notice: { title: /\w/ } });
  });
});

describe("idempotency key", () => {
  const keyOf = async (
    fields: Record<string, string>,
    { memberId, headers }: { memberId?: number; headers?: Record<string, string> } = {},
  ) => {
    const { request } = await post("/contact", {}, { headers });
    return submissionKey(request, sentForm(fields), memberId);
  };
  const submission = { _submission: "a".repeat(20) };
  const owned = { ...submission, _owner: formOwnerToken(3) };

  it("is missing without a valid submission id", async () => {
    expect(await keyOf({}, { memberId: 7 })).toBeUndefined();
    expect(await keyOf({ _submission: "../a" }, { memberId: 7 })).toBeUndefined();
  });

  it("contains the signed-in sender, or the owner of the form when nobody is signed in", async () => {
    expect(await keyOf(owned, { memberId: 7 })).toBe(`member 7|/contact|${submission._submission}`);
    expect(await keyOf(owned)).toBe(`member 3|/contact|${submission._submission}`);
  });

  it("contains the hashed visitor cookie when the form was rendered before sign-in", async () => {
    const headers = { Cookie: await visitorCookie.serialize("a visitor") };
    const key = await keyOf(submission, { memberId: 7, headers });
    expect(key).toBe(`${hashToken("a visitor")}|/contact|${submission._submission}`);
  });
});

describe("action", () => {
  it("runs without a submission when the form has no key", async () => {
    const act = (submission: string | undefined) => Promise.resolve(redirect(`/${submission}`));
    const response = await runIdempotentAction(sentForm({}), undefined, true, act);
    expect(response).toMatchObject({ status: 302 });
  });

  it("puts the message of a full journal beside the longest text", async () => {
    const refuse = (options: object) => data(options as FormReply);
    const act = () => Promise.reject(new JournalFullError());
    const form = sentForm({ title: "a", body: "a longer text", intent: "save this entry of today" });
    const { data: reply } = await answer(() => refuseFullJournal(form, refuse, act));
    expect(reply).toMatchObject({ status: 413, fields: { body: [JOURNAL_FULL.field] } });
  });
});

describe("failed form", () => {
  it("shows the fields of a refused body again", async () => {
    const { request } = await post("/contact", {});
    const error = new BodyError(413, "too large", sentForm({ title: "Amen" }));
    const recovered = await recoverFromError(request, undefined, error);
    expect(await answer(() => recovered)).toMatchObject({
      status: 413,
      data: { message: "too large", fields: [["title", "Amen"]] },
    });
  });

  it("shows a refused form again without secrets, and with a new token", async () => {
    const { request } = await visit("/contact");
    const form = sentForm({ title: "Amen", password: "secret" });
    const recovered = await recoverFromError(request, form, new FormRefusal(403, STALE_POST));
    expect(await answer(() => recovered)).toMatchObject({
      status: 403,
      data: { ...STALE_POST, fields: [["title", "Amen"]], protection: { token: /\w/ } },
    });
  });

  it("gives no token to a form of another site", async () => {
    const { request } = await post("/contact", {}, { headers: { Origin: "https://evil.test" } });
    const refusal = new FormRefusal(403, CROSS_SITE_POST);
    const recovered = await recoverFromError(request, sentForm({ title: "Amen" }), refusal);
    expect((await answer(() => recovered)).data).toMatchObject({
      fields: [["title", "Amen"]],
      protection: null,
    });
  });

  it("passes on an unexpected error, and every error of a client that has disconnected", async () => {
    const { request } = await post("/contact", {});
    const error = new Error("unexpected");
    expect(await recoverFromError(request, undefined, error)).toBe(error);
    const aborted = new Request(request.url, { signal: AbortSignal.abort() });
    const refused = new BodyError(400, "unreadable");
    expect(await recoverFromError(aborted, undefined, refused)).toBe(refused);
  });
});

describe("form action", () => {
  it("passes value and guard result to the action", async () => {
    const args = await post("/contact", { title: "Amen" });
    const result = await answer(() =>
      formAction(
        args,
        { schema },
        () => Promise.resolve({ guarded: 7 }),
        ({ value }, guarded) => Promise.resolve(redirect(`/${value.title}/${guarded}`)),
      ),
    );
    expect(result).toMatchObject({ status: 302, location: "/Amen/7" });
    expect(result.headers.get("Cache-Control")).toBe("no-store");
  });

  it("responds 405 to another method", async () => {
    const args = await visit("/contact");
    const act = () => Promise.reject(new Error("The action must not run."));
    const result = await answer(() =>
      formAction(args, { schema }, () => Promise.resolve({ guarded: 7 }), act),
    );
    expect(result.status).toBe(405);
  });
});
