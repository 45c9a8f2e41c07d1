import { enter, expect, fillSignIn, signOut, test, type FormPage } from "./fixtures";

const SEAL = "/settings/security/seal";
const WORDS = "What nobody but me should read.";

const press = (page: FormPage, name: string) => page.getByRole("button", { name, exact: true }).click();
const password = (page: FormPage, button: string) =>
  page.locator("form").filter({ hasText: button }).locator("[name=currentPassword]");
const codesOn = (page: FormPage) =>
  page
    .locator("main ol li")
    .all()
    .then((lines) => Promise.all(lines.map((line) => line.innerText())));

/** Removes all recovery codes but two. */
async function keepTwoCodes(email: string): Promise<void> {
  const { UserModel } = await import("#models/user.server");
  const user = await UserModel.findOne({ email }).orFail().lean();
  await UserModel.updateOne({ email }, { $set: { "sealing.byCode": user.sealing?.byCode.slice(-2) } });
}

test(
  "seals, reads, recovers and unseals a journal without script",
  { tags: ["release"] },
  async ({ page, signIn, newVisitor, mailbox }) => {
    const person = await signIn();
    await page.goto("/settings/security");
    await page.getByRole("link", { name: "Seal my journal" }).click();
    await page.locator("summary", { hasText: "What sealing does and does not do" }).click();
    expect(page.getByText("This is not end-to-end encryption.", { exact: false })).toBeVisible();
    expect(
      page.getByText("Someone who runs the server and changes the program", { exact: false }),
    ).toBeVisible();
    await password(page, "Show my recovery codes").fill("Wrong-Water-9");
    await press(page, "Show my recovery codes");
    expect(page.getByText("That is not your password.").first()).toBeVisible();
    await password(page, "Show my recovery codes").fill(person.password);
    await press(page, "Show my recovery codes");
    const codes = await codesOn(page);
    expect(codes.filter((code) => /^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}$/.test(code))).toHaveLength(8);
    await page.locator("[name=code]").fill("ABCDE-ABCDE-ABCDE-ABCDE");
    await press(page, "Seal my journal");
    expect(page.locator("[name=code]")).toHaveAccessibleDescription(/That is not one of your eight codes/);
    // A code is accepted in lower case and with spaces instead of hyphens, as people type it.
    await page.locator("[name=code]").fill((codes[2] ?? "").toLowerCase().replaceAll("-", " "));
    await press(page, "Seal my journal");
    expect(page).toHaveURL(new RegExp(SEAL));
    expect(page.getByText("8 of 8 left.", { exact: false }).first()).toBeVisible();
    await mailbox.waitForMail(person.email, { subject: /has been sealed/ });

    await page.goto("/journal/free");
    await page.locator("[name=body]").fill(WORDS);
    await press(page, "Finish");
    expect(page.getByText(WORDS)).toBeVisible();
    const entry = page.url();
    await signOut(page);
    await page.goto(entry);
    expect(page).toHaveURL(/\/auth\/login\?redirectTo=/);
    await fillSignIn(page, person);
    expect(page).toHaveURL(entry);
    expect(page.getByText(WORDS)).toBeVisible();

    const next = { ...person, password: `${person.password}-2` };
    await page.goto("/settings/security");
    const form = page.locator("form").filter({ hasText: "Change the password" });
    await form.locator("[name=currentPassword]").fill(person.password);
    await form.locator("[name=password]").fill(next.password);
    await form.locator("[name=confirmPassword]").fill(next.password);
    await press(page, "Change the password");
    await page.goto(entry);
    expect(page.getByText(WORDS)).toBeVisible();

    // The member has forgotten the password, so a recovery code must open the journal.
    const visitor = await newVisitor();
    await visitor.goto("/auth/reset-password");
    await visitor.getByLabel("Email").fill(person.email);
    await press(visitor, "Send the link");
    const mail = await mailbox.waitForMail(person.email, { subject: /new password/ });
    await visitor.goto(mail.link("/auth/reset-password"));
    expect(visitor.getByText("nobody can open it, not even us", { exact: false })).toBeVisible();
    const last = { ...person, password: `${person.password}-3` };
    const choose = async (code: string) => {
      await visitor.locator("[name=recoveryCode]").fill(code);
      await visitor.locator("[name=password]").fill(last.password);
      await visitor.locator("[name=confirmPassword]").fill(last.password);
      await press(visitor, "Save the new password");
    };
    await choose("");
    expect(visitor.locator("[name=recoveryCode]")).toHaveAccessibleDescription(
      /Please enter one of your recovery/,
    );
    await choose(codes[0] ?? "");
    expect(visitor).toHaveURL(/\/auth\/login/);
    await page.goto(entry);
    expect(page).toHaveURL(/\/auth\/login\?redirectTo=/);
    await enter(page, last);
    await page.goto(entry);
    expect(page.getByText(WORDS)).toBeVisible();

    await keepTwoCodes(person.email);
    await page.goto("/dashboard");
    expect(page.getByText("You are running out of recovery codes").first()).toBeVisible();
    await page.getByRole("link", { name: "Make new codes" }).click();
    expect(page.getByText("2 of 8 left.", { exact: false }).first()).toBeVisible();
    await password(page, "Make new codes").fill(last.password);
    await press(page, "Make new codes");
    expect(new Set([...(await codesOn(page)), ...codes]).size).toBe(16);
    await page.goto("/dashboard");
    expect(page.getByText("You are running out of recovery codes")).toHaveCount(0);

    await page.goto(SEAL);
    await password(page, "Unseal my journal").fill(last.password);
    await press(page, "Unseal my journal");
    expect(page.getByText("Your journal is no longer sealed").first()).toBeVisible();
    await mailbox.waitForMail(person.email, { subject: /no longer sealed/ });
    await page.goto(entry);
    expect(page.getByText(WORDS)).toBeVisible();
  },
);
