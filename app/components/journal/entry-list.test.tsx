import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EntryList } from "./entry-list";

it("reads as words where a browser has no styles: day, name, first words and tags are apart", () => {
  const entry = { id: "a", day: "Sunday 22", name: "Morning reflection", excerpt: "Bulbs.", tags: ["work"] };
  const html = renderToStaticMarkup(<EntryList entries={[{ ...entry, favourite: true }]} />);
  const text = html.replace(/<svg.*?<\/svg>/g, "").replace(/<[^>]+>/g, "");
  expect(text.replace(/\s+/g, " ")).toBe("Sunday 22 Favourite Morning reflection Bulbs. #work");
});
