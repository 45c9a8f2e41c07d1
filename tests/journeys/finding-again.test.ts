import { expect, test, writePage } from "./fixtures";

test("offers a view or filter of the history only when entries match it", async ({ page, signIn }) => {
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
