/** @module-tag release */
import { countTabStops, follow, openInLynx, type } from "#tests/support/text-browser";
import { expect, test } from "./fixtures";

test("signs in, writes and reads an entry in a text browser", async ({ page, signIn, skip }) => {
  skip(!process.env.E2E_TEXT_BROWSER, "there is no lynx on this machine and none could be installed");
  const { email, password } = await signIn();
  const htmlOf = async (path: string) => (await page.request.get(path)).text();
  const writing = await htmlOf("/journal/free");
  await page.context().clearCookies();
  const signInPage = await htmlOf("/login");

  const [toEmail, toPassword, toSignIn] = ['name="email"', 'name="password"', 'type="submit"'].map((sought) =>
    countTabStops(signInPage, sought),
  ) as [number, number, number];
  const [toWords, toTitle, toFinish] = ['name="body"', 'name="title"', 'value="finish"'].map((sought) =>
    countTabStops(writing, sought),
  ) as [number, number, number];
  const painted = await openInLynx(`${process.env.E2E_ORIGIN}/login?redirectTo=%2Fjournal%2Ffree`, [
    ...type(toEmail, email),
    ...type(toPassword - toEmail, password),
    ...follow(toSignIn - toPassword),
    ...type(toWords, "A lamp and a page are enough."),
    ...type(toTitle - toWords, "Seen in plain text"),
    ...follow(toFinish - toTitle),
  ]);
  expect(painted).toContain("A lamp and a page are enough.");

  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.goto("/journal/history");
  await page.getByRole("link", { name: /Seen in plain text/ }).click();
  expect(page.getByText("A lamp and a page are enough.")).toBeVisible();
});

test("opens a reference, turns the chapter and searches in a text browser", async ({
  page,
  signIn,
  skip,
}) => {
  skip(!process.env.E2E_TEXT_BROWSER, "there is no lynx on this machine and none could be installed");
  const { email, password } = await signIn();
  const htmlOf = async (path: string) => (await page.request.get(path)).text();
  const [bible, chapter, next] = [
    await htmlOf("/bible"),
    await htmlOf("/bible/john/15"),
    await htmlOf("/bible/john/16"),
  ];
  await page.context().clearCookies();
  const signInPage = await htmlOf("/login");
  const [toEmail, toPassword, toSignIn] = ['name="email"', 'name="password"', 'type="submit"'].map((sought) =>
    countTabStops(signInPage, sought),
  ) as [number, number, number];
  const [toReference, toWords] = ['name="ref"', 'name="q"'].map((sought) => countTabStops(bible, sought)) as [
    number,
    number,
  ];
  const painted = await openInLynx(`${process.env.E2E_ORIGIN}/login?redirectTo=%2Fbible`, [
    ...type(toEmail, email),
    ...type(toPassword - toEmail, password),
    ...follow(toSignIn - toPassword),
    ...type(toReference, "Jn 15:4f"),
    ...follow(1),
    ...follow(countTabStops(chapter, 'rel="next"')),
    ...follow(countTabStops(next, 'href="/bible"')),
    ...type(toWords, "true vine"),
    ...follow(1),
  ]);
  for (const words of ["Remain in me, and I in you", "put you out of the synagogues", "John 15:1"])
    expect(painted.replaceAll(/\s+/g, " ")).toContain(words);
});
