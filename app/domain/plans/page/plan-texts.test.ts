import { expect, it } from "vitest";
import { PLAN_NAMES } from "~/domain/scripture/passages/passage-plan";
import { TIER_TABLE } from "./plan-texts";

it("counts the books to read through and names books in course separately", () => {
  const books = Object.values(PLAN_NAMES).filter((name) => name.startsWith("Through ")).length;
  expect(TIER_TABLE.find(({ name }) => name === "Reading plans")?.cells).toEqual({
    free: "The season",
    tier1: `The season, and ${books} books`,
    tier2: `The season, ${books} books, and whole books in order, with the Psalms`,
  });
});
