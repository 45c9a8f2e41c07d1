import { describe, expect, it } from "vitest";
import { LoginSchema, RegisterCallSchema, RegisterSchema } from "./schema";

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
  it.each([
    [{ password: "secret" }, { email: ["Email is required"] }],
    [{ email: "   ", password: "secret" }, { email: ["Email is required"] }],
    [{ email: "quiet", password: "secret" }, { email: ["Please enter a valid email address"] }],
    [{ email: "a@b", password: "secret" }, { email: ["Please enter a valid email address"] }],
    [{ email: "quiet@example.test" }, { password: ["Password is required"] }],
    [
      { email: "quiet@example.test", password: "12345" },
      { password: ["Password must be at least 6 characters long"] },
    ],
    [
      { email: { $ne: null }, password: { $ne: null } },
      { email: ["Email is required"], password: ["Password is required"] },
    ],
  ])("%j gives %j", (value, expected) => {
    expect(messages(LoginSchema, value)).toEqual(expected);
  });

  it("trims the address and keeps the password as typed", () => {
    expect(
      LoginSchema.parse({ email: " quiet@EXAMPLE.test ", password: " pass word ", rememberMe: "on" }),
    ).toEqual({
      email: "quiet@example.test",
      password: " pass word ",
      rememberMe: true,
    });
  });
});

describe("registration rules", () => {
  it.each([
    [{ username: undefined }, { username: ["Username is required"] }],
    [{ username: "ab" }, { username: ["Username must be at least 3 characters long"] }],
    [{ username: "a".repeat(31) }, { username: ["Username must be at most 30 characters long"] }],
    [
      { username: "quiet one" },
      { username: ["Username can only contain letters, numbers, and underscores"] },
    ],
    [{ email: undefined }, { email: ["Email is required"] }],
    [{ email: "quiet@" }, { email: ["Please enter a valid email address"] }],
    [
      { password: undefined, confirmPassword: "x" },
      { password: ["Password must be at least 8 characters long"] },
    ],
    [
      { password: "Short7", confirmPassword: "Short7" },
      { password: ["Password must be at least 8 characters long"] },
    ],
    [
      { password: "stillness7", confirmPassword: "stillness7" },
      { password: ["Password must contain at least one uppercase letter"] },
    ],
    [
      { password: "Stillness", confirmPassword: "Stillness" },
      { password: ["Password must contain at least one number"] },
    ],
    [{ confirmPassword: undefined }, { confirmPassword: ["Please confirm your password"] }],
    [{ confirmPassword: "Stillness8" }, { confirmPassword: ["Passwords do not match"] }],
    [{ agreeToTerms: undefined }, { agreeToTerms: ["You must agree to the terms and privacy policy"] }],
  ])("%j gives %j", (change, expected) => {
    expect(messages(RegisterSchema, { ...person, ...change })).toEqual(expected);
  });

  it("reports differing passwords even when another field is invalid", () => {
    expect(messages(RegisterSchema, { ...person, username: "ab", confirmPassword: "other" })).toEqual({
      username: ["Username must be at least 3 characters long"],
      confirmPassword: ["Passwords do not match"],
    });
  });

  it("accepts passwords of up to 1024 bytes", () => {
    const long = `A7${"🕊".repeat(64)}`;
    expect(RegisterSchema.safeParse({ ...person, password: long, confirmPassword: long }).success).toBe(true);
    const endless = `A7${"x".repeat(1023)}`;
    expect(RegisterSchema.safeParse({ ...person, password: endless, confirmPassword: endless }).success).toBe(
      false,
    );
  });

  it("defaults confirmPassword to the password in a JSON call", () => {
    const { confirmPassword: _1, agreeToTerms: _2, ...body } = person;
    expect(RegisterCallSchema.parse(body)).toEqual({ ...body, confirmPassword: body.password });
    expect(RegisterCallSchema.safeParse({ ...body, confirmPassword: "Other7777" }).success).toBe(false);
  });
});
