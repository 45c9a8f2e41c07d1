import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  generateInvitationCode,
  parseInvitationCode,
} from "~/domain/accounts/invitations/invitations.server";
import { AppearanceSchema } from "~/domain/accounts/settings/appearance.server";
import { canonicalEmail, emailKey } from "~/domain/identity/account-fields";
import { passwordScore, passwordStrength } from "~/domain/identity/credentials";
import { formatNetwork, sessionEnd, sessionExpiry } from "~/domain/identity/session-policy";
import { STRENGTH_LABELS } from "~/domain/identity/texts";
import { countAttempt, LOCKOUTS, lockoutSecondsLeft, type Attempts } from "~/domain/limits/lockout";
import { isAdministrator } from "~/domain/member/member";
import { PRAYER_SETTINGS } from "~/domain/member/prayer-settings";
import { PRAYER_TIMES } from "~/domain/member/prayer-times";
import { APPEARANCE, INSIGHTS, LOOK, REMINDERS } from "~/domain/member/preferences";
import { defaultsOf, formValues, settingsFrom, type Setting } from "~/domain/member/setting";
import { fileSchemas, formSchemas } from "~/domain/member/setting-schemas";
import { SettingsSchema } from "~/domain/portability/file-codecs";
import { LoginSchema, RegisterCallSchema, RegisterSchema } from "./schema";
import { resetMail } from "./security/account-mail.server";
import { COOKIES } from "./support/cookies";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

describe("lockout", () => {
  it("locks for 30 seconds after the last allowed failure, and is not extended by an attempt during the lock", () => {
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
  ])("scores %j as %i: %s", (password, score, label) => {
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
  ])("canonicalizes %s to %s", (raw, canonical) => {
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
  it("end after 30 idle minutes or 12 hours, and remembered sessions after 14 idle days or 30 days", () => {
    const end = sessionEnd(at(0), false);
    expect(sessionExpiry(at(0), end, false)).toEqual(at(30 * 60));
    expect(sessionExpiry(at(11.75 * 3600), end, false)).toEqual(at(12 * 3600));
    expect(sessionExpiry(at(0), sessionEnd(at(0), true), true)).toEqual(at(14 * 86400));
    expect(sessionEnd(at(0), true)).toEqual(at(30 * 86400));
  });
});

describe("administrators", () => {
  it("are user 1 and every user with the flag isAdmin", () => {
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

it("lists on the cookie page every cookie that the server sets", () => {
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

const person = {
  username: "quiet_one",
  email: "quiet@example.test",
  password: "Stillness7",
  confirmPassword: "Stillness7",
  agreeToTerms: "on",
};

function messages(
  schema: typeof LoginSchema | typeof RegisterSchema,
  value: unknown,
): Record<string, string[]> {
  const result = schema.safeParse(value);
  const found: Record<string, string[]> = {};
  for (const issue of result.error?.issues ?? []) (found[issue.path.join(".")] ??= []).push(issue.message);
  return found;
}

describe("sign-in rules", () => {
  const email = "quiet@example.test";
  const password = "secret";
  it.each([
    [{ password }, "email", "Email is required"],
    [{ email: "   ", password }, "email", "Email is required"],
    [{ email: "quiet", password }, "email", "Please enter a valid email address"],
    [{ email: "a@b", password }, "email", "Please enter a valid email address"],
    [{ email: { $ne: null }, password }, "email", "Email is required"],
    [{ email }, "password", "Password is required"],
    [{ email, password: { $ne: null } }, "password", "Password is required"],
    [{ email, password: "12345" }, "password", "Password must be at least 6 characters long"],
  ])("rejects %j at %s: %s", (value, field, message) => {
    expect(messages(LoginSchema, value)).toEqual({ [field]: [message] });
  });

  it("trims the address and keeps the password as typed", () => {
    const value = { email: " quiet@EXAMPLE.test ", password: " pass word ", rememberMe: "on" };
    expect(LoginSchema.parse(value)).toEqual({ email, password: " pass word ", rememberMe: true });
  });
});

describe("registration rules", () => {
  const twice = (password?: string) => ({ password, confirmPassword: password });
  it.each([
    [{ username: undefined }, "username", "Username is required"],
    [{ username: "ab" }, "username", "Username must be at least 3 characters long"],
    [{ username: "a".repeat(31) }, "username", "Username must be at most 30 characters long"],
    [{ username: "quiet one" }, "username", "Username can only contain letters, numbers, and underscores"],
    [{ email: undefined }, "email", "Email is required"],
    [{ email: "quiet@" }, "email", "Please enter a valid email address"],
    [{ ...twice("x"), password: undefined }, "password", "Password must be at least 8 characters long"],
    [twice("Short7"), "password", "Password must be at least 8 characters long"],
    [twice("stillness7"), "password", "Password must contain at least one uppercase letter"],
    [twice("Stillness"), "password", "Password must contain at least one number"],
    [{ confirmPassword: undefined }, "confirmPassword", "Please confirm your password"],
    [{ confirmPassword: "Stillness8" }, "confirmPassword", "Passwords do not match"],
    [{ agreeToTerms: undefined }, "agreeToTerms", "You must agree to the terms and privacy policy"],
  ])("rejects %j at %s: %s", (change, field, message) => {
    expect(messages(RegisterSchema, { ...person, ...change })).toEqual({ [field]: [message] });
  });

  it("reports differing passwords even when another field is invalid", () => {
    expect(messages(RegisterSchema, { ...person, username: "ab", confirmPassword: "other" })).toEqual({
      username: ["Username must be at least 3 characters long"],
      confirmPassword: ["Passwords do not match"],
    });
  });

  it("rejects a password when it exceeds 1024 bytes", () => {
    const isAccepted = (password: string) =>
      RegisterSchema.safeParse({ ...person, ...twice(password) }).success;
    expect(isAccepted(`A7${"🕊".repeat(64)}`)).toBe(true);
    expect(isAccepted(`A7${"x".repeat(1023)}`)).toBe(false);
  });

  it("defaults confirmPassword to the password when a JSON call omits it", () => {
    const { confirmPassword: _1, agreeToTerms: _2, ...body } = person;
    const whole = { ...body, confirmPassword: body.password };
    expect(RegisterCallSchema.parse(body)).toEqual(whole);
    expect(RegisterCallSchema.parse({ ...body, confirmPassword: "" })).toEqual(whole);
    expect(RegisterCallSchema.safeParse({ ...body, confirmPassword: "Other7777" }).success).toBe(false);
  });
});

const PARTS: Record<string, Record<string, Setting>> = {
  ...{ APPEARANCE, INSIGHTS, LOOK, PRAYER: PRAYER_SETTINGS, PRAYER_TIMES, REMINDERS },
};

/** A value other than the default. */
function otherThanDefault(setting: Setting): Setting["default"] {
  if (setting.kind === "switch") return !setting.default;
  if (setting.kind === "time") return "05:15";
  if (setting.kind === "weekdays") return [0, 6];
  const known = setting.kind === "choice" ? setting.values : ["psalms"];
  return known.find((value) => value !== setting.default) ?? setting.default;
}

const changed = (part: Record<string, Setting>) =>
  Object.fromEntries(Object.entries(part).map(([name, setting]) => [name, otherThanDefault(setting)]));

describe.each(Object.entries(PARTS))("every setting of %s", (_name, part) => {
  it("round-trips through its form", () => {
    const chosen = changed(part);
    expect(z.object(formSchemas(part)).parse(formValues(part, chosen))).toEqual(chosen);
  });

  it("round-trips through an export file", () => {
    const chosen = changed(part);
    const file = JSON.parse(JSON.stringify(settingsFrom(part, chosen))) as unknown;
    expect(z.object(fileSchemas(part)).parse(file)).toEqual(chosen);
    expect(z.object(fileSchemas(part)).parse(defaultsOf(part))).toEqual(defaultsOf(part));
  });

  it("stays unchanged when an older file lacks it, and has its default when a record lacks it", () => {
    expect(z.object(fileSchemas(part)).parse({})).toEqual({});
    const defaults = Object.entries(part).map(([name, setting]) => [name, setting.default]);
    expect(settingsFrom(part, {})).toStrictEqual(Object.fromEntries(defaults));
  });

  it("rejects a value that is not offered", () => {
    for (const [name, schema] of Object.entries(fileSchemas(part)))
      expect(schema.safeParse({ $gt: "" }).success, name).toBe(false);
    for (const [name, schema] of Object.entries(fileSchemas(part)))
      expect(schema.safeParse("x".repeat(81)).success, name).toBe(false);
  });
});

describe("declared settings", () => {
  it("match the fields of the page and of the file", () => {
    const { prayer, look } = SettingsSchema.shape;
    expect(Object.keys(AppearanceSchema.shape).sort()).toEqual(["theme", ...Object.keys(LOOK)].sort());
    expect(Object.keys(look.unwrap().shape).sort()).toEqual(Object.keys(LOOK).sort());
    expect(Object.keys(prayer.shape).sort()).toEqual(
      [...Object.keys(PRAYER_SETTINGS), "planSince", "shape"].sort(),
    );
  });
});
