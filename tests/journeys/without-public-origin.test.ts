/** @module-tag release */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startServer } from "#scripts/server.mjs";
import { expect, test } from "./fixtures";

/** `npm start` on all interfaces without other settings, as on a Raspberry Pi. */
let server: Awaited<ReturnType<typeof startServer>>;
const logFile = path.join(".prepare", `without-public-origin-${process.pid}.log`);
beforeAll(async () => {
  server = await startServer({ logFile, settings: { HOST: "0.0.0.0", BCRYPT_COST: "10" } });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** Sends a form with headers that no browser sends. */
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
