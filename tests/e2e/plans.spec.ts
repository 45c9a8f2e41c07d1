import path from "node:path";
import { startServer } from "#scripts/server.mjs";
import { PaymentServer, paymentSettings } from "#tests/support/payment-server";
import { enter, expect, newPerson, register, test, verify } from "./fixtures";

const payments = new PaymentServer();
let server: Awaited<ReturnType<typeof startServer>>;

test.beforeAll(async () => {
  await payments.start();
  server = await startServer({
    logFile: path.join(".prepare", `payments-${process.pid}.log`),
    settings: { BCRYPT_COST: "10", SMTP_URL: process.env.E2E_SMTP ?? "", ...paymentSettings(payments.url) },
  });
  payments.listeners = [`${server.origin}/webhooks/stripe`];
});
test.afterAll(async () => {
  await server.stop();
  await payments.stop();
});

test("leaves for the payment page and returns to the plan", { tag: "@release" }, async ({ newVisitor }) => {
  const page = await newVisitor({ baseURL: server.origin });
  const person = newPerson();
  await register(page, person);
  await verify(page, person);
  await enter(page, person);
  await page.goto("/subscribe");
  await page.getByRole("button", { name: "Growth Plan: Yearly" }).click();
  await expect(page.getByRole("heading", { name: "Payment page" })).toBeVisible();
  await page.getByRole("button", { name: "Pay" }).click();
  await page.waitForURL(/\/settings\/plan/);
  await expect(async () => {
    await page.goto("/settings/plan?paid=1");
    await expect(page.getByText(/Growth Plan, yearly\. It renews on/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Cancel the paid plan" }).click();
  await expect(page.getByText(/yearly: cancelled\. It lasts until the end of/)).toBeVisible();
});
