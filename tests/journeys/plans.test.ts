import path from "node:path";
import { afterAll, beforeAll, describe, vi } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { makeTrialKey } from "#tests/support/browser-database";
import { PaymentServer, paymentSettings } from "#tests/support/payment-server";
import { enter, expect, newPerson, register, test, verify } from "./fixtures";

test("redeems a trial key, keeps an invalid one in its field, and records it", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/subscribe");
  expect(page.getByRole("heading", { level: 1, name: "Plans" })).toBeVisible();
  expect(page.getByRole("columnheader", { name: /Your plan Free Plan/ })).toBeVisible();
  for (const plan of ["Growth Plan", "Formation Plan"])
    expect(page.getByRole("columnheader", { name: plan })).toBeVisible();
  expect(page.getByText("Payments are not set up on this server")).toBeVisible();

  await page.getByLabel("Key", { exact: true }).fill("snk-0000-0000-0000");
  await page.getByRole("button", { name: "Redeem" }).click();
  expect(page.getByText("We do not know this key.")).toBeVisible();
  expect(page.getByLabel("Key", { exact: true })).toHaveValue("snk-0000-0000-0000");
  expect(page.getByLabel("Key", { exact: true })).toHaveAttribute("aria-invalid", "true");

  await page.getByLabel("Key", { exact: true }).fill(await makeTrialKey("tier2", 14));
  await page.getByRole("button", { name: "Redeem" }).click();
  expect(page).toHaveURL(/\/settings\/plan$/);
  expect(page.getByText("Key redeemed").first()).toBeVisible();
  expect(page.getByRole("heading", { name: "Formation Plan", exact: true })).toBeVisible();
  expect(page.getByText(/You redeemed the key that ends in/)).toBeVisible();
  expect(page.getByRole("link", { name: "Upgrade Plan" })).toHaveCount(0);
});

describe("with payments", () => {
  const payments = new PaymentServer();
  let server: Awaited<ReturnType<typeof startServer>>;

  beforeAll(async () => {
    await payments.start();
    server = await startServer({
      logFile: path.join(".prepare", `payments-${process.pid}.log`),
      settings: {
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
  afterAll(async () => {
    await server.stop();
    await payments.stop();
  });

  test(
    "buys a plan, cancels it with one post, and resumes it",
    { tags: ["release"] },
    async ({ newVisitor, expectErrors }) => {
      const page = await newVisitor(server.origin);
      const person = newPerson();
      await register(page, person);
      await verify(page, person);
      await enter(page, person);
      await page.goto("/subscribe");
      expect(
        page.getByRole("columnheader", { name: /Growth Plan.*\$4 a month.*\$40 a year/s }),
      ).toBeVisible();
      await page.getByRole("button", { name: "Growth Plan: $40 a year" }).click();
      expect(page.getByRole("heading", { name: "Payment page" })).toBeVisible();
      await page.getByRole("button", { name: "Pay" }).click();
      expect(page).toHaveURL(/\/settings\/plan/);
      await vi.waitFor(
        async () => {
          await page.goto(`${server.origin}/settings/plan?paid=1`);
          expect(page.getByText(/Growth Plan, yearly\. It renews on/)).toBeVisible();
        },
        { timeout: 60_000, interval: 100 },
      );
      expect(page.getByRole("link", { name: "SNK-0001" })).toBeVisible();
      expect(page.getByText("$40.00, paid")).toBeVisible();

      await page.getByRole("button", { name: "Cancel the paid plan" }).click();
      expect(page.getByText(/yearly: cancelled\. It lasts until the end of/)).toBeVisible();
      await page.getByRole("button", { name: "Keep my plan" }).click();
      expect(page.getByText(/Growth Plan, yearly\. It renews on/)).toBeVisible();
      await page.getByText("Pause instead").click();
      await page.getByLabel("Pause for").selectOption("2");
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      expect(page.getByText(/Growth Plan, yearly: paused\./)).toBeVisible();
      expect(page.getByText("You undid the cancellation")).toBeVisible();

      expectErrors(/503/);
      payments.mode = "away";
      await page.getByRole("button", { name: "Resume now" }).click();
      expect(
        page.getByText("The payment service is not answering at the moment. Nothing has been"),
      ).toBeVisible();
      payments.mode = "good";
      expect(payments.charges).toHaveLength(1);
    },
  );
});
