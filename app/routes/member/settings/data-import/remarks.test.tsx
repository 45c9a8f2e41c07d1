import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ImportPreview } from "~/domain/portability/import-preview";
import type { SkippedItems } from "~/domain/portability/parsed-upload";
import { Remarks } from "./remarks";

const nothing = {
  ...{ fileName: "journal.zip", sources: [], coming: 1, kinds: [], from: "", to: "", known: 0, inTrash: 0 },
  ...{ twice: 0, refused: 0, refusals: [], long: 0, drafts: 0, ownPrompts: 0, intentions: 0, threads: 0 },
  ...{ insights: 0, hasSettings: false },
};
const linesFor = (left: SkippedItems, more: Partial<ImportPreview> = {}, withDetails = false) => {
  const shown = { ...nothing, pictures: left.pictures ?? 0, left, ...more };
  const page = renderToStaticMarkup(<Remarks preview={shown} withDetails={withDetails} />);
  return [...page.matchAll(/<li>(.*?)<\/li>/g)].map(([, line]) => line);
};

it("names each kind of content that is left out", () => {
  expect(linesFor({ videos: 1, recordings: 1 })).toEqual([
    "1 video is left out.",
    "1 recording is left out.",
  ]);
  expect(linesFor({ pictures: 1, videos: 2, recordings: 3, files: 1 })).toEqual([
    "1 picture is left out.",
    "2 videos are left out.",
    "3 recordings are left out.",
    "1 other attachment is left out.",
  ]);
  expect(linesFor({ comments: 2, locked: 1 })).toEqual([
    "2 comments are left out.",
    "1 encrypted passage is left out.",
  ]);
  expect(linesFor({})).toEqual([]);
});

it("omits the places, weather and music that are imported as a line of text", () => {
  const left = { places: 3, weather: 1, music: 1, moods: 2 };
  const details = { entries: 1, alone: 0, example: "Place: Norham" };
  const kept = { places: 1, weather: 1, music: 1 };
  const line = "Moods, places, weather and music are a line of text in their entries.";
  const moods = "2 moods that are numbers are left out: moods are words here.";
  expect(linesFor(left, { details, kept }, true)).toEqual(["2 places are left out.", moods, line]);
  expect(linesFor(left, { details, kept })).toEqual([
    "3 places are left out.",
    "The weather of 1 entry is left out.",
    "The music of 1 entry is left out.",
    moods,
  ]);
  // Without `kept`, as in an import that an earlier version has started.
  expect(linesFor(left, { details }, true)).toEqual([line]);
});
