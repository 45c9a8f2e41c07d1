import { expect, it, onTestFinished, vi } from "vitest";

/** Loads the module again, because it reads the settings when it is loaded. */
async function subjectWith(settings: Record<string, string>): Promise<string> {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  return (await import("./push.server")).vapidSubject();
}

const MAIL_FROM = "Still and Know <journal@example.org>";

it.each([
  [{ PUBLIC_ORIGIN: "https://journal.example.org", MAIL_FROM }, "https://journal.example.org"],
  [{ PUBLIC_ORIGIN: "https://journal.local", MAIL_FROM }, "mailto:journal@example.org"],
  [{ PUBLIC_ORIGIN: "https://192.168.1.20", MAIL_FROM }, "mailto:journal@example.org"],
  [{ PUBLIC_ORIGIN: "https://home.tail1234.ts.net", MAIL_FROM }, "mailto:journal@example.org"],
  [{ PUBLIC_ORIGIN: "", MAIL_FROM: "journal@example.org" }, "mailto:journal@example.org"],
  [{ PUBLIC_ORIGIN: "", MAIL_FROM: "", MAIL_CONTACT: "ann@example.org" }, "mailto:ann@example.org"],
  [{ PUBLIC_ORIGIN: "", MAIL_FROM: "", MAIL_CONTACT: "" }, "mailto:no-reply@localhost"],
])("names a reachable contact for %j", async (settings, subject) => {
  expect(await subjectWith(settings)).toBe(subject);
});
