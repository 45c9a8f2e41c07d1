import { afterEach, describe, expect, it } from "vitest";
import { AbAssignmentModel } from "#models/plans.server";
import { createSignedIn } from "#tests/factories/user";
import { callJson, cookieOf, load, submit, type Answered } from "#tests/support/request";
import { flushVisits, variantFigures } from "~/domain/plans/experiments/assignments.server";
import { action as assign } from "~/routes/api/ab-test-assign";
import { action as convert } from "~/routes/api/ab-test-convert";
import { action as registerCall } from "~/routes/api/auth-register";
import { action as registerForm } from "~/routes/auth/register/route";
import { action as tool } from "~/routes/member/settings/plan-variant";
import { loader as home } from "~/routes/public/home";
import { loader as index } from "~/routes/public/landing";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NAVIGATION = { "User-Agent": FIREFOX, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };

const land = (headers: Record<string, string> = NAVIGATION, address = "192.0.2.1") =>
  load(home, "/home", { headers, address });
const withCookieOf = (result: Answered) => ({ headers: { Cookie: cookieOf(result, "ab") ?? "" } });
const variantIn = ({ data }: Answered) => (data as { variant: string }).variant;
const visitors = async () => {
  await flushVisits();
  return AbAssignmentModel.find().lean();
};
const counted = async () => (await visitors()).length;
afterEach(flushVisits);

describe("variant of the landing page", () => {
  it("is drawn 50/50 and kept by the cookie", async () => {
    const seen = { A: 0, B: 0 };
    for (let visitor = 0; visitor < 400; visitor++) {
      seen[variantIn(await land({})) as "A" | "B"] += 1;
    }
    // The probability of failing by chance is below one in a million.
    expect(seen.A).toBeGreaterThan(150);
    expect(seen.B).toBeGreaterThan(150);
    const first = await land();
    const cookie = cookieOf(first, "ab") ?? "";
    for (const route of [home, index]) {
      for (let times = 0; times < 8; times++) {
        const again = await load(route, "/", { headers: { ...NAVIGATION, Cookie: cookie } });
        expect(variantIn(again)).toBe(variantIn(first));
        expect(again.headers.getSetCookie()).toEqual([]);
      }
    }
    expect(await counted()).toBe(1);
  });

  it("is not accepted from a forged cookie", async () => {
    const forged = Buffer.from(JSON.stringify("B.abcdefgh.1.f")).toString("base64");
    const result = await land({ ...NAVIGATION, Cookie: `ab=${forged}.forged` });
    expect(cookieOf(result, "ab")).toBeDefined();
    expect(await AbAssignmentModel.countDocuments({ _id: "abcdefgh" })).toBe(0);
  });

  it("is counted at a visitor's first view or when the cookie returns", async () => {
    await land();
    expect(await counted()).toBe(1);
    const plain = { "User-Agent": "Lynx/2.9.2 libwww-FM/2.14" };
    const first = await land(plain);
    expect(await counted()).toBe(1);
    const second = await land({ ...plain, Cookie: cookieOf(first, "ab") ?? "" });
    expect(await counted()).toBe(2);
    await land({ ...plain, Cookie: cookieOf(second, "ab") ?? "" });
    expect(await counted()).toBe(2);
  });

  it("counts one visitor for concurrent requests with one cookie", async () => {
    const cookie = cookieOf(await land({ "User-Agent": FIREFOX }), "ab") ?? "";
    await Promise.all(Array.from({ length: 12 }, () => land({ ...NAVIGATION, Cookie: cookie })));
    expect(await counted()).toBe(1);
  });

  it.each([
    ["a crawler", { ...NAVIGATION, "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
    ["a prefetch", { ...NAVIGATION, "Sec-Purpose": "prefetch" }],
    ["a picture's request", { ...NAVIGATION, "Sec-Fetch-Dest": "image" }],
    ["a program that says nothing", {}],
  ])("is not counted for %s", async (_name, headers) => {
    await land(headers as Record<string, string>);
    expect(await counted()).toBe(0);
  });

  it("is not counted for a member", async () => {
    const { secret } = await createSignedIn();
    await load(home, "/home", { headers: NAVIGATION, session: secret });
    expect(await counted()).toBe(0);
  });

  it("counts at most sixty new visitors per network and hour", async () => {
    for (let visitor = 0; visitor < 65; visitor++) await land(NAVIGATION, "198.51.100.7");
    expect(await counted()).toBe(60);
    await land(NAVIGATION, "198.51.100.8");
    expect(await counted()).toBe(61);
  });

  it("stores no IP address, browser or account data", async () => {
    await land();
    const [record] = await visitors();
    expect(Object.keys(record ?? {}).sort()).toEqual(
      ["_id", "assignedAt", "conversionType", "convertedAt", "expiresAt", "variant"].sort(),
    );
  });
});

const newcomer = (name: string) => ({
  username: name,
  email: `${name}@example.test`,
  password: "Quiet-Water-41",
  confirmPassword: "Quiet-Water-41",
});

describe("registration in the experiment", () => {
  it("is the visitor's conversion, by form and JSON", async () => {
    const byForm = await land();
    const made = await submit(
      registerForm,
      "/auth/register",
      { ...newcomer("byform"), agreeToTerms: "on" },
      withCookieOf(byForm),
    );
    expect(made.status).toBe(302);
    // Not counted on landing, because these headers do not prove a browser and no cookie has come back yet.
    const byCall = await land({ "User-Agent": FIREFOX });
    const called = await callJson(
      registerCall,
      "/api/auth/register",
      newcomer("bycall"),
      withCookieOf(byCall),
    );
    expect(called.status).toBe(201);
    const records = await visitors();
    expect(records.map(({ conversionType }) => conversionType)).toEqual(["registration", "registration"]);
  });

  it("is not counted when rejected or without a visit", async () => {
    const cookie = cookieOf(await land(), "ab") ?? "";
    await callJson(registerCall, "/api/auth/register", { username: "no" }, { headers: { Cookie: cookie } });
    await callJson(registerCall, "/api/auth/register", newcomer("direct"));
    expect(await AbAssignmentModel.countDocuments({ convertedAt: { $ne: null } })).toBe(0);
    expect(await counted()).toBe(1);
  });
});

describe("POST /api/ab-test", () => {
  const body = {
    sessionId: "session-of-the-client",
    variant: "B",
    visitorIp: "203.0.113.9",
    userAgent: FIREFOX,
    assignedAt: "2020-01-01T00:00:00.000Z",
  };
  const conversion = { sessionId: body.sessionId, conversionType: "registration", convertedAt: "2020-01-01" };

  it("assigns and converts once and stores no IP address, browser or client time", async () => {
    for (let times = 0; times < 3; times++) {
      const result = await callJson(assign, "/api/ab-test/assign?_t=1", body);
      expect(result.status).toBe(200);
      expect(result.headers.get("Cache-Control")).toBe("no-store");
      expect(result.data).toMatchObject({ sessionId: body.sessionId, variant: "B" });
    }
    const [record, ...others] = await visitors();
    expect(others).toEqual([]);
    expect(JSON.stringify(record)).not.toMatch(/203\.0\.113|Firefox|2020/);
    const answers = [];
    for (let times = 0; times < 2; times++)
      answers.push((await callJson(convert, "/api/ab-test/convert", conversion)).data);
    expect(answers).toMatchObject([{ converted: true }, { converted: false }]);
  });

  it("prefers the browser's cookie", async () => {
    const landed = await land();
    const other = variantIn(landed) === "A" ? "B" : "A";
    const result = await callJson(
      assign,
      "/api/ab-test/assign",
      { ...body, variant: other },
      withCookieOf(landed),
    );
    expect(result.data).toMatchObject({ variant: variantIn(landed) });
    expect(await counted()).toBe(1);
  });

  it.each([
    [assign, "/api/ab-test/assign", { ...body, variant: "C" }, "variant"],
    [assign, "/api/ab-test/assign", { variant: "A" }, "sessionId"],
    [assign, "/api/ab-test/assign", { ...body, sessionId: "a b$" }, "sessionId"],
    [convert, "/api/ab-test/convert", { ...conversion, conversionType: "purchase" }, "conversionType"],
    [convert, "/api/ab-test/convert", { conversionType: "registration" }, "sessionId"],
  ])("rejects invalid input (%#)", async (route, path, given, field) => {
    const result = await callJson(route, path, given);
    expect(result.status).toBe(400);
    expect(Object.keys((result.data as { errors: object }).errors)).toEqual([field]);
    expect(await counted()).toBe(0);
  });

  it("reports an unknown visitor without creating one", async () => {
    const result = await callJson(convert, "/api/ab-test/convert", conversion);
    expect(result).toMatchObject({ status: 200, data: { converted: false } });
    expect(await counted()).toBe(0);
  });
});

describe("variant tools", () => {
  const use = (intent: string, session: string) =>
    submit(tool, "/settings/plan/variant", { intent }, { session });

  it("force a variant, which is never counted, and reset it", async () => {
    const { secret } = await createSignedIn({ isAdmin: true });
    for (const [intent, variant] of [
      ["force-a", "A"],
      ["force-b", "B"],
    ] as const) {
      const forced = await use(intent, secret);
      expect(forced).toMatchObject({ status: 302, location: "/settings/plan" });
      const seen = await land({ ...NAVIGATION, Cookie: cookieOf(forced, "ab") ?? "" });
      expect(variantIn(seen)).toBe(variant);
      await callJson(registerCall, "/api/auth/register", newcomer(`under_${variant}`), withCookieOf(forced));
    }
    expect(await counted()).toBe(0);
    const reset = await use("reset", secret);
    expect(reset.headers.getSetCookie().join()).toMatch(/ab=;.*Max-Age=0/);
  });

  it("are refused to other members", async () => {
    const { secret } = await createSignedIn();
    const refused = await use("force-a", secret);
    expect(refused.status).toBe(403);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });
});

describe("variant figures", () => {
  it("count each visitor and conversion once, also concurrently", async () => {
    const cookies: string[] = [];
    for (let visitor = 0; visitor < 20; visitor++) {
      const result = await land(NAVIGATION, `10.0.0.${visitor}`);
      cookies.push(cookieOf(result, "ab") ?? "");
    }
    const doc = await visitors();
    await Promise.all(
      doc
        .slice(0, 5)
        .flatMap(({ _id }) =>
          Array.from({ length: 4 }, () =>
            callJson(convert, "/api/ab-test/convert", { sessionId: _id, conversionType: "registration" }),
          ),
        ),
    );
    const figures = await variantFigures();
    expect(figures.reduce((sum, { visits }) => sum + visits, 0)).toBe(20);
    expect(figures.reduce((sum, { conversions }) => sum + conversions, 0)).toBe(5);
    expect(figures.every(({ rate }) => rate === null)).toBe(true);
  });
});
