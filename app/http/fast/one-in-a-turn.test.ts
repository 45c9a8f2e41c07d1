import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { oneInATurn } from "./one-in-a-turn.server";

it("forms that come at once begin one in a turn, of each network in turn, whatever becomes of one", async () => {
  const begun: string[] = [];
  const send = (name: string, network: string) =>
    oneInATurn(network, async () => {
      begun.push(name);
      if (name === "many 2") throw new Error("away");
      return name;
    }).catch((error: Error) => error.message);
  const works = ["many 1", "many 2", "many 3", "many 4"].map((name) => send(name, "10.0.0"));
  expect(begun).toEqual(["many 1"]);
  works.push(send("few 1", "10.0.1"), send("few 2", "10.0.2"));
  await nextTurn();
  expect(begun).toEqual(["many 1", "many 2"]);
  // Who comes now has not waited, and is no earlier for it.
  works.push(send("late", "10.0.3"));
  expect(begun).toHaveLength(2);
  for (let turn = 3; turn <= 7; turn++) {
    await nextTurn();
    expect(begun).toHaveLength(turn);
  }
  expect(begun.slice(2)).toEqual(["few 1", "few 2", "many 3", "late", "many 4"]);
  expect(await Promise.all(works)).toEqual([
    ...["many 1", "away", "many 3", "many 4"],
    ...["few 1", "few 2", "late"],
  ]);
  await nextTurn();
  const after = send("after", "10.0.0");
  expect(begun.at(-1)).toBe("after");
  await after;
});
