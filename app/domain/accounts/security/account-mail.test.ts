import { expect, it } from "vitest";
import { resetMail } from "./account-mail.server";

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
