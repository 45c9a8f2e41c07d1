import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { UserModel, type UserRecord } from "#models/user.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSomeone, sealFor, signOutEverywhere, type SignedIn } from "#tests/factories/sealed";
import { createSignedIn, PASSWORD } from "#tests/factories/user";
import { documentsOf } from "#tests/support/documents";
import { readPdf } from "#tests/support/read-pdf";
import { errorsOf, load, post, submit, visit } from "#tests/support/request";
import { startSmtpPeer } from "#tests/support/smtp-peer";
import { runLegacies } from "~/domain/administration/legacy/run-legacies.server";
import { unwrapKeysWithCode } from "~/domain/identity/key-wrapping.server";
import { readLegacy } from "~/domain/identity/legacy-use.server";
import { startSession } from "~/domain/identity/sessions.server";
import { claimMail, collectPendingMail, sendDueMail } from "~/domain/reminders/mail/outbox.server";
import { setClock } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { action as userAction, loader as userLoader } from "~/routes/admin/user";
import { action as linkAction, loader as linkLoader } from "~/routes/auth/legacy";
import { loader as fileLoader } from "~/routes/auth/legacy-file";
import { loader as dataLoader } from "~/routes/member/settings/data-download";
import { action as sheetAction, loader as sheetLoader } from "~/routes/member/settings/data-legacy-sheet";
import { action, loader } from "~/routes/member/settings/data-legacy/route";
import { action as dataAction } from "~/routes/member/settings/data/route";

const PAGE = "/settings/data/legacy";
const SHEET = `${PAGE}/sheet`;
const DAY = 86_400_000;
let at: Date;
const later = (days: number) => (at = new Date(at.getTime() + days * DAY));

const smtp = env.SMTP_URL;
function withoutMail(): void {
  env.SMTP_URL = undefined;
  onTestFinished(() => void (env.SMTP_URL = smtp));
}

let owner: SignedIn;
beforeEach(async () => {
  at = new Date("2026-11-28T09:30:00Z");
  setClock(() => at);
  env.SMTP_URL = "smtp://127.0.0.1:9";
  onTestFinished(() => void (env.SMTP_URL = smtp));
  owner = await createSomeone();
  await createEntry(owner.member, { content: { body: "The heron stood." } });
});

const GIVE = { intent: "save", choice: "give", name: "Ruth", email: "Ruth@Example.test" };
const DESTROY = { intent: "save", choice: "destroy", months: "12" };
const save = (fields: Record<string, string>, currentPassword = PASSWORD, session = owner.secret) =>
  submit(action, PAGE, { ...fields, ...(currentPassword && { currentPassword }) }, { session });

/** Claims all queued emails. @returns the kind, recipient and text of each */
async function mails(): Promise<{ kind: string; to: string; text: string }[]> {
  while ((await collectPendingMail()) > 0);
  const found = [];
  for (let next = await claimMail(); next; next = await claimMail())
    found.push({ kind: next.record.kind, to: next.mail.to, text: next.mail.text });
  return found;
}

describe(PAGE, () => {
  it("saves each choice after the password, and emails the owner", async () => {
    expect(await save(GIVE)).toMatchObject({ status: 302, location: PAGE });
    expect(await readLegacy(owner.member.id)).toEqual({
      choice: "give",
      name: "Ruth",
      email: "Ruth@example.test",
    });
    expect(await mails()).toMatchObject([
      { kind: "legacy-chosen", to: owner.member.email, text: expect.stringContaining("Ruth") },
    ]);
    expect((await save(DESTROY)).status).toBe(302);
    expect((await load(loader, PAGE, { session: owner.secret })).data).toMatchObject({
      settings: { choice: "destroy", months: 12 },
      sendsMail: true,
    });
    expect((await save({ intent: "save", choice: "none" })).status).toBe(302);
    expect(await mails()).toHaveLength(2);
    expect((await UserModel.findById(owner.member.id).lean())?.legacy).toBeUndefined();
  });

  it.each([
    [{ ...GIVE, name: " " }, "name"],
    [{ ...GIVE, name: "x".repeat(81) }, "name"],
    [{ ...GIVE, name: "Ruth\r\nBcc: x" }, "name"],
    [{ ...GIVE, email: "ruth" }, "email"],
    [{ ...DESTROY, months: "1" }, "months"],
    [{ intent: "save", choice: "burn" }, "choice"],
    [{ intent: "save" }, "choice"],
  ])("refuses the invalid choice %j", async (fields, field) => {
    const refused = await save(fields as Record<string, string>);
    expect(refused.status).toBe(400);
    expect(Object.keys(errorsOf(refused))).toEqual([field]);
    expect(await readLegacy(owner.member.id)).toEqual({ choice: "none" });
  });

  it("refuses a missing and a wrong password", async () => {
    expect((await save(GIVE, "")).status).toBe(400);
    const refused = await save(GIVE, "Wrong-Water-9");
    expect(refused.status).toBe(401);
    expect(errorsOf(refused)).toHaveProperty("currentPassword");
    expect(await readLegacy(owner.member.id)).toEqual({ choice: "none" });
  });

  it("refuses posts when the instance sends no email", async () => {
    withoutMail();
    expect((await load(loader, PAGE, { session: owner.secret })).data).toMatchObject({ sendsMail: false });
    expect((await save(DESTROY)).status).toBe(409);
    const fields = { currentPassword: PASSWORD };
    expect((await submit(sheetAction, SHEET, fields, { session: owner.secret })).status).toBe(409);
    expect(await readLegacy(owner.member.id)).toEqual({ choice: "none" });
  });

  it("is offered on the page of the journal’s data only when the instance sends email", async () => {
    const respond = await documentsOf("member/settings/data");
    const open = async () =>
      (await respond((await visit("/settings/data", { session: owner.secret })).request)).text();
    expect(await open()).toContain(`href="${PAGE}"`);
    withoutMail();
    expect(await open()).not.toContain(`href="${PAGE}"`);
  });

  it("is in the owner's export when something was chosen", async () => {
    const exported = async () => {
      const fields = { intent: "export", format: "json", currentPassword: PASSWORD };
      const { location } = await submit(dataAction, "/settings/data", fields, { session: owner.secret });
      const { data } = await load(dataLoader, location ?? "", { session: owner.secret });
      return data as Record<string, unknown>;
    };
    expect(await exported()).not.toHaveProperty("legacy");
    await save(GIVE);
    expect(await exported()).toMatchObject({
      legacy: { choice: "give", name: "Ruth", email: "Ruth@example.test" },
    });
  });
});

describe("hand-over by an administrator", () => {
  let session: string;
  const handOver = (currentPassword = PASSWORD, userId = owner.member.id) =>
    submit(
      userAction,
      `/admin/users/${userId}`,
      { intent: "handOver", currentPassword },
      { session, params: { userId: String(userId) } },
    );
  const signInWarden = async () => {
    const warden = await UserModel.findOne({ username: "warden" }).lean();
    if (!warden) ({ secret: session } = await createSignedIn({ isAdmin: true, username: "warden" }));
    else ({ secret: session } = await startSession(warden, { remember: false, device: "Test" }));
  };
  const noticeOf = ({ data }: { data: unknown }) => (data as { notice?: { text: string } }).notice?.text;

  beforeEach(signInWarden);

  it("is refused when a year has not passed, the owner chose otherwise, or the instance sends no email", async () => {
    const early = await handOver();
    expect([early.status, noticeOf(early)]).toEqual([
      409,
      "This account has been used within the last year.",
    ]);
    await save(GIVE);
    later(364);
    await signInWarden();
    expect((await handOver()).status).toBe(409);
    later(2);
    await signInWarden();
    expect((await handOver("Wrong-Water-9")).status).toBe(401);
    expect((await handOver(PASSWORD, 999_999)).status).toBe(409);
    await UserModel.updateOne({ _id: owner.member.id }, { $set: { "legacy.choice": "destroy" } });
    const other = await handOver();
    expect([other.status, noticeOf(other)]).toEqual([
      409,
      "The owner of this account did not choose that anyone should be given the journal.",
    ]);
    withoutMail();
    expect((await handOver()).status).toBe(409);
  });

  it("starts once, when the account has been unused for a year", async () => {
    await save(GIVE);
    await mails();
    later(366);
    await signInWarden();
    expect(await handOver()).toMatchObject({ status: 302, location: `/admin/users/${owner.member.id}` });
    expect(await mails()).toContainEqual(
      expect.objectContaining({ kind: "hand-over-started", to: owner.member.email }),
    );
    expect((await handOver()).status).toBe(409);
  });

  it("shows administrators nothing of the choice", async () => {
    await save(GIVE);
    const params = { userId: String(owner.member.id) };
    const page = await load(userLoader, `/admin/users/${owner.member.id}`, { session, params });
    expect(JSON.stringify(page.data)).not.toMatch(/ruth|give|destroy|no longer here/i);
    expect(page.data).toMatchObject({ canHandOverJournal: true });
  });

  /** The path of the mailed link, after a hand-over of an account that nobody has used. */
  async function mailedLink(): Promise<string> {
    await save(GIVE);
    await signOutEverywhere(owner.member);
    later(366);
    await signInWarden();
    expect((await handOver()).status).toBe(302);
    await startSmtpPeer();
    await sendDueMail();
    later(31);
    await runLegacies(new AbortController().signal, () => 0);
    const mail = (await mails()).find(({ kind }) => kind === "hand-over");
    expect(mail?.to).toBe("Ruth@example.test");
    const link = new URL(/http\S+\/legacy\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "");
    return link.pathname + link.search;
  }
  const take = (link: string, fields: Record<string, string>) => submit(linkAction, link, fields);
  /** Bytes of a download whose post was accepted. */
  async function fileOf({ status, location }: { status: number; location: string | null }) {
    expect(status).toBe(302);
    const response = (await fileLoader(await visit(location ?? ""))) as Response;
    return Buffer.from(await response.arrayBuffer());
  }

  it("serves the book and the JSON file once each", async () => {
    const link = await mailedLink();
    const page = await load(linkLoader, link);
    expect(page).toMatchObject({
      status: 200,
      data: { handOver: { left: ["epub", "json"], isSealed: false } },
    });
    const json = await take(link, { format: "json" });
    const journal = JSON.parse((await fileOf(json)).toString("utf8")) as { entries: { body: string }[] };
    expect(journal.entries.map(({ body }) => body)).toEqual(["The heron stood."]);
    expect((await take(link, { format: "json" })).status).toBe(410);
    const ticket = (await load(fileLoader, json.location ?? "")).location;
    expect(ticket).toBe("/legacy");
    const book = await fileOf(await take(link, { format: "epub" }));
    expect(book.subarray(0, 2).toString("latin1")).toBe("PK");
    expect(book.includes("application/epub+zip")).toBe(true);
    expect((await load(linkLoader, link)).status).toBe(410);
    expect((await take(link, { format: "epub" })).status).toBe(410);
    expect(JSON.stringify(await UserModel.findById(owner.member.id).lean())).not.toContain(
      new URLSearchParams(link.split("?")[1]).get("token"),
    );
  });

  it("gives a file once when it is requested several times at once", async () => {
    const link = await mailedLink();
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => take(link, { format: "json" })));
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 410, 410, 410, 410]);
    const location = responses.find(({ status }) => status === 302)?.location ?? "";
    const files = await Promise.all([1, 2, 3].map(() => load(fileLoader, location)));
    expect(files.filter(({ location: to }) => to === "/legacy")).toHaveLength(2);
  });

  it.each(["locked", "deleting"] as const)("sends no file of an account that is %s", async (status) => {
    const link = await mailedLink();
    const accepted = await take(link, { format: "json" });
    await UserModel.updateOne({ _id: owner.member.id }, { $set: { status } });
    expect((await load(linkLoader, link)).status).toBe(410);
    expect((await take(link, { format: "epub" })).status).toBe(410);
    expect((await load(fileLoader, accepted.location ?? "")).location).toBe("/legacy");
  });

  it("sends no file for a forged, a cancelled or an expired link", async () => {
    const link = await mailedLink();
    for (const forged of ["/legacy", "/legacy?token=forged"]) {
      expect((await load(linkLoader, forged)).status).toBe(410);
      expect((await take(forged, { format: "json" })).status).toBe(410);
    }
    expect((await take(link, { format: "pdf" })).status).toBe(400);
    const user = (await UserModel.findById(owner.member.id).lean()) as UserRecord;
    later(181);
    expect((await load(linkLoader, link)).status).toBe(410);
    later(-100);
    expect((await load(linkLoader, link)).status).toBe(200);
    const accepted = await take(link, { format: "json" });
    await startSession(user, { remember: false, device: "Test" });
    expect((await load(linkLoader, link)).status).toBe(410);
    expect((await load(fileLoader, accepted.location ?? "")).location).toBe("/legacy");
  });

  it("sends the files of a sealed journal only with a recovery code", async () => {
    const { codes, ...sealed } = await sealFor(owner);
    owner = sealed;
    await createEntry(owner.member, { content: { body: "Sealed words." } });
    const link = await mailedLink();
    expect((await load(linkLoader, link)).data).toMatchObject({ handOver: { isSealed: true } });
    expect((await take(link, { format: "json" })).status).toBe(400);
    const wrong = await take(link, { format: "json", recoveryCode: "AAAAA-AAAAA-AAAAA-AAAAA" });
    expect(wrong.status).toBe(401);
    expect(JSON.stringify(wrong.data)).not.toContain("AAAAA");
    const recoveryCode = codes[5]?.toLowerCase() ?? "";
    const journal = await fileOf(await take(link, { format: "json", recoveryCode }));
    expect(journal.toString("utf8")).toContain("Sealed words.");
    const book = await fileOf(await take(link, { format: "epub", recoveryCode }));
    expect(book.subarray(0, 2).toString("latin1")).toBe("PK");
  });
});

describe(SHEET, () => {
  const text = (bytes: Uint8Array) => readPdf("pdftotext", bytes, "-layout") ?? "";
  const bytesOf = async (answered: Response) => new Uint8Array(await answered.arrayBuffer());
  const getSheet = async (path = SHEET) => {
    const args = await visit(path, { session: owner.secret });
    return sheetLoader(args) as Promise<Response>;
  };

  it("is a PDF with lines to write a recovery code on", async () => {
    const sheet = await getSheet();
    expect([sheet.status, sheet.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect(sheet.headers.get("Cache-Control")).toContain("no-store");
    const printed = text(await bytesOf(sheet));
    if (printed)
      expect(printed).toMatch(/For the drawer[^]*only\s+this\s+code\s+opens\s+it[^]*Recovery code/);
  });

  it("has one new recovery code, which opens the sealed journal, when the password is right", async () => {
    owner = await sealFor(owner);
    const wrong = await submit(
      sheetAction,
      SHEET,
      { currentPassword: "Wrong-9x" },
      { session: owner.secret },
    );
    expect(wrong.status).toBe(401);
    const args = await post(SHEET, { currentPassword: PASSWORD }, { session: owner.secret });
    const sheet = (await sheetAction(args)) as Response;
    expect([sheet.status, sheet.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    const codes = [...new Set(text(await bytesOf(sheet)).match(/\b(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}\b/g) ?? [])];
    const stored = (await UserModel.findById(owner.member.id).lean())?.sealing?.byCode ?? [];
    expect(stored).toHaveLength(8);
    if (codes.length > 0) {
      expect(codes).toHaveLength(1);
      expect(unwrapKeysWithCode(owner.member.id, stored, codes[0] ?? "")).not.toBeNull();
    }
  });

  it("is printed from the form of the page, which shows a wrong password beside its field", async () => {
    owner = await sealFor(owner);
    const fields = { intent: "sheet", currentPassword: "Wrong-9x" };
    const wrong = await submit(action, `${PAGE}?sheet=1`, fields, { session: owner.secret });
    expect([wrong.status, Object.keys(errorsOf(wrong))]).toEqual([401, ["currentPassword"]]);
    const made = await submit(
      action,
      `${PAGE}?sheet=1`,
      { ...fields, currentPassword: PASSWORD },
      { session: owner.secret },
    );
    expect(made.location).toMatch(/^\/settings\/data\/legacy\/sheet\?ticket=/);
    expect((await getSheet(made.location ?? "")).headers.get("Content-Type")).toBe("application/pdf");
    expect((await getSheet(made.location ?? "")).headers.get("Location")).toBe(PAGE);
  });

  it("makes no code for a journal that is not sealed", async () => {
    const fields = { currentPassword: PASSWORD };
    expect((await submit(sheetAction, SHEET, fields, { session: owner.secret })).status).toBe(409);
  });
});
