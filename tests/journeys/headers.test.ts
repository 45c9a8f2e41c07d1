import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "./fixtures";

/** Headers of every response: page, data, file or error. */
const ALWAYS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
};

const ADDRESSES: [string, number][] = [
  ["/", 200],
  ["/login", 200],
  ["/dashboard", 302],
  ["/dashboard.data", 202],
  ["/favicon.svg", 200],
  ["/robots.txt", 200],
  ["/healthz", 200],
  ["/nothing/here", 404],
  ["/api/nothing", 404],
  ["/api/auth/me", 401],
  ["/logout", 405],
  ["/.git/config", 404],
  ["/.env", 404],
  [`/${"a".repeat(9000)}`, 414],
];

for (const [address, status] of ADDRESSES) {
  test(`responds to ${address.slice(0, 40)} with ${status} and every security header`, async ({
    request,
  }) => {
    const answer = await request.get(address, {
      maxRedirects: 0,
      headers: { Origin: "https://evil.test", Cookie: "SameSite=Lax; $Version=1" },
    });
    const headers = answer.headers();
    expect(answer.status()).toBe(status);
    expect(headers).toMatchObject(ALWAYS);
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["x-request-id"]).toMatch(/^[\w-]{8,}$/);
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
  });
}

test("sends a CSP with a fresh nonce for each document", async ({ request }) => {
  const policies = await Promise.all(
    ["/login", "/login"].map(
      async (address) => (await request.get(address)).headers()["content-security-policy"],
    ),
  );
  for (const policy of policies) {
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[\w+/=-]{22,}' 'strict-dynamic'; /);
    expect(policy).toContain("frame-ancestors 'none'; report-uri /csp-reports");
    expect(policy).not.toContain("unsafe");
  }
  expect(policies[0]).not.toBe(policies[1]);
});

const TAKEN: [string, "br" | "gzip" | undefined][] = [
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["identity", undefined],
];

function unpacked(body: Buffer, packing: "br" | "gzip" | undefined): string {
  if (packing === "br") return String(brotliDecompressSync(body));
  return String(packing === "gzip" ? gunzipSync(body) : body);
}

test("compresses cached, filled-in and private pages as the browser accepts", async ({
  page,
  request,
  signIn,
}) => {
  await signIn();
  for (const [visitor, path] of [
    [request, "/faq"],
    [request, "/login"],
    [page.request, "/settings"],
  ] as const) {
    for (const [accepted, packing] of TAKEN) {
      const answer = await visitor.get(path, { headers: { "Accept-Encoding": accepted } });
      expect(answer.headers()["content-encoding"], `${path} as ${accepted}`).toBe(packing);
      expect(answer.headers().vary).toContain("Accept-Encoding");
      const html = unpacked(await answer.body(), packing);
      expect(/^<!DOCTYPE html>[^]*<\/html>/.test(html), `${path} as ${accepted}`).toBe(true);
    }
  }
});

test("serves assets compressed, immutable and with 304 when cached", async ({ request }) => {
  const html = await (await request.get("/login")).text();
  for (const file of [/"(\/assets\/[^"]+\.css)"/, /"(\/assets\/[^"]+\.js)"/]) {
    const [, address = ""] = file.exec(html) ?? [];
    const plain = await (await request.get(address, { headers: { "Accept-Encoding": "identity" } })).body();
    for (const [accepted, packing] of TAKEN) {
      const answer = await request.get(address, { headers: { "Accept-Encoding": accepted } });
      const headers = answer.headers();
      expect(headers["content-encoding"], `${address} as ${accepted}`).toBe(packing);
      expect(headers["cache-control"]).toContain("immutable");
      expect(headers.vary).toContain("Accept-Encoding");
      expect(unpacked(await answer.body(), packing)).toBe(String(plain));
      const known = { "Accept-Encoding": accepted, "If-None-Match": headers.etag ?? "" };
      expect((await request.get(address, { headers: known })).status()).toBe(304);
    }
  }
});

test("forbids caching of private pages and caches built files for good", async ({
  page,
  request,
  signIn,
}) => {
  await signIn();
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const missingFiles = ["/journal/pictures/none", "/calendar/none.ics"];
  for (const address of ["/dashboard", "/dashboard.data", "/settings/nothing", ...missingFiles]) {
    const headers = (await request.get(address, { headers: { Cookie: cookies } })).headers();
    expect(headers["cache-control"], address).toBe("no-store");
    expect(headers.vary, address).toContain("Cookie");
  }
  const html = await (await request.get("/")).text();
  const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? "";
  expect((await request.get(sheet)).headers()["cache-control"]).toContain("immutable");
});

test("accepts CSP reports of its own pages, whatever they contain", async ({ request }) => {
  const send = (data: string, origin = process.env.E2E_ORIGIN ?? "") =>
    request.post("/csp-reports", {
      data,
      headers: { "Content-Type": "application/csp-report", Origin: origin },
    });
  const report = { "csp-report": { "effective-directive": "script-src", "blocked-uri": "inline" } };
  expect((await send(JSON.stringify(report))).status()).toBe(204);
  for (const body of ["", "[]", "{", "null", '[{"body":7}]']) expect((await send(body)).status()).toBe(204);
  expect((await send(JSON.stringify(report), "https://evil.test")).status()).toBe(403);
  expect((await send("x".repeat(20_000))).status()).toBe(413);
  expect((await request.get("/csp-reports")).status()).toBe(405);
});
