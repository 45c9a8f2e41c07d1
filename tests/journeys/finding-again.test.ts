import { expect, test, writePage } from "./fixtures";

test("lists, renames, undoes and suggests tags, and clears filters, without script", async ({
  page,
  signIn,
}) => {
  await signIn();
  await writePage(page, { body: "By the river.", tags: "walking, river" });
  await writePage(page, { body: "Up the hill.", tags: "walking" });
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  expect(page.getByText("Recent: walking, river")).toBeVisible();

  await page.goto("/journal/history");
  await page.getByRole("link", { name: "Tags" }).click();
  expect(page).toHaveURL(/\/journal\/tags$/);
  const walking = page.getByRole("listitem").filter({ hasText: /^walking/ });
  await walking.locator("summary").click();
  await walking.getByLabel("New name").fill("on foot");
  await walking.getByRole("button", { name: "Rename" }).click();
  expect(page.getByText("“walking” is “on foot” now.").first()).toBeVisible();
  await page.getByRole("link", { name: "on foot", exact: true }).click();
  expect(page.getByText("By the river.")).toBeVisible();
  expect(page.getByText("Up the hill.")).toBeVisible();

  await page.goto("/journal/history?tag=on+foot&q=river");
  expect(page.getByText("Up the hill.")).toHaveCount(0);
  await page.getByRole("link", { name: /Search “river”/ }).click();
  expect(page).toHaveURL(/\/journal\/history\?tag=on\+foot$/);
  expect(page.getByText("Up the hill.")).toBeVisible();

  await page.goto("/journal/tags");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(page.getByRole("link", { name: "walking", exact: true })).toHaveCount(1);
});

test("offers the views and filters of the history that lead somewhere", async ({ page, signIn }) => {
  await signIn();
  const nav = page.getByRole("navigation", { name: "Browse your history" });
  const search = page.locator("[role=search]");
  const fields = async () => {
    const found = await search.locator("input, select").all();
    return Promise.all(found.map((field) => field.getAttribute("name")));
  };
  await page.goto("/journal/history");
  expect(nav).toHaveCount(0);
  expect(search).toHaveCount(0);

  const entry = await writePage(page, { body: "By the river.", tags: "river" });
  await page.goto("/journal/history");
  expect(nav.locator("a")).toHaveText(["List", "Calendar", "Tags", "Print a book"]);
  expect(await fields()).toEqual(["q", "tag", "from", "to"]);

  await writePage(page, { body: "Long ago.", mood: "quiet" }, "?date=2025-01-01");
  await page.goto(entry);
  await page.locator("button[value=delete]").click();
  await page.goto("/journal/history");
  expect(nav.locator("a")).toHaveText([
    "List",
    "Calendar",
    "An older page at random",
    "Print a book",
    "Trash",
  ]);
  expect(await fields()).toEqual(["q", "mood", "season", "from", "to"]);
  await nav.locator("summary").click();
  await nav.getByRole("link", { name: "An older page at random" }).click();
  expect(page.getByText("Long ago.")).toBeVisible();
});

test("leads from the years above the history to each of them", async ({ page, signIn }) => {
  await signIn();
  const years = page.getByRole("navigation", { name: "Years" });
  for (const [day, text] of [
    ["1987-12-31", "The old notebook ends."],
    ["1999-01-01", "The new notebook begins."],
  ] as const) {
    await page.goto("/journal/history");
    expect(years).toHaveCount(0);
    await page.goto(`/journal/free?forDate=${day}`);
    await page.getByLabel("Your words").fill(text);
    await page.getByRole("button", { name: "Finish", exact: true }).click();
  }
  await page.goto("/journal/history");
  expect(years.locator("a")).toHaveText(["1999", "1987"]);
  await years.getByRole("link", { name: "1987" }).click();
  expect(page).toHaveURL(/from=1987-01-01&to=1987-12-31/);
  expect(page.getByText("The old notebook ends.")).toBeVisible();
  expect(page.getByText("The new notebook begins.")).toHaveCount(0);
  expect(years.getByRole("link", { name: "1987" })).toHaveAttribute("aria-current", "true");
});

test("copies a notebook page by page, and leads to a year of it", async ({ page, signIn }) => {
  await signIn();
  const next = { name: "Write the next page of this notebook" };
  await writePage(page, { body: "Snow on the step.", tags: "red notebook, winter" }, "?forDate=2004-12-31");
  await page.getByRole("link", next).click();
  expect(page.locator("[name=forDate]").first()).toHaveValue("2005-01-01");
  expect(page.locator("[name=tags]")).toHaveValue("red notebook, winter");
  await page.locator("[name=body]").fill("The first crocus.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page.getByText("The first crocus.")).toBeVisible();
  expect(page.getByRole("link", next)).toHaveCount(1);
  await writePage(page, { body: "Bread today." });
  expect(page.getByRole("link", next)).toHaveCount(0);

  await page.goto("/journal/history");
  await page.getByRole("navigation", { name: "Years" }).getByRole("link", { name: "2004" }).click();
  expect(page.getByText("Snow on the step.")).toBeVisible();
  expect(page.getByText("The first crocus.")).toHaveCount(0);
});
