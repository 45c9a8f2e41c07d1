import { furnish, pagesOf } from "#tests/support/seeded-journal";
import { expect, test } from "./fixtures";

test("renders every journal page in a text browser", { tags: ["release"] }, async ({ page, signIn }) => {
  const { email } = await signIn();
  const journal = await furnish(page, email);
  const problems: string[] = [];
  for (const path of pagesOf(journal)) {
    await page.goto(path);
    expect(page.locator("main h1")).toHaveCount(1);
    // Adjacent links and buttons need a space to be separate words.
    const html = await page.locator("main").innerHTML();
    problems.push(
      ...(html.match(/.{25}<\/(?:a|button)><(?:a|button)\b.{60}/g) ?? []).map((at) => `${path}: ${at}`),
    );
  }
  expect(problems).toEqual([]);
});
