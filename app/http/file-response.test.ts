import { expect, it } from "vitest";
import { parseRange } from "./file-response.server";

it.each([
  [null, "whole"],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=100-", null],
  ["bytes=-0", null],
  ["bytes=20-10", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["lines=1-2", "whole"],
  ["bytes=99999999999999999999-", "whole"],
])("parses the range %s", (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});
