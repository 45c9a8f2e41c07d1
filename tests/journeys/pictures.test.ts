import { readFileSync } from "node:fs";
import sharp from "sharp";
import { readFiles } from "#tests/support/canary";
import { expect, test } from "./fixtures";

const CANARY = "the lake that nobody knows";

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#7a8f5a" } })
    .withExif({ IFD0: { Copyright: CANARY }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
    .jpeg()
    .toBuffer();
const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

test("orders, describes, positions and finds pictures of an entry", async ({ page, signIn, newVisitor }) => {
  await signIn();
  await page.goto("/journal/free");
  await page.getByLabel("Your words").fill("By the lake.\n\n[picture 2]\n\nAnd home.");
  await page.getByText("Add a picture").click();
  await page
    .getByLabel("Add pictures")
    .setInputFiles([fileOf("a.jpg", await image(900, 600)), fileOf("b.jpg", Buffer.from("<html>"))]);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  // The rejected file leaves the text and the other picture unchanged.
  expect(page.getByText("This is not a picture that can be shown here.")).toBeVisible();
  expect(page.getByLabel("Your words")).toHaveValue(/^By the lake\./);
  await page.getByLabel("Describe this picture").fill("A heron in the reeds");
  await page.getByLabel("Add pictures").setInputFiles([fileOf("c.jpg", await image(600, 900))]);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  expect(page).toHaveURL(/\/journal\/entries\/[\w-]+$/);
  const entry = page.url();
  expect(page.getByRole("img", { name: "A heron in the reeds" })).toBeVisible();
  const small = (await page.getByRole("img", { name: "A heron in the reeds" }).getAttribute("src")) ?? "";

  await page.goto("/journal/history?q=reeds");
  expect(page.getByText(/A heron in the reeds/)).toBeVisible();
  await page.goto("/journal/history?pictures=1");
  expect(page.getByText(/By the lake/)).toBeVisible();

  await page.goto(`${small.split("?")[0]}/view`);
  await page.getByRole("link", { name: "Next picture" }).click();
  await page.getByRole("link", { name: "Type it out" }).click();
  await page.getByLabel("Your words").fill("What the page says.\n\n[picture 1]");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.goto(entry);
  expect(page.getByText("What the page says.")).toBeVisible();

  for (const { name, bytes } of readFiles(process.env.E2E_DATA_DIR ?? ""))
    expect(bytes.includes(CANARY), name).toBe(false);
  expect(readFileSync(process.env.E2E_LOG ?? "", "utf8")).not.toContain(CANARY);

  const stranger = await newVisitor();
  expect((await stranger.request.get(small)).headers()["content-type"]).not.toContain("image");
});
