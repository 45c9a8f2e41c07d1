import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { SkippedItems } from "~/domain/portability/parsed-upload";
import { Remarks } from "./remarks";

const nothing = {
  ...{ fileName: "journal.zip", sources: [], coming: 1, kinds: [], from: "", to: "", known: 0, inTrash: 0 },
  ...{ twice: 0, refused: 0, refusals: [], long: 0, drafts: 0, ownPrompts: 0, intentions: 0, threads: 0 },
  ...{ insights: 0, hasSettings: false },
};
const linesFor = (left: SkippedItems) =>
  [
    ...renderToStaticMarkup(
      <Remarks preview={{ ...nothing, pictures: left.pictures ?? 0, left }} />,
    ).matchAll(/<li>(.*?)<\/li>/g),
  ].map(([, line]) => line);

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
