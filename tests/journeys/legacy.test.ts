import { changeLegacy, endSessions, makeAdministrator } from "#tests/support/browser-database";
import { readPdf } from "#tests/support/read-pdf";
import { makeSignedIn } from "#tests/support/seeded-users";
import {
  enterAdministration,
  expect,
  fillSignIn,
  test,
  writePage,
  type FormPage,
  type Person,
} from "./fixtures";

/** Runs the job once on the server's database. The server sends the emails. */
async function runJob(): Promise<void> {
  const [{ runLegacies }, { env }] = await Promise.all([
    import("~/domain/administration/legacy/run-legacies.server"),
    import("~/platform/env.server"),
  ]);
  env.SMTP_URL = process.env.E2E_SMTP;
  await runLegacies(new AbortController().signal, () => 0);
}

test(
  "chooses a recipient, who gets the journal after a hand-over",
  { tags: ["release"] },
  async ({ page, signIn, newVisitor, mailbox }) => {
    const owner = await signIn();
    await writePage(page, { body: "The heron stood in the river." });
    await page.goto("/settings/data");
    await page.getByRole("link", { name: "If I am no longer here" }).click();
    await page.getByRole("radio", { name: /Give it to one person/ }).check();
    await page.getByLabel("Name of the person").fill("Ruth");
    await page.getByLabel("Their email address").fill("not an address");
    await page.getByLabel("Current password").fill(owner.password);
    await page.getByRole("button", { name: "Save" }).click();
    expect(page.getByText("Please enter a valid email address")).toBeVisible();
    expect(page.getByLabel("Name of the person")).toHaveValue("Ruth");
    const person = `ruth.${owner.username.replace("_", ".")}@example.test`;
    await page.getByLabel("Their email address").fill(person);
    await page.getByLabel("Current password").fill(owner.password);
    await page.getByRole("button", { name: "Save" }).click();
    expect(page.getByLabel("Their email address")).toHaveValue(person);
    expect((await mailbox.waitForMail(owner.email, { subject: /no longer here/ })).text).toContain("Ruth");

    const admin = await newVisitor();
    const { person: warden } = await makeSignedIn({});
    await makeAdministrator(warden.email);
    await enterAdministration(admin, warden);
    await admin.goto(`/admin/users?q=${owner.username}`);
    await admin.getByRole("link", { name: owner.username }).click();
    await admin.getByLabel("Your own password").fill(warden.password);
    await admin.getByRole("button", { name: "Start the hand-over" }).click();
    expect(admin.getByText("This account has been used within the last year.")).toBeVisible();

    await changeLegacy(owner.email, { seenUntil: new Date("2020-01-01T00:00:00Z") });
    await admin.getByLabel("Your own password").fill(warden.password);
    await admin.getByRole("button", { name: "Start the hand-over" }).click();
    const started = await mailbox.waitForMail(owner.email, { subject: /handed over/ });
    expect(started.text).toContain("sign in once before");

    await changeLegacy(owner.email, { "handOver.startedAt": new Date("2020-02-01T00:00:00Z") });
    await runJob();
    const mail = await mailbox.waitForMail(person);
    const ruth = await newVisitor();
    await ruth.goto(mail.link("/legacy"));
    expect(ruth.getByRole("heading", { level: 1 })).toHaveText("A journal entrusted to you");
    await ruth.getByRole("button", { name: "Save the file" }).click();
    expect(ruth.downloaded().bytes.toString("utf8")).toContain("The heron stood in the river.");
    await ruth.goto(mail.link("/legacy"));
    expect(ruth.getByText("Everything, as a file: saved already.")).toBeVisible();
    await ruth.getByRole("button", { name: "Save the book" }).click();
    expect(ruth.downloaded().suggestedFilename()).toMatch(/\.epub$/);
    await ruth.goto(mail.link("/legacy"));
    expect(ruth.getByRole("heading", { level: 1 })).toHaveText("This link has been used or has expired");
  },
);

const LONG_AGO = new Date("2020-01-01T00:00:00Z");

async function chooseDestruction(page: FormPage, { password }: Person): Promise<void> {
  await page.goto("/settings/data/legacy");
  await page.getByRole("radio", { name: /Destroy my journal/ }).check();
  await page.getByLabel("When no one has used my account for").selectOption("12");
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Save" }).click();
  expect(page.getByRole("radio", { name: /Destroy my journal/ })).toBeChecked();
}

test(
  "sends three emails, each undone by signing in, and then destroys the account",
  { tags: ["release"] },
  async ({ page, signIn, mailbox }) => {
    const owner = await signIn();
    const entry = await writePage(page, { body: "The heron stood in the river." });
    await chooseDestruction(page, owner);
    const chosen = await mailbox.waitForMail(owner.email, { subject: /no longer here/ });
    expect(chosen.text).toContain("12 months");

    const warned = async (number: number) => {
      await runJob();
      const subject = /will be destroyed unless/;
      await expect
        .poll(async () => (await mailbox.waitForMail(owner.email, { subject })).text, { timeout: 15_000 })
        .toContain(`email ${number} of 3`);
      // The job records that the mail relay has accepted the email; then a week passes.
      await expect
        .poll(async () => {
          await runJob();
          return acceptedWarnings(owner);
        })
        .toBe(number);
      await changeLegacy(owner.email, { [`warnings.${number - 1}.acceptedAt`]: LONG_AGO });
      return mailbox.waitForMail(owner.email, { subject });
    };
    const passYears = async () => {
      await endSessions(owner.email);
      await changeLegacy(owner.email, { seenUntil: LONG_AGO });
    };

    await passYears();
    const first = await warned(1);
    await page.context().clearCookies();
    await page.goto(first.link("/auth/login"));
    await fillSignIn(page, owner);
    await page.goto(entry);
    expect(page.getByText("The heron stood in the river.")).toBeVisible();
    await runJob();
    const undone = await mailbox.waitForMail(owner.email, { subject: /stays as it is/ });
    expect(undone.text).toContain("Nothing has been destroyed");
    await page.goto("/settings/data/legacy");
    expect(page.getByRole("radio", { name: /Destroy my journal/ })).toBeChecked();

    await passYears();
    for (const number of [1, 2, 3]) await warned(number);
    await runJob();
    await page.goto("/dashboard");
    expect(page).toHaveURL(/\/auth\/login/);
    await fillSignIn(page, owner);
    expect(page.answer.status()).toBe(401);
  },
);

async function acceptedWarnings({ email }: Person): Promise<number> {
  const { UserModel } = await import("#models/user.server");
  const { legacy } = await UserModel.findOne({ email }).orFail().lean();
  return (legacy?.warnings ?? []).filter(({ acceptedAt }) => acceptedAt !== null).length;
}

test(
  "prints the sheet for the drawer, and exports the choice",
  { tags: ["release"] },
  async ({ page, signIn }) => {
    const owner = await signIn();
    await page.goto("/settings/data/legacy");
    expect(page.getByText("Your journal is sealed")).toHaveCount(0);
    await chooseDestruction(page, owner);

    await page.goto("/settings/security/seal");
    await page.getByLabel("Current password").fill(owner.password);
    await page.getByRole("button", { name: "Show my recovery codes" }).click();
    const [code = ""] = (await page.locator("main ol li").first().innerText()).split(/\s/);
    await page.locator("[name=code]").fill(code);
    await page.getByRole("button", { name: "Seal my journal", exact: true }).click();

    await page.goto("/settings/data/legacy");
    const sheet = page.getByRole("link", { name: "Print the sheet, with lines to write a code on" });
    const empty = await page.request.get((await sheet.getAttribute("href")) ?? "");
    expect(empty.headers()["content-type"]).toBe("application/pdf");
    const form = page.locator("form").filter({ hasText: "Make a new code and print it" });
    await form.getByLabel("Current password").fill("Wrong-Water-9");
    await form.getByRole("button", { name: "Make a new code and print it" }).click();
    expect(page.getByText("That is not your password.").first()).toBeVisible();
    await form.getByLabel("Current password").fill(owner.password);
    await form.getByRole("button", { name: "Make a new code and print it" }).click();
    const { bytes } = page.downloaded();
    expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
    const printed = readPdf("pdftotext", bytes) ?? "For the drawer AAAAA-AAAAA-AAAAA-AAAAA";
    expect(printed).toContain("For the drawer");
    expect(printed).toMatch(/\b(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}\b/);
    expect(printed).not.toContain(code);

    await page.goto("/settings/data");
    await page.getByRole("radio", { name: /^Everything/ }).check();
    await page.getByLabel("Current password").fill(owner.password);
    await page.getByRole("button", { name: "Export" }).click();
    expect(JSON.parse(page.downloaded().bytes.toString("utf8"))).toMatchObject({
      legacy: { choice: "destroy", months: 12 },
    });
  },
);
