import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "../../scripts/prepare.mjs";
import { emptySettings } from "../../scripts/server.mjs";
import { hiddenIn } from "../visitor.mjs";

/** The administrator's commands, beside a running house, two at once, killed, and with what is old. */

async function entryOf(person, body) {
  const hidden = hiddenIn((await person.go("/journal/free")).text, 'name="body"') ?? [];
  const fields = new URLSearchParams([...hidden, ["body", body], ["intent", "finish"]]);
  const { location } = await person.post("/journal/free", fields);
  if (!location?.includes("/journal/entries/")) throw new Error("An entry could not be written.");
  return location.split("?")[0];
}

const reads = async (person, place, body) => (await person.go(place)).text.includes(body);

/** Starts a command and kills it as soon as that is there, or lets it end when it was too fast. */
async function killedWhen(isThere, house, ...args) {
  const env = { ...process.env, ...emptySettings(), ...house.settings, NODE_ENV: "production" };
  const child = spawn(process.execPath, [path.join(root, "build/commands/main.js"), ...args], {
    env,
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (child.exitCode === null && !isThere()) await delay(1);
  child.kill("SIGKILL");
  await ended;
}

/** Files in the data folder that a backup left behind, in the clear or half written. */
function leftovers(dataDir) {
  return readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => /\.tmp(?:-journal)?$|dump\.sqlite|incoming/.test(name));
}

export const ON_KEYS = [
  {
    name: "restore beside a running house",
    limit: "refused, and everything is there",
    waitMs: 1_000,
    async run(house) {
      const person = await house.person();
      const backup = path.join(house.dataDir, "beside.backup");
      const made = await house.command("backup", backup);
      if (!made.went) throw new Error(made.said);
      const place = await entryOf(person, "written after the backup");
      const { went, said } = await house.command("restore", backup);
      const isThere = await reads(person, place, "written after the backup");
      const isSaid = said.includes("Nothing was changed");
      return {
        came: `${went ? "done" : "refused"}, ${isSaid ? "says so" : said.trim().slice(-120)}, ${isThere ? "all there" : "lost"}`,
        holds: !went && isSaid && isThere,
      };
    },
  },
  {
    name: "an older backup",
    limit: "ends the sessions that it brings back",
    waitMs: null,
    async run(house) {
      if (!house.isEmbedded) return { came: "left out: a database elsewhere is not emptied", holds: true };
      const person = await house.person();
      await entryOf(person, "older");
      const backup = path.join(house.dataDir, "older.backup");
      await house.command("backup", backup);
      await house.stop();
      const { went, said } = await house.command("restore", backup);
      await house.start();
      const { status, location } = await person.go("/dashboard");
      return {
        came: `${went ? "restored" : said.trim().slice(-120)}; ${status} ${location ?? ""}`,
        holds: went && status === 302,
      };
    },
  },
  {
    name: "two rotations of the keys at once",
    limit: "three rounds, every journal opens, after a start too",
    waitMs: null,
    async run(house) {
      if (!house.isEmbedded) return { came: "left out: the keys are settings", holds: true };
      const people = [await house.person(), await house.person()];
      const places = await Promise.all(people.map((person, at) => entryOf(person, `kept ${at}`)));
      const went = [];
      for (let round = 0; round < 3; round++) {
        const both = [house.command("keys:rotate"), house.command("keys:rotate")];
        for (const result of await Promise.all(both)) went.push(result.went ? "done" : "refused");
      }
      const open = () => Promise.all(people.map((person, at) => reads(person, places[at], `kept ${at}`)));
      const before = await open();
      await house.stop();
      await house.start();
      const after = await open();
      return {
        came: `${went.join(", ")}; ${before.filter(Boolean).length} of 2 open, ${after.filter(Boolean).length} after a start`,
        holds: [...before, ...after].every(Boolean),
      };
    },
  },
  {
    name: "a backup that is killed",
    limit: "after the next command no copy in the clear, no half of a file",
    waitMs: 1_000,
    async run(house) {
      if (!house.isEmbedded) return { came: "left out: the database is elsewhere", holds: true };
      const isLeft = () => leftovers(house.dataDir).length > 0;
      for (let nth = 0; nth < 10 && !isLeft(); nth++)
        await killedWhen(isLeft, house, "backup", path.join(house.dataDir, `killed-${nth}.backup`));
      const left = leftovers(house.dataDir).length;
      await house.command("audit:verify");
      const after = leftovers(house.dataDir);
      return {
        came: `${left} left, then ${after.length} ${after.slice(0, 3).join(" ")}`.trim(),
        // Where nothing was left the command was too fast each time: that proves nothing.
        holds: left > 0 && after.length === 0,
      };
    },
  },
];
