import { expect, test } from "./fixtures";

const heading = { level: 1 };

test("opens a verse, reads on, searches and writes with a passage", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/history");
  await page.getByRole("link", { name: "Bible", exact: true }).first().click();
  expect(page.getByRole("heading", heading)).toHaveText("The Bible");

  await page.locator("[name=ref]").fill("Jn 15:4f");
  await page.getByRole("button", { name: "Open" }).click();
  expect(page).toHaveURL(/\/bible\/john\/15\?verse=4-5$/);
  expect(page.getByRole("heading", heading)).toHaveText("John 15");
  expect(page.locator("#v4 [aria-current=true]")).toHaveText("4");
  expect(page.locator("#v6 [aria-current=true]")).toHaveCount(0);

  // Changing the translation keeps the chapter.
  await page.goto("/bible/psalms/22");
  await page.getByRole("link", { name: "Psalm 23" }).first().click();
  await page.getByLabel("Translation").selectOption("kjv");
  await page.getByRole("button", { name: "Show" }).click();
  expect(page).toHaveURL(/\/bible\/psalms\/23\?translation=kjv$/);
  expect(page.getByText("The LORD is my shepherd; I shall not want.")).toBeVisible();

  await page.goto("/bible");
  await page.locator("[name=q]").fill('"valley of the shadow"');
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "Psalm 23:4" }).click();
  expect(page).toHaveURL(/\/bible\/psalms\/23\?verse=4#v4$/);
  await page.getByRole("link", { name: "Write with these verses" }).click();
  await page.locator("[name=body]").fill("Even there.");
  await page.locator("button[value=finish]").click();
  await page.goto("/bible/psalms/23");
  expect(page.getByText("Even there.")).toBeVisible();

  // The page of an unknown reference suggests books.
  await page.goto("/bible?ref=Gnesis+1");
  expect(page.answer.status()).toBe(404);
  await page.getByRole("link", { name: "Genesis" }).first().click();
  expect(page).toHaveURL(/\/bible\/genesis$/);
  await page.goto("/bible/john/99");
  expect(page.answer.status()).toBe(404);
  await page.getByRole("link", { name: /3$/ }).first().click();
  expect(page).toHaveURL(/\/bible\/john\/3$/);
});

test("fits a typical chapter in one TCP round trip and the longest in two", async ({ page, signIn }) => {
  await signIn();
  const bytesOf = async (address: string) => {
    const answer = await page.request.get(address, { headers: { "Accept-Encoding": "br" } });
    expect(answer.headers()["content-encoding"]).toBe("br");
    return (await answer.body()).length;
  };
  // One round trip carries the initial TCP window: ten segments (14,600 bytes), with 1,100 bytes of headers. Psalm 119 is
  // the longest chapter, Jeremiah 51 the second longest.
  expect(await bytesOf("/bible/john/15")).toBeLessThan(10_000);
  expect(await bytesOf("/bible/jeremiah/51")).toBeLessThan(14_600);
  expect(await bytesOf("/bible/psalms/119")).toBeLessThan(20_000);
});
