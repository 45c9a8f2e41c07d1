import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startServer } from "#scripts/server.mjs";
import { PaymentServer, paymentSettings } from "#tests/support/payment-server";
import { enter, expect, newPerson, register, test, verify } from "./fixtures";

test.describe("with payments", () => {
  const payments = new PaymentServer();
  let server: Awaited<ReturnType<typeof startServer>>;
  let dataDir = "";

  test.beforeAll(async () => {
    await payments.start();
    dataDir = mkdtempSync(path.join(tmpdir(), "still-pay-"));
    server = await startServer({
      logFile: path.join(".prepare", `payments-${process.pid}.log`),
      settings: {
        DATA_DIR: dataDir,
        BCRYPT_COST: "10",
        TRUST_PROXY: "1",
        SMTP_URL: process.env.E2E_SMTP ?? "",
        PRICE_TIER1: "$4 a month",
        PRICE_TIER1_YEARLY: "$40 a year",
        PRICE_TIER2: "$9 a month",
        PRICE_TIER2_YEARLY: "$90 a year",
        ...paymentSettings(payments.url),
      },
    });
    payments.listeners = [`${server.origin}/webhooks/stripe`];
  });
  test.afterAll(async () => {
    await server.stop();
    await payments.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test(
    "buys a plan, cancels it with one post, and resumes it",
    { tag: "@release" },
    async ({ newVisitor, expectTrouble }) => {
      const page = await newVisitor({ baseURL: server.origin });
      const person = newPerson();
      await register(page, person);
      await verify(page, person);
      await enter(page, person);
      await page.goto("/subscribe");
      await expect(
        page.getByRole("columnheader", { name: /Growth Plan.*\$4 a month.*\$40 a year/s }),
      ).toBeVisible();
      await page.getByRole("button", { name: "Growth Plan: $40 a year" }).click();
      await expect(page.getByRole("heading", { name: "Payment page" })).toBeVisible();
      await page.getByRole("button", { name: "Pay" }).click();
      await page.waitForURL(/\/settings\/plan/);
      await expect(async () => {
        await page.goto("/settings/plan?paid=1");
        await expect(page.getByText(/Growth Plan, yearly\. It renews on/)).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await expect(page.getByRole("link", { name: "SNK-0001" })).toBeVisible();
      await expect(page.getByText("$40.00, paid")).toBeVisible();

      await page.getByRole("button", { name: "Cancel the paid plan" }).click();
      await expect(page.getByText(/yearly: cancelled\. It lasts until the end of/)).toBeVisible();
      await page.getByRole("button", { name: "Keep my plan" }).click();
      await expect(page.getByText(/Growth Plan, yearly\. It renews on/)).toBeVisible();
      await page.getByText("Pause instead").click();
      await page.getByLabel("Pause for").selectOption("2");
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await expect(page.getByText(/Growth Plan, yearly: paused\./)).toBeVisible();
      await expect(page.getByText("You undid the cancellation")).toBeVisible();

      expectTrouble(/503/);
      payments.mood = "away";
      await page.getByRole("button", { name: "Resume now" }).click();
      await expect(
        page.getByText("The payment service is not answering at the moment. Nothing has been"),
      ).toBeVisible();
      payments.mood = "good";
      expect(payments.charges).toHaveLength(1);
    },
  );
});
