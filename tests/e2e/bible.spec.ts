import { expect, test } from "./fixtures";

/** Speech stub with a local and a remote voice that end at once. */
const TWO_VOICES = () => {
  const heard: string[] = [];
  Object.assign(window, { heard });
  const voice = (name: string, lang: string, localService: boolean) => ({ name, lang, localService });
  const voices = [voice("far", "en-US", false), voice("near", "en-GB", true)];
  class Utterance {
    voice: { name: string } | null = null;
    lang = "";
    onend: (() => void) | null = null;
    onerror: (() => void) | null = null;
    constructor(readonly text: string) {}
  }
  Object.assign(window, { SpeechSynthesisUtterance: Utterance });
  Object.defineProperty(window, "speechSynthesis", {
    value: {
      getVoices: () => voices,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      cancel: () => void heard.push("(stopped)"),
      speak: (utterance: Utterance) => {
        heard.push(`${utterance.voice?.name}: ${utterance.text.slice(0, 20)}`);
        // The second verse never ends, so that it can be stopped.
        if (heard.filter((line) => line.startsWith("near")).length < 2)
          setTimeout(() => utterance.onend?.(), 0);
      },
    },
  });
};

test(
  "opens a typed reference, marks a verse, and hides the reader without a local voice",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "speechSynthesis", {
        value: {
          getVoices: () => [],
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        },
      });
    });
    await signIn();
    await page.goto("/bible");
    await page.locator("[name=ref]").fill("1 Cor 13");
    await page.locator("[name=ref]").press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "1 Corinthians 13" })).toBeVisible();
    // After client-side navigation, and in a fresh document.
    for (const verse of [4, 7]) {
      await page.getByRole("link", { name: `Verse ${verse}`, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/bible/1-corinthians/13\\?verse=${verse}$`));
      await expect(page.locator("#chapter .border-accent")).toHaveAttribute("id", `v${verse}`);
      expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.name)).not.toContain(
        "verse=7",
      );
      await page.goto("/bible/1-corinthians/13");
    }
    await expect(page.getByRole("button", { name: "Listen" })).toHaveCount(0);
  },
);

test("reads verses aloud, marks each, and stops on request and on leaving", async ({ page, signIn }) => {
  await page.addInitScript(TWO_VOICES);
  await signIn();
  await page.goto("/bible/psalms/23");
  await page.getByRole("button", { name: "Listen" }).click();
  await expect(page.locator("#v2")).toHaveAttribute("data-reading", "");
  await expect(page.locator("#v1")).not.toHaveAttribute("data-reading", "");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator("[data-reading]")).toHaveCount(0);
  await page.getByRole("button", { name: "Listen" }).click();
  await expect(page.locator("#v1")).toHaveAttribute("data-reading", "");
  await page.getByRole("link", { name: "Psalm 24" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Psalm 24" })).toBeVisible();
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  expect(heard.filter((line) => line.startsWith("far"))).toEqual([]);
  expect(heard.slice(0, 1)).toEqual(["near: Yahweh is my shepher"]);
  expect(heard.at(-1)).toBe("(stopped)");
});

test("reads the passage of a morning aloud", async ({ page, signIn }) => {
  await page.addInitScript(TWO_VOICES);
  await signIn();
  await page.goto("/journal/morning");
  const [first = ""] = await page.locator("#passage > p").allInnerTexts();
  await page.getByRole("button", { name: "Listen" }).click();
  await expect(page.locator("#passage > p").first()).toBeVisible();
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect.poll(heard).toContainEqual(`near: ${first.replace(/^\d+/, "").slice(0, 20)}`);
});

test(
  "shows a chapter in paragraphs if chosen, with links and reading by verse",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await page.addInitScript(TWO_VOICES);
    await signIn();
    await page.goto("/settings/appearance");
    await page.getByLabel("Chapters of the Bible in paragraphs").check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
    await page.goto("/bible/ruth/1");
    expect(await page.locator("#chapter > .verse-paragraph").count()).toBeGreaterThan(2);
    await expect(page.locator("#chapter .verse-run")).toHaveCount(22);
    await page.getByRole("link", { name: "Verse 16", exact: true }).click();
    await expect(page).toHaveURL(/\?verse=16$/);
    await expect(page.locator("#v16 a")).toHaveAttribute("aria-current", "true");
    await page.getByRole("button", { name: "Listen" }).click();
    await expect(page.locator("#v2")).toHaveAttribute("data-reading", "");
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(heard.find((line) => line.startsWith("near"))).toMatch(/^near: In the days/);
  },
);
