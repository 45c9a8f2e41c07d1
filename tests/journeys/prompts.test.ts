import { setPlan } from "#tests/support/browser-database";
import { expect, test } from "./fixtures";

test("writes and reads Lectio Divina and Examen", async ({ page, signIn }) => {
  const { email } = await signIn();
  await setPlan(email, "tier2", "lectio_examen");
  // After midnight, the evening still belongs to the previous day, so the morning is opened for the same day.
  await page.goto("/journal/evening");
  const day = await page.locator("[name=forDate]").first().inputValue();

  await page.goto(`/journal/morning?date=${day}`);
  expect(page.getByText("Be still, and know that I am God.").first()).toBeVisible();
  const next = () => page.locator("button[value=next]").click();
  await next();
  expect(page.getByRole("heading", { name: /Lectio.*Read/ })).toBeVisible();
  await page.getByText("Or choose a verse").click();
  await page.locator("[name=verse]").nth(1).check();
  await next();
  expect(page.getByRole("heading", { name: /Meditatio/ })).toBeVisible();
  await page.locator("[name=meditatio]").fill("The heron by the water.");
  await next();
  await page.getByLabel("Lament").check();
  await page.locator("[name=oratio]").fill("How long?");
  await next();
  await page.locator("[name=contemplatio]").fill("Quiet.");
  await page.locator("[name=minutes]").selectOption("1");
  await page.getByRole("button", { name: "Begin the silence" }).click();
  expect(page).toHaveURL(/\/journal\/silence/);
  expect(page.getByRole("heading", { level: 1, name: "Silence" })).toBeVisible();
  await page.getByText("Hide the text").click();
  expect(page.getByText("Show the text")).toBeVisible();

  await page.goto(`/journal/morning?date=${day}&step=contemplatio`);
  expect(page.locator("[name=contemplatio]")).toHaveValue("Quiet.");
  await next();
  await page.locator("[name=intention]").fill("Call Ruth.");
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  for (const text of ["The heron by the water.", "How long?", "Quiet.", "Call Ruth."])
    expect(page.getByText(text)).toBeVisible();
  expect(page.getByRole("heading", { name: /^Oratio, lament/ })).toBeVisible();

  await page.goto(`/journal/evening?date=${day}`);
  expect(page.getByText("Call Ruth.")).toBeVisible();
  await page.locator("[name=gifts]").fill("Rain on the roof.");
  await page.getByText("Another way to look at this day").click();
  // This question set is never the default of a day, so it is always among the alternatives.
  await page.getByRole("button", { name: "When you are ill" }).click();
  expect(page.getByText("Who or what was kind to you today")).toBeVisible();
  expect(page.locator("[name=gifts]")).toHaveValue("Rain on the roof.");
  await next();
  await page.locator("[name=consolation]").fill("Bread with friends.");
  await page.locator("[name=desolation]").fill("Hurry.");
  await next();
  await page.locator("[name=tomorrow]").fill("Sleep.");
  await page.locator("button[value=back]").click();
  expect(page.locator("[name=desolation]")).toHaveValue("Hurry.");
  await next();
  expect(page.locator("[name=tomorrow]")).toHaveValue("Sleep.");
  await page.locator("[name=mercy]").fill("A hard word.");
  await next();
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\//);
  for (const text of ["Rain on the roof.", "Bread with friends.", "Hurry.", "Sleep.", "A hard word."])
    expect(page.getByText(text)).toBeVisible();
});
