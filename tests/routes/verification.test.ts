import { describe, expect, it } from "vitest";
import { UserModel } from "#models/user.server";
import { PASSWORD } from "#tests/factories/user";
import { answer, load, post } from "#tests/support/request";
import { claimMail, collectPendingMail } from "~/domain/reminders/mail/outbox.server";
import { env } from "~/platform/env.server";
import { action as registerAction } from "~/routes/auth/register/route";
import { action, loader } from "~/routes/auth/verify-email/route";

const email = "mara@example.test";
const cookieNamed = (answered: { headers: Headers }, name: string) =>
  answered.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .find((cookie) => cookie.startsWith(`${name}=`)) ?? "";

const register = async (address = email, username = "mara") => {
  const args = await post("/auth/register", {
    username,
    email: address,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    agreeToTerms: "on",
  });
  return cookieNamed(await answer(() => registerAction(args)), "registered");
};

/** Opens the mailed link with these cookies and submits its form. */
async function follow(...cookies: string[]) {
  while ((await collectPendingMail()) > 0);
  const mail = (await claimMail())?.mail.text ?? "";
  const [, query = ""] = /\/verify-email(\?token=\S+)/.exec(mail) ?? [];
  const link = cookieNamed(await load(loader, `/verify-email${query}`), "link-verify");
  const press = await post(
    "/verify-email",
    { intent: "verify" },
    { headers: { Cookie: [link, ...cookies].join("; ") } },
  );
  return answer(() => action(press));
}

describe("verification link", () => {
  it("signs in the registering browser once", async () => {
    const done = await follow(await register());
    expect(done.location).toBe("/dashboard");
    expect(cookieNamed(done, "sid")).not.toBe("");
    expect(done.headers.getSetCookie().join()).toMatch(/registered=;.*Max-Age=0/);
  });

  it("only verifies in another browser or one that registered another account", async () => {
    await register();
    const elsewhere = await follow();
    expect(elsewhere.location).toBe("/auth/login");
    expect(cookieNamed(elsewhere, "sid")).toBe("");
    const other = await register("other@example.test", "other");
    await register("third@example.test", "third");
    await follow();
    const wrong = await follow(other.replace(/.$/, (last) => (last === "A" ? "B" : "A")));
    expect(cookieNamed(wrong, "sid")).toBe("");
  });

  it.each([{ status: "locked" as const }, { sealing: {} }])(
    "does not sign in when another step is required: %o",
    async (change) => {
      const registered = await register();
      await UserModel.collection.updateOne({ email }, { $set: change });
      expect(cookieNamed(await follow(registered), "sid")).toBe("");
    },
  );

  it("sets the same cookie when the address has an account and this is not revealed", async () => {
    await register();
    env.ENUMERATION_SAFE = true;
    const mark = await register(email, "again");
    env.ENUMERATION_SAFE = false;
    expect(mark).not.toBe("");
    expect(await UserModel.countDocuments()).toBe(1);
  });
});
