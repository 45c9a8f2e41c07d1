import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { canonicalEmail, emailKey } from "~/domain/identity/account-fields";
import { passwordScore, passwordStrength } from "~/domain/identity/credentials";
import { formatNetwork, sessionEnd, sessionExpiry } from "~/domain/identity/session-policy";
import { STRENGTH_LABELS } from "~/domain/identity/texts";
import { countAttempt, LOCKOUTS, lockoutSecondsLeft, type Attempts } from "~/domain/limits/lockout";
import { isAdministrator } from "~/domain/member/member";
import { generateInvitationCode, parseInvitationCode } from "./invitations/invitation";
import { resetMail } from "./security/account-mail.server";
import { COOKIES } from "./support/cookies";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

describe("lockout", () => {
  it("locks for 30 seconds after the last failure allowed and does not extend the lock", () => {
    let state: Attempts = { failures: 0, lockedUntil: null };
    const { failures } = LOCKOUTS.login;
    for (let attempt = 1; attempt <= failures; attempt++) {
      const next = countAttempt(state, "login", at(0));
      expect(next).not.toBeNull();
      state = next as Attempts;
      expect(lockoutSecondsLeft(state.lockedUntil, "login", at(0))).toBe(attempt === failures ? 30 : 0);
    }
    expect(countAttempt(state, "login", at(29.5))).toBeNull();
    expect(lockoutSecondsLeft(state.lockedUntil, "login", at(29.5))).toBe(1);
    expect(countAttempt(state, "login", at(30))).toEqual({ failures: 1, lockedUntil: null });
  });
});

describe("password strength", () => {
  it.each([
    ["", 0, "Very weak"],
    ["abc", 20, "Very weak"],
    ["abcdef", 30, "Weak"],
    ["abcdefgh", 40, "Weak"],
    ["abcdef7", 50, "Fair"],
    ["abcdefg7", 60, "Fair"],
    ["Abcdef7", 70, "Good"],
    ["Abcdefg7", 80, "Good"],
    ["Abcd7!", 90, "Strong"],
    ["Abcdefg7!", 100, "Strong"],
  ])("%s scores %i: %s", (password, score, label) => {
    expect(passwordScore(password)).toBe(score);
    expect(STRENGTH_LABELS[passwordStrength(score)]).toBe(label);
  });
});

describe("email addresses", () => {
  it.each([
    ["Ann@Example.ORG", "Ann@example.org"],
    [" ann+tag@example.org ", "ann+tag@example.org"],
    ["ann@bücher.example", "ann@xn--bcher-kva.example"],
    ["ann.o'neil@example.co.uk", "ann.o'neil@example.co.uk"],
  ])("%s is %s", (raw, canonical) => {
    expect(canonicalEmail(raw)).toBe(canonical);
  });

  it.each([
    "ann",
    "ann@",
    "@example.org",
    "a b@example.org",
    "ann@example",
    "ann@exa mple.org",
    "ann@@example.org",
    "ann@127.0.0.1",
    "ann@example.org\r\nBcc: x@example.org",
    ".ann@example.org",
    "ann..o@example.org",
  ])("rejects %j", (raw) => {
    expect(canonicalEmail(raw)).toBeUndefined();
  });

  it("ignores case in the unique key", () => {
    expect(emailKey("Ann@example.org")).toBe(emailKey("ann@example.org"));
  });
});

describe("sessions", () => {
  it("end after 30 idle minutes or 12 hours, remembered ones after 14 or 30 days", () => {
    const end = sessionEnd(at(0), false);
    expect(sessionExpiry(at(0), end, false)).toEqual(at(30 * 60));
    expect(sessionExpiry(at(11.75 * 3600), end, false)).toEqual(at(12 * 3600));
    expect(sessionExpiry(at(0), sessionEnd(at(0), true), true)).toEqual(at(14 * 86400));
    expect(sessionEnd(at(0), true)).toEqual(at(30 * 86400));
  });
});

describe("administrators", () => {
  it("are user 1 and those with the flag", () => {
    expect(isAdministrator({ id: 1, isAdmin: false })).toBe(true);
    expect(isAdministrator({ id: 2, isAdmin: true })).toBe(true);
    expect(isAdministrator({ id: 2, isAdmin: false })).toBe(false);
  });
});

describe("network of a session", () => {
  it.each([
    ["192.0.2.0/24", "192.0.2.x"],
    ["2001:db8:1:200::/56", "2001:db8:1:2xx:x:x:x:x"],
    ["2001:db8:0:0::/56", "2001:db8:0:xx:x:x:x:x"],
    ["unknown", "unknown"],
    ["", ""],
  ])("formats %s as %s", (network, words) => {
    expect(formatNetwork(network)).toBe(words);
  });
});

it("reads a typed invitation code whatever its case, separators and look-alike letters", () => {
  const code = generateInvitationCode((limit) => limit - 1);
  expect([code, parseInvitationCode(code)]).toEqual(["ZZZZ-ZZZZ-ZZZZ", "ZZZZZZZZZZZZ"]);
  expect(parseInvitationCode(" ab1o cdil–ef56 ")).toBe("AB10CD11EF56");
  for (const text of ["", "ABCD-EFGH", "ABCD-EFGH-JKMU", "ABCD-EFGH-JKMN-PQRS"])
    expect(parseInvitationCode(text), text).toBeNull();
});

it("lists the provider and each passkey in the reset email, with a link that removes them", () => {
  const others = { provider: "St Anne", passkeys: ["Phone", "Laptop"] };
  const { lines, link } = resetMail(
    { to: "anna@example.test", secret: "s3cret", others },
    "https://journal.example.org",
  );
  expect(lines).toEqual(
    expect.arrayContaining(["– St Anne", "– The passkey “Phone”", "– The passkey “Laptop”"]),
  );
  expect(link?.url).toBe("https://journal.example.org/auth/reset-password?step=methods&token=s3cret");
});

it("lists every cookie that the server sets on the cookie page", () => {
  const folder = path.resolve("app/http");
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith(".server.ts"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n");
  const named = [...sources.matchAll(/named\("([\w-]+)"\)|"__Host-([\w-]+)"/g)].map(
    ([, first, second]) => first ?? second,
  );
  const listed = COOKIES.flatMap(({ name }) => name.split(", "));
  expect(named).toContain("sid");
  expect(named.filter((name) => !listed.includes(name ?? ""))).toEqual([]);
});
