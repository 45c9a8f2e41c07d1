import { expect, it } from "vitest";
import { epubBlock, epubLink, epubPicture, epubTitle } from "./write-epub.server";

it.each([
  ["the title and the name", epubTitle({ title: "יומן", name: "נועם", span: "2026" }), 2],
  ["a heading", epubBlock({ style: "title", text: "غفران" }), 1],
  ["the name of a day", epubBlock({ style: "date", text: "Sunday", margin: "عيد الفصح" }), 2],
  ["a verse", epubBlock({ style: "verse", text: "الله محبة" }), 1],
  ["a place in the contents", epubLink("part-1.xhtml", "a", "شكر"), 1],
  ["a picture and its words", epubPicture("picture-1.jpeg", "نهر"), 2],
])("sets the direction of %s of an EPUB automatically", (_what, html, times) => {
  expect(html.match(/ dir="auto"/g)).toHaveLength(times);
});
