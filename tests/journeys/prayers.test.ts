import { readFileSync } from "node:fs";
import { makeAdministrator, setPlan } from "#tests/support/browser-database";
import { findLeaks } from "#tests/support/canary";
import { readPdf } from "#tests/support/read-pdf";
import { countTabStops, follow, openInLynx, type } from "#tests/support/text-browser";
import { expect, signInAs, test, type FormPage, type Person } from "./fixtures";

const LIST = "/journal/prayers";
const WHOM = "Who or what are you praying for?";
const FEW = ["Mum", "The neighbour upstairs", "The vote on Thursday"];

/** Adds a list of names. */
async function paste(page: FormPage, names: readonly string[]): Promise<void> {
  await page.goto(LIST);
  // The form is open while there are no intentions.
  if ((await page.locator("details[open] [name=list]").count()) === 0)
    await page.getByText("Paste a list, one per line").click();
  await page.getByLabel("Names or intentions, one per line").fill(names.join("\n"));
  await page.getByRole("button", { name: "Add them all" }).click();
}

/** Opens the page of an intention. */
async function open(page: FormPage, name: string): Promise<void> {
  await page.goto(LIST);
  await page.getByRole("link", { name, exact: true }).click();
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("adds, selects, prays through and ends intentions", { tags: ["release"] }, async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier2", "lectio_examen");
  await paste(page, [...FEW, "- Ruth", "", "Mum"]);
  expect(page.getByText("Added").first()).toBeVisible();
  for (const name of [...FEW, "Ruth"]) expect(page.getByRole("link", { name, exact: true })).toHaveCount(1);
  await page.getByLabel(WHOM).fill("Grandfather");
  await page.getByLabel("A short note").fill("who taught me to whittle");
  await page.getByText("How often?", { exact: false }).first().click();
  await page.getByLabel(/On a day each year/).check();
  await page.getByLabel("The day", { exact: true }).fill("3 March");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  expect(page.getByText("Each year on 3 March and on All Souls")).toBeVisible();

  // The selection is the same on every page and load.
  const few = FEW.join(" · ");
  for (const path of [LIST, LIST, "/dashboard"]) {
    await page.goto(path);
    expect(page.getByText(few).first()).toBeVisible();
  }
  for (const path of ["/journal/free", "/journal/evening", "/journal/morning?step=oratio"]) {
    await page.goto(path);
    const held = page.locator("section[aria-labelledby=held]");
    expect(held.getByRole("heading", { name: "Praying for today" })).toBeVisible();
    expect(held.locator("button[name=about]")).toHaveCount(3);
  }

  // The button saves the typed text first.
  await page.goto("/journal/evening");
  await page.locator("main textarea").first().fill("Half a thought.");
  await page.getByRole("button", { name: /^Mum/ }).click();
  expect(page.getByText(/About Mum/)).toBeVisible();
  await page.locator("[name=body]").fill("She laughed on the telephone.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  await page.getByRole("link", { name: /Mum/ }).click();
  expect(page.getByRole("heading", { name: "What you wrote about this" })).toBeVisible();
  expect(page.getByText("She laughed on the telephone.")).toBeVisible();
  await page.goto("/journal/evening");
  expect(page.locator("main textarea").first()).toHaveValue("Half a thought.");

  // Praying through covers the selection only.
  await page.goto(LIST);
  await page.getByRole("link", { name: "Pray for them now" }).click();
  for (const name of FEW) {
    expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    expect(page.getByRole("link", { name: "Leave" })).toBeVisible();
    if (name !== FEW.at(-1)) await page.getByRole("link", { name: "Next" }).click();
  }
  expect(page.getByRole("link", { name: "Next" })).toHaveCount(0);
  await page.getByRole("link", { name: "Leave" }).click();
  expect(page).toHaveURL(/\/journal\/prayers$/);

  // The page shows no counts of prayers and no way to mark an intention as done.
  expect(await page.content()).not.toMatch(/\b(answered|prayed \d|times prayed|mark as)\b/i);

  await open(page, "Ruth");
  await page.getByRole("button", { name: "Pause" }).click();
  expect(page.getByText(/· Paused/)).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  expect(page.getByText(/· In turn/)).toBeVisible();

  await open(page, "The vote on Thursday");
  await page.getByText("Finish…").click();
  await page.getByLabel("What came of it").fill("It was lost, and we are still neighbours.");
  await page.getByRole("button", { name: "Finish" }).click();
  expect(page).toHaveURL(/\/past$/);
  expect(page.getByText("It was lost, and we are still neighbours.")).toBeVisible();
  expect(page.getByText(/^On your list from \d+ \w+ \d{4} to \d+ \w+ \d{4}$/)).toBeVisible();
  expect(page.locator("main h2")).toHaveText(
    /^(Advent|Christmas|Epiphany|Lent|Easter|Ordinary|Holy)\b.* \d{4}$/,
  );
  await page.goto(`${LIST}?q=neighbours`);
  expect(page.getByRole("link", { name: "The vote on Thursday" })).toBeVisible();
  expect(page.getByRole("link", { name: "Ruth" })).toHaveCount(0);

  await open(page, "Ruth");
  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  expect(page.getByRole("link", { name: "Ruth" })).toHaveCount(0);
});

// tests/models/stored-intentions.test.ts checks backups.
test(
  "leaks no intention into files, logs, URLs, cookies or emails",
  { tags: ["release"] },
  async ({ page, signIn }) => {
    await signIn();
    const [name, line, came, more] = ["Zilpahsdottir", "Bilhahstone", "Shimeathite", "Ahinoamish"];
    await paste(page, [more]);
    await page.getByLabel(WHOM).fill(name);
    await page.getByLabel("A short note").fill(line);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await open(page, name);
    await page.getByText("Finish…").click();
    await page.getByLabel("What came of it").fill(came);
    await page.getByRole("button", { name: "Finish" }).click();
    expect(page.getByText(came)).toBeVisible();
    for (const address of [`${LIST}/pray/1`, "/dashboard", "/journal/history"])
      await page.request.get(address);
    expect(await (await page.request.get("/offline/today")).text()).toContain(more);

    const { requestedUrls } = page.context();
    const log = readFileSync(process.env.E2E_LOG ?? "", "utf8");
    const leaks = findLeaks([name, line, came, more], {
      requestedUrls,
      cookies: await page.context().cookies(),
      log,
    });
    expect(leaks).toEqual([]);
  },
);

test(
  "adds and prays through an intention in a text browser",
  { tags: ["release"] },
  async ({ page, signIn, skip }) => {
    skip(!process.env.E2E_TEXT_BROWSER, "there is no lynx on this machine and none could be installed");
    const { email, password } = await signIn();
    const htmlOf = async (path: string) => (await page.request.get(path)).text();
    const empty = await htmlOf(LIST);
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    const signInPage = await htmlOf("/login");
    for (const { name, value } of cookies) page.context().addCookie(name, value);
    const stops = ['name="email"', 'name="password"', 'type="submit"'].map((sought) =>
      countTabStops(signInPage, sought),
    );
    const [toEmail = 0, toPassword = 0, toSignIn = 0] = stops;
    const signInKeys = [
      ...type(toEmail, email),
      ...type(toPassword - toEmail, password),
      ...follow(toSignIn - toPassword),
    ];
    const address = `${process.env.E2E_ORIGIN}/login?redirectTo=${encodeURIComponent(LIST)}`;
    const toName = countTabStops(empty, 'name="name"');
    const added = await openInLynx(address, [
      ...signInKeys,
      ...type(toName, "The ferryman"),
      ...follow(countTabStops(empty, 'value="add"') - toName),
    ]);
    expect(added).toContain("Praying for today");
    const prayed = await openInLynx(address, [
      ...signInKeys,
      ...follow(countTabStops(await htmlOf(LIST), 'href="/journal/prayers/pray"')),
    ]);
    expect(prayed).toMatch(/The ferryman[^]*Leave/);
  },
);

/** Makes a new member an administrator, and signs in to administration. */
async function openAdministration(page: FormPage): Promise<Person> {
  const person = await signInAs(page);
  await makeAdministrator(person.email);
  await page.context().clearCookies();
  await page.goto("/admin-login");
  const form = page.locator("form").filter({ has: page.locator("[name=password]") });
  await form.locator("[name=email]").fill(person.email);
  await form.locator("[name=password]").fill(person.password);
  await form.getByRole("button", { name: "Sign in" }).click();
  expect(page).toHaveURL(/\/admin-settings$/);
  return person;
}

async function setPrayerList(page: FormPage, label: RegExp): Promise<void> {
  await page.goto("/admin/house");
  const question = page.getByRole("group", { name: "A prayer list for everyone here?" });
  await question.getByLabel(label).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

const ASKED = "For my neighbour Ottilie Brandt in the hospital.";
const SHORTENED = "For a neighbour in the hospital.";
/** Words that would name readers. */
const WATCHING = /\b(seen by|read by|prayed by|praying with|people (?:pray|read)|\d+ (?:people|members))\b/i;

test(
  "shows a prayer request after a keeper's approval until its end, and never its readers",
  { tags: ["release"] },
  async ({ page, newVisitor }) => {
    const [administrator, keeper, reader] = await Promise.all([newVisitor(), newVisitor(), newVisitor()]);
    const writer = await signInAs(page);
    const [named, other] = [await signInAs(keeper), await signInAs(reader)];
    const everyone = [writer, named, other];
    await page.goto(LIST);
    expect(page.getByRole("heading", { name: "Prayer requests" })).toHaveCount(0);

    await openAdministration(administrator);
    await setPrayerList(administrator, /^Yes, after/);
    await administrator.goto(`/admin/users?q=${encodeURIComponent(named.email)}`);
    await administrator.getByRole("link", { name: named.username }).first().click();
    await administrator.getByRole("button", { name: "Make a keeper" }).click();
    expect(administrator.getByRole("button", { name: "Remove as a keeper" })).toHaveCount(1);

    try {
      await page.goto(LIST);
      await page.locator("summary").filter({ hasText: "Ask for prayer" }).click();
      await page.getByLabel("What would you like prayer for?").fill(ASKED);
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      // Without the consent the words stay in the form.
      expect(page.getByLabel("What would you like prayer for?")).toHaveValue(ASKED);
      await page.getByLabel("I name others, or their illnesses", { exact: false }).check();
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      expect(page.getByText("Not shown to others yet: a keeper reads it first")).toHaveCount(1);

      await reader.goto(LIST);
      expect(await reader.content()).not.toContain("Ottilie");

      await keeper.goto(LIST);
      const waiting = keeper.locator("#requests ~ ul li").filter({ hasText: ASKED });
      await waiting.getByText("Shorten or remove").click();
      await waiting.getByLabel("The text").fill(SHORTENED);
      await waiting.getByRole("button", { name: "Save the text" }).click();
      const shortened = keeper.locator("#requests ~ ul li").filter({ hasText: SHORTENED });
      await shortened.getByRole("button", { name: "Approve" }).click();

      await reader.goto("/dashboard");
      const line = reader.getByRole("link", { name: "Others here are asking for prayer" });
      expect(line).toHaveCount(1);
      await line.click();
      expect(reader.getByText(SHORTENED)).toHaveCount(1);
      const sheet = await reader.request.get(`${LIST}/sheet`);
      expect(sheet.headers()["content-type"]).toBe("application/pdf");
      const printed = readPdf("pdftotext", await sheet.body()) ?? SHORTENED;
      expect(printed.replace(/\s+/g, " ")).toContain(SHORTENED);

      // Everyone has opened the list by now, which it must not reveal.
      for (const visitor of [page, keeper, reader]) {
        await visitor.goto(LIST);
        const html = await visitor.locator("section[aria-labelledby=requests]").textContent();
        expect(html).not.toMatch(WATCHING);
        for (const { username, email } of everyone) {
          expect(html).not.toContain(username);
          expect(html).not.toContain(email);
        }
      }
      for (const path of ["/admin/audit", "/admin/analytics", "/admin-settings"]) {
        await administrator.goto(path);
        const text = await administrator.locator("main").textContent();
        for (const { username, email } of [writer, other]) {
          expect([path, text?.includes(username), text?.includes(email)]).toEqual([path, false, false]);
        }
        expect(text).not.toContain(SHORTENED);
      }

      await page.goto(LIST);
      await page.getByText("Take it off the list").click();
      await page.getByLabel("What came of it? (optional)").fill("She is at home again.");
      await page.getByRole("button", { name: "Take it off" }).click();
      expect(page.getByText("She is at home again.")).toHaveCount(1);
      for (const visitor of [reader, keeper]) {
        await visitor.goto(LIST);
        const html = await visitor.content();
        expect([html.includes(SHORTENED), html.includes("at home again")]).toEqual([false, false]);
      }
    } finally {
      await setPrayerList(administrator, /^No$/);
    }
    await page.goto(LIST);
    expect(page.getByRole("heading", { name: "Prayer requests" })).toHaveCount(0);
  },
);
