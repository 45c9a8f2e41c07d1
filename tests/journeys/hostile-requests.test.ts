import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { workedMs } from "#tests/support/main-thread";
import { expect, test } from "./fixtures";

const origin = () => process.env.E2E_ORIGIN ?? "";
const logged = () => readFileSync(process.env.E2E_LOG ?? "", "utf8");
const FORM = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data; boundary=b";
const part = (name: string, value = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join("");
const filled = (start: string, bytes: number) => start + many(Math.ceil(bytes / 8), () => "long+%41");

/** Name, path, content type, body, expected status, and maximum cost as a multiple of a plain page. */
const HOSTILE: [name: string, to: string, type: string, body: string, status: number, most: number][] = [
  ["one part of 5 MB", "/contact", PARTS, part("message", "x".repeat(5_000_000)), 413, 60],
  ["a boundary that never comes", "/contact", PARTS, "-".repeat(200_000), 400, 25],
  ["250,000 empty fields", "/contact", FORM, "a&".repeat(125_000), 413, 25],
  ["20 MB", "/contact", FORM, filled("message=", 20_000_000), 413, 100],
  ["names with brackets", "/auth/login", FORM, many(90, (at) => `a[${at}][b].c[]=1&`), 400, 25],
  ["deep JSON", "/api/auth/login", "application/json", "[".repeat(60_000), 400, 25],
  [
    "wide JSON",
    "/api/auth/login",
    "application/json",
    `{${many(6_000, (at) => `"k${at}":1,`)}"z":1}`,
    400,
    25,
  ],
];

async function ask(path: string, init?: RequestInit): Promise<{ status: number }> {
  const answer = await fetch(origin() + path, init);
  await answer.arrayBuffer();
  return answer;
}

for (const [name, to, type, body, status, most] of HOSTILE) {
  test(
    `handles a body of ${name} at the cost of at most ${most} plain pages without blocking others`,
    { tags: ["release"] },
    async () => {
      /** CPU time of the server's main thread for a response in ms, which does not depend on machine load. */
      const workFor = async (run: () => Promise<{ status: number }>) => {
        const pid = Number(process.env.E2E_PID);
        const begun = workedMs(pid);
        const { status: answered } = await run();
        return { status: answered, ms: workedMs(pid) - begun };
      };
      const pages = [];
      for (let asked = 0; asked < 3; asked++) pages.push(await workFor(() => ask("/about")));
      const plain = Math.max(4, ...pages.map(({ ms }) => ms));
      let isOver = false;
      const headers = { "Content-Type": type, Origin: origin(), "X-Forwarded-For": "10.66.6.6" };
      const answer = await workFor(async () => {
        const sent = ask(to, { method: "POST", redirect: "manual", body, headers })
          // The server may close the connection of an oversized body during sending.
          .catch(() => ({ status: body.length > 8_000_000 ? 413 : 0 }))
          .finally(() => (isOver = true));
        for (let asked = 0; asked < 10 && !isOver; asked++) expect((await ask("/healthz")).status).toBe(200);
        return sent;
      });
      expect(answer.status).toBe(status);
      expect(answer.ms).toBeLessThan(plain * most);
    },
  );
}

/** Waits until all earlier requests are logged. @returns the log from the position `start` on */
async function loggedSince(start: number): Promise<string> {
  const { headers } = await fetch(`${origin()}/healthz`);
  await expect.poll(() => logged().slice(start)).toContain(headers.get("X-Request-Id") ?? "");
  return logged().slice(start);
}

/** Sends a raw request line. @returns the status */
async function statusOf(line: string): Promise<number> {
  const socket = connect(Number(new URL(origin()).port), "127.0.0.1");
  socket.write(Buffer.from(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, "latin1"));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
}

test("logs hostile requests as JSON lines without errors or submitted content", async () => {
  const before = logged().length;
  const mark = "breaks-out-of-its-line";
  const LINES: [line: string, status: number][] = [
    [`GET /%E0%A4%A-${mark}`, 400],
    [`GET /%0a{"event":"${mark}"}`, 404],
    [`GET /assets/%E0%A4%A-${mark}.js`, 400],
    [`GET /%ff<script>${mark}`, 400],
    ["GET *", 400],
    ["OPTIONS *", 400],
    [`GET http://evil.test/${mark}`, 400],
    [`GET /../../${mark}`, 404],
    [`GET /${mark}\x1b[2J`, 400],
    [`${mark.toUpperCase()} /`, 400],
    ["TRACE /", 405],
  ];
  const answers = [];
  for (const [line] of LINES) answers.push([line, await statusOf(line)]);
  expect(answers).toEqual(LINES);
  const lines = (await loggedSince(before)).split("\n").slice(0, -1);
  expect(lines.filter((line) => !isObject(line))).toEqual([]);
  expect(lines.filter((line) => /URIError|malformed/.test(line) || line.includes(mark))).toEqual([]);
});

test("logs status 499 once when a client disconnects mid-form", async () => {
  const before = logged().length;
  const { port, hostname } = new URL(origin());
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM}\r\nContent-Length: 90000\r\n\r\nmessage=`,
  );
  // Waits until the server has received the beginning of the form.
  await ask("/healthz");
  socket.destroy();
  const linesOfIt = () =>
    logged()
      .slice(before)
      .split("\n")
      .filter((line) => line.includes('"route":"/contact"'));
  await expect.poll(linesOfIt).toHaveLength(1);
  expect(linesOfIt()[0]).toContain('"status":499');
});

const PUBLIC_PAGES = [
  ...["/", "/about", "/faq", "/auth/login", "/auth/register", "/terms", "/privacy", "/contact", "/bible"],
  ...["/bible/john/15", "/sitemap.xml", "/robots.txt", "/healthz", "/readyz", "/no-such-page", "/metrics"],
];
const UNSUPPORTED: [name: string, init: RequestInit][] = [
  ["DELETE", { method: "DELETE" }],
  ["PUT of text", { method: "PUT", headers: { "Content-Type": "text/plain" }, body: "x" }],
  ["POST of XML", { method: "POST", headers: { "Content-Type": "text/xml" }, body: "<a/>" }],
  ["POST of 6 MB", { method: "POST", headers: { "Content-Type": FORM }, body: filled("a=", 6_000_000) }],
  [
    "multipart POST without a boundary",
    { method: "POST", headers: { "Content-Type": "multipart/form-data" }, body: "x" },
  ],
  ["POST of another site", { method: "POST", headers: { Origin: "https://evil.test" } }],
];

for (const [name, init] of UNSUPPORTED) {
  test(
    `responds to a ${name} on public pages below 500 without an error log`,
    { tags: ["release"] },
    async () => {
      const before = logged().length;
      const headers = { Origin: origin(), "X-Forwarded-For": "10.66.6.7", ...init.headers };
      for (const path of PUBLIC_PAGES) {
        // The server may close the connection of an oversized body.
        const { status } = await ask(path, { redirect: "manual", ...init, headers }).catch(() => ({
          status: 0,
        }));
        expect([path, status < 500]).toEqual([path, true]);
      }
      expect(await loggedSince(before)).not.toMatch(/"level":"?(?:error|50|60|fatal)\b/);
    },
  );
}

test("keeps the secret of a link out of the log", { tags: ["release"] }, async () => {
  const before = logged().length;
  const secret = "secret-word-of-a-link-0123456789abcdef";
  const links = [
    ...["/verify-email?token=", "/reset-password?token=", "/auth/register?invitation=", "/invitation/"],
    ...["/settings/data/download?ticket=", "/unsubscribe?token=", "/auth/login?redirectTo=/x?token="],
    ...["/no-such-page?password=", "/journal/history?q="],
  ];
  for (const link of links) await ask(link + secret, { redirect: "manual" });
  expect(await loggedSince(before)).not.toContain(secret);
});

test("serves others while a thousand forms are incomplete", { tags: ["release"] }, async () => {
  const { port } = new URL(origin());
  const sockets = Array.from({ length: 1_000 }, (_, at) => {
    const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
    const head = [
      "POST /contact HTTP/1.1",
      ...["Host: localhost", "Content-Length: 900000", `Content-Type: ${FORM}`],
      `X-Forwarded-For: 10.${100 + (at >> 8)}.${at & 255}.1`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\nmessage=`);
    return socket;
  });
  try {
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    expect((await ask("/about", { headers: { "X-Forwarded-For": "10.77.1.1" } })).status).toBe(200);
    expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(0);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

function isObject(line: string): boolean {
  try {
    return line.startsWith("{") && typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}
