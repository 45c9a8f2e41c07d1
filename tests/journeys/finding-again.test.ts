import { expect, test } from "./fixtures";

test("lists, renames, undoes and suggests tags, and clears filters, without script", async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const [body, tags] of [
    ["By the river.", "walking, river"],
    ["Up the hill.", "walking"],
  ] as const) {
    await page.goto("/journal/free");
    await page.locator("[name=body]").fill(body);
    await page.getByText("More: title, tags, mood").click();
    await page.locator("[name=tags]").fill(tags);
    await page.getByRole("button", { name: "Finish", exact: true }).click();
  }
  await page.goto("/journal/free");
  await page.getByText("More: title, tags, mood").click();
  expect(page.getByText("Of late: walking, river")).toBeVisible();

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
