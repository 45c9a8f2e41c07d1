import { expect, it } from "vitest";
import { foreignEntryDefaults } from "./foreign-entry";
import { htmlEntry, htmlHead } from "./html-page.server";

const entry = foreignEntryDefaults({
  forDate: "2026-04-05",
  timezone: "UTC",
  createdAt: new Date("2026-04-05T08:00:00Z"),
  dayName: "عيد <الفصح>",
  passageRef: "يوحنا 1:1",
  content: { title: "شكر", body: "الحمد لله", answers: [], mood: "هادئ", tags: ["بيت", "home"] },
});

it("sets the direction of each exported text automatically", () => {
  const page = [...htmlEntry(entry)].join("");
  expect(page).toContain('<h3 dir="auto">شكر</h3>');
  expect(page).toMatch(/<(?:p|div) class="\w+" dir="auto">(?:<p>)?الحمد لله/);
  expect(page).toContain("<bdi>عيد &lt;الفصح&gt;</bdi>");
  expect(page).toContain("<bdi>يوحنا 1:1</bdi>");
  expect(page).toContain("Mood: <bdi>هادئ</bdi> · <bdi>#بيت</bdi> · <bdi>#home</bdi>");
});

it("isolates a name in another script", () => {
  expect(htmlHead("2026-04-05", "نور & Co")).toContain("<bdi>نور &amp; Co</bdi></h1>");
});
