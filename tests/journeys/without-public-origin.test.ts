/** @module-tag release */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { enter, expect, newPerson, register, test } from "./fixtures";

/** `npm start` on all interfaces without other settings, as on a Raspberry Pi. */
let server: Awaited<ReturnType<typeof startServer>>;
const logFile = path.join(".prepare", `without-public-origin-${process.pid}.log`);
beforeAll(async () => {
  server = await startServer({ logFile, settings: { HOST: "0.0.0.0", BCRYPT_COST: "10" } });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const letterTo = (email: string) =>
  readFileSync(logFile, "utf8")
    .split("\n")
    .find((line) => line.includes("mail.printed") && line.includes(email)) ?? "";

/** Sends a form with any Host and Origin, which a browser would not allow. */
const send = (address: string, headers: Record<string, string>) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sending = request(
      { host: address, port: server.port, path: "/contact", method: "POST" },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    for (const [name, value] of Object.entries(headers)) sending.setHeader(name, value);
    sending.setHeader("Content-Type", "application/x-www-form-urlencoded");
    sending.once("error", reject);
    sending.end("message=What+I+wrote+on+Sunday");
  });

for (const host of ["localhost", "127.0.0.1", "127.0.0.2"]) {
  test(`registers and signs in at ${host} with cookies`, async ({ newVisitor }) => {
    const origin = `http://${host}:${server.port}`;
    const person = newPerson();
    const page = await newVisitor(origin);
    await register(page, person);
    // Without a mail server, emails are logged.
    const link = () => /http:\S+\/verify-email\?token=[\w-]+/.exec(letterTo(person.email))?.[0] ?? "";
    await vi.waitFor(() => expect(link()).toContain(`${origin}/verify-email`), 10_000);
    await page.goto(link());
    await page.locator("main form[method=post] button").first().click();
    await enter(page, person);
    await page.goto("/journal/free");
    expect(page.url()).toBe(`${origin}/journal/free`);
  });
}

test("prints the LAN address at start and logs the first rejected form once", async () => {
  const evil = { Host: "evil.test", Origin: "http://evil.test" };
  for (let at = 0; at < 3; at++) {
    const { status, text } = await send("127.0.0.1", evil);
    expect(status).toBe(403);
    expect(text).toContain("PUBLIC_ORIGIN=http://evil.test");
    expect(text).toContain("What I wrote on Sunday");
  }
  const output = readFileSync(logFile, "utf8");
  expect(output).toMatch(/ready on http:\/\/localhost:\d+\n(Others in your network type|At http:\/\/[\d.]+)/);
  expect(output.match(/"event":"form\.refused"/g)).toHaveLength(1);
  expect(output).toContain('"host":"evil.test"');
});
