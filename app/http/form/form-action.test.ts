import { data, redirect } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { answer, ORIGIN, post, visit } from "#tests/support/request";
import { JOURNAL_FULL, JournalFullError } from "~/domain/limits/journal-quota";
import { BodyError } from "~/http/request-body.server";
import { authenticateSender, checkOrigin, checkToken } from "./authorize-sender.server";
import { formAction } from "./form-action.server";
import type { FormReply } from "./form-options.server";
import { recoverFromError, refuseFullJournal } from "./form-recovery.server";
import { runIdempotentAction } from "./idempotent-action.server";
import { SentForm } from "./multipart.server";
import { FormBody } from "./read-body.server";
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
  const form = sentForm({ title: "Amen", password: "secret" });

  it("accepts a post from our own pages", async () => {
    const { request } = await post("/contact", {});
    expect(await checkOrigin(request, form)).toBe("may_act");
  });

  it("rejects a post from another site and shows its text without secrets and without a token", async () => {
    const { request } = await post("/contact", {}, { headers: { Origin: "https://evil.test" } });
    const { status, data: recovery } = await answer(() => checkOrigin(request, form));
    expect(status).toBe(403);
    expect(recovery).toMatchObject({ fields: [["title", "Amen"]], protection: null });
  });

  it("rejects a stale token and offers a new one", async () => {
    const { request } = await visit("/contact");
    const verdict = await checkOrigin(request, form);
    expect(verdict).toBe("stale");
    const { status, data: recovery } = await answer(() => checkToken(request, form, verdict));
    expect(status).toBe(403);
    expect(recovery).toMatchObject({ fields: [["title", "Amen"]], protection: { token: /\w/ } });
  });
});

describe("authentication of a sender", () => {
  it("returns the result of the guard", async () => {
    const { request } = await post("/contact", {});
    expect(await authenticateSender(request, sentForm({}), () => Promise.resolve(7))).toBe(7);
  });

  it("throws the redirect of the guard when the form has no owner", async () => {
    const { request } = await post("/journal/free", {});
    const guard = () => Promise.reject(redirect("/login") as unknown as Error);
    const result = await answer(() => authenticateSender(request, sentForm({ title: "Amen" }), guard));
    expect(result).toMatchObject({ status: 302, location: "/login" });
  });
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
        () => Promise.resolve(7),
        ({ value }, guarded) => Promise.resolve(redirect(`/${value.title}/${guarded}`)),
      ),
    );
    expect(result).toMatchObject({ status: 302, location: "/Amen/7" });
    expect(result.headers.get("Cache-Control")).toBe("no-store");
  });

  it("responds 405 to another method", async () => {
    const args = await visit("/contact");
    const act = () => Promise.reject(new Error("The action must not run."));
    const result = await answer(() => formAction(args, { schema }, () => Promise.resolve(), act));
    expect(result.status).toBe(405);
  });
});
