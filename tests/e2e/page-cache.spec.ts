import { expect, test } from "./fixtures";

test("reads pages from the cache until a write", { tag: "@release" }, async ({ page, signIn }) => {
  await signIn();
  // A due reminder would change the dashboard.
  await page.route("**/api/reminders", (route) => route.fulfill({ json: { notification: null } }));
  await page.goto("/dashboard");
  const reads: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.endsWith(".data"))
      reads.push(pathname + new URL(request.url()).search);
  });
  const go = async (name: string, heading: RegExp) => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  };
  const openPages = page.locator("summary").filter({ hasText: "Journal pages" });
  await openPages.click();
  await go("History", /history/i);
  await go("Dashboard", /Peace be with you/);
  await openPages.click();
  await go("History", /history/i);
  await go("Dashboard", /Peace be with you/);
  // Each page was loaded at most once; the dashboard may have been loaded at sign-in.
  expect(reads.filter((path) => path.startsWith("/dashboard.data")).length).toBeLessThanOrEqual(1);
  expect(reads.filter((path) => path.startsWith("/journal/history.data"))).toHaveLength(1);

  await page.goto("/journal/free");
  reads.length = 0;
  await page.getByText("More: title, tags, mood").click();
  await page.getByLabel("Title").fill("A bench in the sun");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await expect(page).toHaveURL(/\/journal\/entries\//);
  await go("History", /history/i);
  await expect(page.getByText("A bench in the sun")).toBeVisible();
  await page.getByRole("link", { name: /A bench in the sun/ }).click();
  await page
    .getByRole("button", { name: /favourite/i })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Remove from favourites" }).first()).toBeVisible();
  await go("History", /history/i);
  await expect(page.getByText("Favourite", { exact: true }).first()).toBeVisible();
  expect(reads.filter((path) => path.startsWith("/journal/history.data"))).toHaveLength(2);
});
