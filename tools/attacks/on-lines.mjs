import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

/** What is said before a form is read: lines of a request, connections, links, and pages asked for in ways they do not have. */

const MARK = "breaks-out-of-its-line";
const LINES = [
  ...[`GET /%E0%A4%A-${MARK}`, `GET /%0a{"event":"${MARK}"}`, `GET /assets/%E0%A4%A-${MARK}.js`],
  ...[`GET /%ff<script>${MARK}`, "GET *", "OPTIONS *", `GET http://evil.test/${MARK}`, `GET /../../${MARK}`],
  ...[`GET /${MARK}\x1b[2J`, `${MARK.toUpperCase()} /`, "TRACE /", "CONNECT evil.test:443"],
];

async function statusOf(port, line) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(Buffer.from(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, "latin1"));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket).catch(() => ""))?.[1] ?? 0);
}

function isObject(line) {
  try {
    return line.startsWith("{") && typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}

const PUBLIC = [
  ...["/", "/about", "/faq", "/auth/login", "/auth/register", "/terms", "/privacy", "/contact", "/bible"],
  ...["/bible/john/15", "/sitemap.xml", "/robots.txt", "/healthz", "/readyz", "/no-such-page", "/metrics"],
];
const REFUSED = [
  { method: "DELETE" },
  { method: "PUT", type: "text/plain", body: "x" },
  { method: "POST", type: "text/xml", body: "<a/>" },
  { method: "POST", type: "application/x-www-form-urlencoded", body: "a=".padEnd(6_000_000, "b") },
  { method: "POST", type: "multipart/form-data", body: "no boundary" },
  { method: "POST", headers: { Origin: "https://evil.test" } },
];

const SECRET = "secret-word-of-a-link-0123456789abcdef";
const LINKS = [
  ...["/verify-email?token=", "/reset-password?token=", "/auth/register?invitation=", "/invitation/"],
  ...["/settings/data/download?ticket=", "/unsubscribe?token=", "/auth/login?redirectTo=/x?token="],
  ...["/no-such-page?password=", "/journal/history?q="],
];

/** Forms that are begun and never sent to their end: nearly as many as a server has connections (http/connection-limits). */
const UNENDED = 1_900;

export const ON_LINES = [
  {
    name: "mangled first lines",
    limit: "each 4xx; every line of the log one JSON object, without what was sent",
    async run(house) {
      const before = house.logged().length;
      const answers = [];
      for (const line of LINES) answers.push(await statusOf(house.port, line));
      await house.send("/healthz", { method: "GET" });
      const lines = house.logged().slice(before).split("\n").slice(0, -1);
      // The ready line is for people; it may come into the file after the first attack has begun.
      const bad = lines.filter(
        (line) => line.includes(MARK) || !(isObject(line) || line.startsWith("Still and Know is ready on ")),
      );
      return {
        came: `${[...new Set(answers)].sort().join(", ")}; ${lines.length} lines, ${bad.length} bad`,
        // A method that no parser knows and a tunnel may find the connection closed without a word.
        holds: bad.length === 0 && answers.every((status) => status === 0 || (status >= 400 && status < 500)),
      };
    },
  },
  {
    name: "public pages asked in six ways they do not have",
    limit: "no answer of 500 or more, no line of level error",
    async run(house) {
      const before = house.logged().length;
      const seen = new Map();
      for (const place of PUBLIC)
        for (const init of REFUSED) {
          const { status } = await house.send(place, init).catch(() => ({ status: "closed" }));
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }
      const errors =
        house
          .logged()
          .slice(before)
          .match(/"level":"?(?:error|50|60|fatal)\b/g)?.length ?? 0;
      const came = [...seen].map(([status, times]) => `${status} ${times}x`).join(", ");
      return { came: `${came}; ${errors} errors logged`, holds: errors === 0 };
    },
  },
  {
    name: "secrets in links",
    limit: "none in the log",
    async run(house) {
      const before = house.logged().length;
      for (const link of LINKS) await house.send(link + SECRET, { method: "GET" });
      const found = house.logged().slice(before).split(SECRET).length - 1;
      return { came: `${found} in the log`, holds: found === 0 };
    },
  },
  {
    name: "figures without their token",
    limit: "404 at /metrics, with a wrong token too",
    async run(house) {
      const bare = await house.send("/metrics", { method: "GET" });
      const wrong = await house.send("/metrics", { method: "GET", headers: { Authorization: "Bearer x" } });
      return { came: `${bare.status}, ${wrong.status}`, holds: bare.status === 404 && wrong.status === 404 };
    },
  },
  {
    name: "bodies that never end",
    limit: `others have their page within 1 s beside ${UNENDED} of them, which leave by hundreds`,
    async run(house) {
      const sockets = [];
      for (let at = 0; at < UNENDED; at++) {
        const socket = connect(house.port, "127.0.0.1");
        socket.on("error", () => undefined);
        await once(socket, "connect");
        socket.write(
          "POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n" +
            `X-Forwarded-For: 10.${100 + (at >> 8)}.${at & 255}.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nmessage=`,
        );
        sockets.push(socket);
      }
      try {
        const { status, ms } = await house.send("/about", {
          method: "GET",
          headers: { "X-Forwarded-For": "10.77.1.1" },
        });
        return { came: `${status} in ${ms.toFixed(0)} ms`, holds: status === 200 && ms < 1_000 };
      } finally {
        // Each that leaves costs a quarter of a millisecond. All in one instant would be that many requests at once.
        for (const [at, socket] of sockets.entries()) {
          socket.destroy();
          if (at % 100 === 99) await delay(50);
        }
      }
    },
  },
];
