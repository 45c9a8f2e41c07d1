import type { Page } from "playwright/test";
import sharp from "sharp";
import { expect, test } from "./fixtures";

const photo = async (name: string, width = 1600, height = 1200) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width, height, channels: 3, background: "#7a8f5a" } })
    .jpeg()
    .toBuffer(),
});

/** Chooses pictures of different sizes, because the same picture is stored once. */
async function addPictures(page: Page, ...names: string[]): Promise<void> {
  const photos = names.map((name, at) => photo(name, 1600 - 800 * at));
  await page.getByLabel("Add pictures").setInputFiles(await Promise.all(photos));
}
const finish = (page: Page) => page.getByRole("button", { name: "Finish", exact: true }).click();

test(
  "uploads chosen pictures, keeps them in the draft, and saves them with the entry",
  { tag: "@release" },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto("/journal/free");
    await page.getByLabel("Your words").fill("By the lake");
    const sizes: number[] = [];
    page.on("request", (request) => {
      const body = request.postDataBuffer();
      if (body?.includes("takePictures")) sizes.push(body.length);
    });
    // Resolves when the draft that names both pictures is saved.
    const isSaved = page.waitForResponse(
      (response) => (response.request().postData() ?? "").split("pictureText-").length === 3,
    );
    const large = await photo("large.jpg", 6000, 4500);
    await page.getByLabel("Add pictures").setInputFiles([large, await photo("small.jpg")]);
    await expect(page.getByRole("img", { name: "Picture 2" })).toBeVisible();
    // The browser has downscaled the picture before the upload.
    expect(Math.max(...sizes)).toBeLessThan(large.buffer.length);
    await expect(page.getByLabel("Your words")).toHaveValue("By the lake");
    await isSaved;
    await page.reload();
    await expect(page.getByRole("img", { name: "Picture 2" })).toBeVisible();
    await page.getByLabel("Describe this picture").first().fill("The far shore");
    await finish(page);
    await expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
    const first = page.getByRole("img", { name: "The far shore" });
    await expect(first).toBeVisible();
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await first.click();
    await expect(page.getByRole("heading", { name: "Picture" })).toBeVisible();
    await page.getByRole("link", { name: "Next picture" }).click();
    await expect(page.getByRole("link", { name: "Previous picture" })).toBeVisible();
  },
);

test("keeps pictures selected that cannot be uploaded", async ({ page, context, signIn, expectErrors }) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/);
  await signIn();
  await page.goto("/journal/free");
  await page.getByLabel("Your words").fill("On the train");
  await context.setOffline(true);
  const field = page.getByLabel("Add pictures");
  await field.setInputFiles([await photo("train.jpg")]);
  await expect(page.getByText("These pictures could not be sent.")).toBeVisible();
  expect(await field.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(1);
  await context.setOffline(false);
  await finish(page);
  await expect(page.getByRole("img", { name: "Picture 1" })).toBeVisible();
});

/** Delays picture uploads until `release`; `isHeld` resolves at the first one. */
async function holdPictures(page: Page) {
  let hold: () => void = () => undefined;
  let release: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => (hold = resolve));
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.data", async (route) => {
    if (route.request().postDataBuffer()?.includes("takePictures")) {
      hold();
      await isReleased;
    }
    await route.continue();
  });
  return { isHeld, release };
}

test("keeps a picture chosen before the first autosave", { tag: "@release" }, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/journal/free");
  await page.getByLabel("Your words").fill("By the lake");
  await addPictures(page, "lake.jpg");
  await expect(page.getByRole("img", { name: "Picture 1" })).toBeVisible();
  await expect(page.getByText(/Saved as draft \d\d:\d\d/)).toBeVisible();
  await finish(page);
  await expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  await expect(page.getByRole("img", { name: "Picture 1" })).toBeVisible();
  await page.goto("/journal/free");
  await expect(page.getByLabel("Add pictures")).toBeAttached();
});

for (const { name, path, field, submit, count } of [
  { name: "the free page", path: "/journal/free", field: "Your words", submit: "Finish", count: 2 },
  { name: "a reflection", path: "/journal/morning", field: "I thank God for…", submit: "Finish", count: 2 },
  { name: "an edited entry", path: "", field: "Your words", submit: "Save", count: 1 },
])
  test(`defers saving ${name} until its uploads end`, async ({ page, byForms, signIn }) => {
    await signIn();
    let form = path;
    if (!form) {
      await byForms.goto("/journal/free");
      await byForms.getByLabel("Your words").fill("On the hill");
      await byForms.getByRole("button", { name: "Finish", exact: true }).click();
      form = `${byForms.url()}/edit`;
    }
    await page.goto(form);
    await page.waitForLoadState("networkidle");
    const { isHeld, release } = await holdPictures(page);
    await page.getByLabel(field).fill("By the lake");
    await addPictures(page, ...["one.jpg", "two.jpg"].slice(0, count));
    await isHeld;
    await page.getByRole("button", { name: submit, exact: true }).click();
    await expect(page.getByText("Your page is saved as soon as the pictures have arrived.")).toBeVisible();
    release();
    await expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
    await expect(page.getByRole("img", { name: /^Picture/ })).toHaveCount(count);
    await page.goto(form);
    await expect(page.getByLabel("Add pictures")).toBeAttached();
    await expect(page.getByRole("img", { name: /^Picture/ })).toHaveCount(path ? 0 : count);
  });

test("aborts uploads when the page is left", async ({ page, signIn, expectErrors }) => {
  expectErrors(/ERR_ABORTED|aborted/);
  await signIn();
  await page.goto("/journal/free");
  await page.waitForLoadState("networkidle");
  const { isHeld, release } = await holdPictures(page);
  await addPictures(page, "lake.jpg");
  await isHeld;
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Peace be with you");
  release();
  await page.goto("/journal/free");
  await expect(page.getByLabel("Add pictures")).toBeAttached();
});
