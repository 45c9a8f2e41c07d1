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

it("sets the direction of each text when texts are in several scripts", () => {
  const page = [...htmlEntry(entry)].join("");
  expect(page).toContain('<h3 dir="auto">شكر</h3>');
  expect(page).toMatch(/<(?:p|div) class="\w+" dir="auto">(?:<p>)?الحمد لله/);
  expect(page).toContain("<bdi>عيد &lt;الفصح&gt;</bdi>");
  expect(page).toContain("<bdi>يوحنا 1:1</bdi>");
  expect(page).toContain("Mood: <bdi>هادئ</bdi> · <bdi>#بيت</bdi> · <bdi>#home</bdi>");
});

it("isolates the direction of a name when it is in another script", () => {
  expect(htmlHead("2026-04-05", "نور & Co")).toContain("<bdi>نور &amp; Co</bdi></h1>");
});

it("places a picture at its placeholder, and below the text when it has no placeholder", () => {
  const content = { ...entry.content, body: "before\n\n[picture 2]\n\nafter" };
  const page = [...htmlEntry({ ...entry, content }, ["<img alt=1>", "<img alt=2>"])].join("");
  expect(page.replace(/\s+/g, " ")).toMatch(/before.*<img alt=2>.*after.*<img alt=1>/);
  expect(page).not.toContain("[picture");
});
