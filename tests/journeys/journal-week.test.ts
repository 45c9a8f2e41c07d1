import { setPlan } from "#tests/support/browser-database";
import { expect, test, type FormPage } from "./fixtures";

/** Seven mornings and evenings, written and read. */
const FIELDS = {
  daily_habit: { morning: ["thanks", "presence", "question"], evening: ["grace", "heavy", "ask"] },
  random_prompts: { morning: ["answer"], evening: ["answer"] },
  lectio_examen: {
    morning: ["wordKept", "meditatio", "oratio", "contemplatio", "intention"],
    evening: ["gifts", "consolation", "desolation", "mercy", "invitation", "tomorrow"],
  },
} as const;

const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

async function write(page: FormPage, slot: "morning" | "evening", day: string, fields: readonly string[]) {
  await page.goto(`/journal/${slot}?date=${day}&all=1`);
  expect(page.locator("[name=forDate]")).toHaveValue(day);
  for (const field of fields) {
    expect(page.locator(`[name=${field}]`)).toHaveValue("");
    await page.locator(`[name=${field}]`).fill(`${field} of the ${slot} of ${day}`);
  }
  await page.getByRole("button", { name: "Finish", exact: true }).first().click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  for (const field of fields) expect(page.getByText(`${field} of the ${slot} of ${day}`)).toBeVisible();
}

for (const set of ["daily_habit", "random_prompts", "lectio_examen"] as const) {
  test(`a week of ${set}`, async ({ page, signIn }) => {
    const { email } = await signIn();
    await setPlan(email, set === "lectio_examen" ? "tier2" : "tier1", set);
    await page.goto("/journal/morning");
    const today = await page.locator("[name=forDate]").inputValue();
    const week = Array.from({ length: 7 }, (_, n) => addDays(today, n - 7));
    for (const day of week) {
      await write(page, "morning", day, FIELDS[set].morning);
      await page.goto(`/journal/evening?date=${day}`);
      if (set === "lectio_examen") expect(page.getByText(`intention of the morning of ${day}`)).toBeVisible();
      await write(page, "evening", day, FIELDS[set].evening);
    }

    await page.goto("/journal/history");
    expect(page.locator("main a[href^='/journal/entries/']")).toHaveCount(14);
    for (const month of new Set(week.map((day) => day.slice(0, 7)))) {
      await page.goto(`/journal/history/month?month=${month}`);
      for (const day of week.filter((one) => one.startsWith(month)))
        for (const slot of ["morning", "evening"] as const)
          for (const field of FIELDS[set][slot])
            expect(page.getByText(`${field} of the ${slot} of ${day}`)).toBeVisible();
      await page.goto(`/journal/history/calendar?month=${month}`);
      for (const day of week.filter((one) => one.startsWith(month)))
        expect(page.locator(`main a[href="/journal/history?from=${day}&to=${day}"]`)).toHaveCount(1);
    }
    await page.goto("/journal/history?q=evening&slot=evening");
    expect(page.locator("main a[href^='/journal/entries/']")).toHaveCount(7);
  });
}
