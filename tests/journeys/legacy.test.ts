import { changeLegacy, makeAdministrator } from "#tests/support/browser-database";
import { makeSignedIn } from "#tests/support/seeded-users";
import { enterAdministration, expect, test, writePage } from "./fixtures";

/** One run of the job on the server's database; the server sends the emails. */
async function runJob(): Promise<void> {
  const [{ runLegacies }, { env }] = await Promise.all([
    import("~/domain/administration/legacy/run-legacies.server"),
    import("~/platform/env.server"),
  ]);
  env.SMTP_URL = process.env.E2E_SMTP;
  await runLegacies(new AbortController().signal, () => 0);
}

test(
  "chooses a person, who gets the journal after a hand-over",
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
