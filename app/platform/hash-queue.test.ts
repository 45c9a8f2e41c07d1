import { describe, expect, it } from "vitest";
import { HashQueue, type HashPriority } from "./hash-queue";

const all = (queue: HashQueue<string>) => Array.from({ length: queue.length }, () => queue.next());
const at = (rank: HashPriority["rank"], network: string): HashPriority => ({ rank, network });

describe("the queue of password hashes", () => {
  it("lets known devices go first, then who signs in, and new accounts last", () => {
    const queue = new HashQueue<string>(10);
    queue.add("new", at("registration", "a"));
    queue.add("member", at("member", ""));
    queue.add("someone", at("sign-in", "b"));
    queue.add("new too", at("registration", "b"));
    queue.add("known", at("known device", "c"));
    expect(all(queue)).toEqual(["known", "someone", "member", "new", "new too"]);
  });

  it("lets two of a network wait by their rank, the others behind everyone else", () => {
    const queue = new HashQueue<string>(10);
    for (const n of [1, 2, 3, 4]) queue.add(`crowd ${n}`, at("sign-in", "crowd"));
    queue.add("new elsewhere", at("registration", "home"));
    queue.add("known in the crowd", at("known device", "crowd"));
    expect(all(queue)).toEqual([
      "known in the crowd",
      "crowd 1",
      "crowd 2",
      "new elsewhere",
      "crowd 3",
      "crowd 4",
    ]);
  });

  it("with ninety who register, lets a sign-in wait for nobody, and turns away who came last", () => {
    const queue = new HashQueue<string>(64);
    const refused = Array.from({ length: 90 }, (_, n) =>
      queue.add(`new ${n}`, at("registration", `net ${n}`)),
    );
    expect(refused.filter(Boolean)).toHaveLength(26);
    expect(queue.add("sign-in", at("sign-in", "net 1"))).toBe("new 63");
    expect(queue.next()).toBe("sign-in");
  });
});
