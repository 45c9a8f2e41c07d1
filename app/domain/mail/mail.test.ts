import { describe, expect, it } from "vitest";
import { nextTry } from "./retry";
import { renderMail } from "./templates";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

describe("trying again", () => {
  it("waits ten seconds, doubling to an hour, with jitter, and gives up after a day", () => {
    const waits = [1, 2, 3, 9, 10, 30].map(
      (tries) => ((nextTry(tries, at(0), at(0), 0)?.getTime() ?? 0) - at(0).getTime()) / 1000,
    );
    expect(waits).toEqual([10, 20, 40, 2560, 3600, 3600]);
    expect(nextTry(1, at(0), at(0), 0.999)?.getTime()).toBeLessThanOrEqual(at(12).getTime());
    expect(nextTry(40, at(0), at(24 * 3600), 0)).toBeNull();
  });
});

describe("mails", () => {
  it("carry a link to the public address, in both parts", () => {
    const mail = renderMail(
      { kind: "verify-email", to: "a@example.test", secret: "s-1" },
      "https://journal.example.org",
    );
    for (const part of [mail.text, mail.html])
      expect(part).toContain("https://journal.example.org/verify-email?token=s-1");
  });
});
