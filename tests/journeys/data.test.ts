import { readFileSync } from "node:fs";
import type { Upload } from "#tests/support/form-browser/fields";
import { expect, signInAs, test, type FormPage } from "./fixtures";

const PHRASE = "The heron stood still by the water";

async function writePage(page: FormPage, title: string, body: string, tags = ""): Promise<void> {
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill(title);
  await page.locator("[name=body]").fill(body);
  if (tags) await page.locator("[name=tags]").fill(tags);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
}

async function previewFiles(page: FormPage, ...files: Upload[]): Promise<void> {
  await page.goto("/settings/data");
  await page.getByLabel("File", { exact: true }).setInputFiles(files);
  await page.getByRole("button", { name: "Preview" }).click();
}

/** Expects a heading. On a busy machine the page of a reading or running import comes first, which reloads until it is done. */
async function expectHeading(page: FormPage, name: string): Promise<void> {
  const heading = page.getByRole("heading", { name });
  const reload = async () => {
    if ((await heading.count()) === 0) await page.goto(page.url());
    return heading.count();
  };
  await expect.poll(reload).toBe(1);
}

async function exportAs(page: FormPage, format: string, password: string): Promise<Upload> {
  await page.getByRole("radio", { name: new RegExp(`^${format}`) }).check();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.downloaded();
  const name = download.suggestedFilename();
  expect(name).toMatch(/^still-and-know-\d{4}-\d\d-\d\d/);
  return { name, mimeType: "application/octet-stream", buffer: download.bytes };
}

test(
  "exports every format and imports it unchanged into another account",
  { tags: ["release"] },
  async ({ page, signIn, newVisitor }) => {
    const person = await signIn();
    await writePage(page, "Rain", PHRASE, "bird");
    await writePage(page, "Sky", "Blue, all day.");
    await page.goto("/settings/data");

    const json = await exportAs(page, "Everything", person.password);
    expect(JSON.parse(json.buffer.toString("utf8"))).toMatchObject({
      entries: [{ title: "Rain", body: PHRASE, tags: ["bird"] }, { title: "Sky" }],
      complete: true,
    });
    const html = await exportAs(page, "Web page", person.password);
    expect(html.buffer.toString("utf8")).toContain(PHRASE);
    const csv = await exportAs(page, "Table", person.password);
    expect(csv.buffer.toString("utf8").split("\r\n")).toHaveLength(4);
    const dayOne = await exportAs(page, "Day One", person.password);
    const markdown = await exportAs(page, "Markdown", person.password);
    expect(dayOne.buffer.subarray(0, 2).toString()).toBe("PK");
    await page.goto("/settings/security");
    expect(page.getByText("Journal exported").first()).toBeVisible();

    // Importing into the same account adds nothing.
    await previewFiles(page, dayOne);
    expect(page).toHaveURL(/\/settings\/data\/import\//);
    await expectHeading(page, "No new entries");
    expect(page.getByText("2 entries are already in your journal")).toBeVisible();

    // Another account, as on another server.
    const other = await newVisitor();
    await signInAs(other);
    await previewFiles(other, markdown);
    expect(other).toHaveURL(/\/settings\/data\/import\//);
    await expectHeading(other, "2 entries to import");
    await other.goto("/journal/history");
    expect(other.getByText("Nothing written yet.")).toBeVisible();
    await other.goBack();
    await other.getByRole("button", { name: "Import 2 entries" }).click();
    await expectHeading(other, "2 entries imported");
    await other.getByRole("link", { name: "Open your history" }).click();
    expect(other.getByText(PHRASE)).toBeVisible();
    expect(other.getByText("#bird")).toBeVisible();

    const log = readFileSync(process.env.E2E_LOG ?? "", "utf8");
    expect(log).toContain('"route":"/settings/data/download"');
    for (const secret of [PHRASE, "ticket=", person.password]) expect(log).not.toContain(secret);
  },
);

test("exports filtered entries, rejects a wrong password, and explains an invalid file", async ({
  page,
  signIn,
}) => {
  const person = await signIn();
  await writePage(page, "Rain", PHRASE, "bird");
  await writePage(page, "Sky", "Blue, all day.");
  await page.goto("/journal/history?tag=bird");
  await page.getByRole("link", { name: "Export these results" }).click();
  expect(page.getByText("tagged #bird")).toBeVisible();
  await page.getByLabel("Current password").fill("Not-my-password1");
  await page.getByRole("button", { name: "Export" }).click();
  expect(page.getByText("That is not your password.")).toBeVisible();
  expect(page.getByText("tagged #bird")).toBeVisible();
  const taken = await exportAs(page, "Everything", person.password);
  const file = JSON.parse(taken.buffer.toString("utf8")) as { entries: unknown[] };
  expect(file.entries).toHaveLength(1);

  await previewFiles(page, { name: "a.json", mimeType: "application/json", buffer: Buffer.from("{") });
  expect(page.getByText("This file looks like JSON but ends too early or is damaged.")).toBeVisible();
});

test("imports several files as one and reads their days in the other order on request", async ({
  page,
  signIn,
}) => {
  await signIn();
  const fileOf = (name: string) => ({
    ...{ name, mimeType: "text/plain", buffer: Buffer.from(`The words of ${name}`) },
  });
  await previewFiles(page, fileOf("05-06-2024.md"), fileOf("2024-05-20.txt"));
  await expectHeading(page, "2 entries to import");
  expect(page.getByText("From 2 files (Markdown).")).toBeVisible();
  const [first, other] = ["day/month/year", "month/day/year"];
  const choice = page.getByRole("button", { name: /^Read days as/ });
  const offered = (await choice.textContent()) ?? "";
  await choice.click();
  await expectHeading(page, "2 entries to import");
  const back = offered.includes(first) ? other : first;
  await page.getByRole("button", { name: `Read days as ${back} instead` }).click();
  await expectHeading(page, "2 entries to import");
  expect(page.getByRole("button", { name: offered.trim() })).toBeVisible();
  await page.getByRole("button", { name: "Import 2 entries" }).click();
  await expectHeading(page, "2 entries imported");
});
