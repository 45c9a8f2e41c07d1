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
  ])("%j is rejected at %s: %s", (value, field, message) => {
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
  ])("%j is rejected at %s: %s", (change, field, message) => {
    expect(messages(RegisterSchema, { ...person, ...change })).toEqual({ [field]: [message] });
  });

  it("reports differing passwords even when another field is invalid", () => {
    expect(messages(RegisterSchema, { ...person, username: "ab", confirmPassword: "other" })).toEqual({
      username: ["Username must be at least 3 characters long"],
      confirmPassword: ["Passwords do not match"],
    });
  });

  it("accepts passwords of up to 1024 bytes", () => {
    const isAccepted = (password: string) =>
      RegisterSchema.safeParse({ ...person, ...twice(password) }).success;
    expect(isAccepted(`A7${"🕊".repeat(64)}`)).toBe(true);
    expect(isAccepted(`A7${"x".repeat(1023)}`)).toBe(false);
  });

  it("defaults confirmPassword to the password in a JSON call", () => {
    const { confirmPassword: _1, agreeToTerms: _2, ...body } = person;
    expect(RegisterCallSchema.parse(body)).toEqual({ ...body, confirmPassword: body.password });
    expect(RegisterCallSchema.safeParse({ ...body, confirmPassword: "Other7777" }).success).toBe(false);
  });
});
