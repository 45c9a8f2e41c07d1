import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { swordFiles, swordZip, wholeBook } from "#tests/factories/bible-module";
import { createMember } from "#tests/factories/user";
import { workedMs } from "#tests/support/main-thread";
import { makeZip } from "#tests/support/make-zip";
import PASSAGES from "~/content/passages.yaml";
import { savePrayerSettings } from "~/domain/accounts/settings/settings.server";
import { readHealth } from "~/domain/administration/health/health.server";
import { bookBySlug } from "~/domain/scripture/bible/bible-books";
import {
  chapterPage,
  chooseTranslation,
  resolveTypedReference,
} from "~/domain/scripture/bible/bible-pages.server";
import { searchBible } from "~/domain/scripture/bible/search-bible.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import {
  bibleProblems,
  biblesReady,
  scanBiblesFolder,
} from "~/domain/scripture/translations/bibles-folder.server";
import { MODULE_LIMITS } from "~/domain/scripture/translations/module-files.server";
import {
  defaultTranslation,
  findTranslation,
  translationIds,
} from "~/domain/scripture/translations/translation-registry.server";
import { env } from "~/platform/env.server";

const folder = path.join(env.DATA_DIR, "bibles");
const writeModule = (name: string, bytes: Buffer | string) => writeFileSync(path.join(folder, name), bytes);
/** Writes a sparse file. */
function writeSparse(name: string, size: number) {
  writeModule(name, "");
  truncateSync(path.join(folder, name), size);
}
async function installTranslation(name: string, module: Parameters<typeof swordZip>[0]) {
  writeModule(`${name}.zip`, swordZip(module));
  await scan();
  return findTranslation(name) ?? expect.fail();
}
async function scan() {
  scanBiblesFolder();
  await biblesReady();
}

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await scan();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verses = { John: { 15: { 4: "Bleibet in mir.", 5: "Ich bin der Weinstock." } } };

describe("an operator’s translation", () => {
  it("can be chosen, read and searched while its file exists", { tags: ["release"] }, async () => {
    await installTranslation("luther", { verses, conf: { Description: "Luther 1912", Lang: "de" } });
    expect(translationIds()).toEqual(["web", "kjv", "luther"]);
    expect(findPassage("John 15:4-5", "luther")).toMatchObject({
      translation: { id: "luther", name: "Luther 1912", language: "de", direction: "ltr" },
      verses: [{ text: "Bleibet in mir." }, { text: "Ich bin der Weinstock." }],
      lacking: null,
      address: "/bible/john/15?verse=4-5",
    });
    const { translation } = chooseTranslation("luther", "web");
    expect(searchBible(translation, "WEINSTOCK", {}).count).toBe(1);
    const member = await createMember();
    expect(await savePrayerSettings(member, { translation: "luther" })).toMatchObject({
      ok: true,
      member: { prayer: { translation: "luther" } },
    });
    expect((await readHealth()).translations).toContain("Luther 1912");

    rmSync(path.join(folder, "luther.zip"));
    await scan();
    expect(translationIds()).toEqual(["web", "kjv"]);
    expect(findPassage("John 15:4", "luther")).toMatchObject({
      translation: { id: "web" },
      lacking: "luther",
    });
    // The passage was read and cached while the file existed.
    expect(findPassage("John 15:4-5", "luther")).toMatchObject({ lacking: "luther" });
    expect(await savePrayerSettings(member, { translation: "luther" })).toMatchObject({ ok: false });
  });

  it(
    "falls back to the default translation for a missing passage, and says so",
    { tags: ["release"] },
    async () => {
      const part = await installTranslation("part", { verses });
      expect(findPassage("Psalm 23:1", "part")).toMatchObject({
        translation: { id: "web" },
        lacking: "A Tiny Bible",
        address: "/bible/psalms/23?verse=1&translation=web",
      });
      expect(resolveTypedReference("Ps 23", part, undefined).found).toBe("/bible/psalms/23?translation=web");
      for (const reference of Object.values(PASSAGES.seasons).flat())
        expect(findPassage(reference, "part")?.verses.length, reference).toBeGreaterThan(0);
    },
  );

  it("maps stored references to its own numbering of the psalms", async () => {
    const vulgate = await installTranslation("vulg", {
      verses: wholeBook("Vulg", "Ps"),
      versification: "Vulg",
    });
    const psalms = bookBySlug("psalms") ?? expect.fail();
    expect(findPassage("Psalm 23:1-2", "vulg")).toMatchObject({
      verses: [{ text: "Ps 22 verse 1" }, { text: "Ps 22 verse 2" }],
      address: "/bible/psalms/22?verse=1-2",
    });
    expect(findPassage("Psalm 10:1", "vulg")?.verses[0]?.text).toBe("Ps 9 verse 22");
    // A typed reference is in the translation's numbering; an entry stores the default one.
    expect(resolveTypedReference("Ps 22", vulgate, "vulg").found).toBe("/bible/psalms/22?translation=vulg");
    expect(chapterPage(vulgate, psalms, 22, "1-2")).toMatchObject({
      reference: "Psalm 23:1-2",
      chapters: [23],
    });
    expect(chapterPage(defaultTranslation(), psalms, 22, null)).toMatchObject({ reference: "Psalm 22" });
  });

  it("has books of its own, which are found from any translation", async () => {
    await installTranslation("deutero", { verses: wholeBook("KJVA", "Tob"), versification: "KJVA" });
    expect(findPassage("Tobit 4:2", "deutero")?.verses[0]?.text).toBe("Tob 4 verse 2");
    expect(findPassage("Tobit 4:2", "web")).toMatchObject({
      translation: { id: "deutero" },
      lacking: "World English Bible",
      address: "/bible/tobit/4?verse=2&translation=deutero",
    });
  });

  it("is converted once, and again when its file changes", { tags: ["release"] }, async () => {
    await installTranslation("once", { verses });
    const changed = swordZip({ verses: { John: { 15: { 4: "Abide in me." } } } });
    const writeChanged = () => {
      writeModule("once.zip", changed);
      utimesSync(path.join(folder, "once.zip"), new Date(2026, 1, 1), new Date(2026, 1, 1));
      return scan();
    };
    const cacheFiles = () =>
      readdirSync(path.join(env.DATA_DIR, "cache", "bibles")).filter((name) => name.startsWith("once"));
    const [first] = cacheFiles();
    await scan();
    expect(cacheFiles()).toEqual([first]);
    expect(findPassage("John 15:4", "once")?.verses[0]?.text).toBe("Bleibet in mir.");
    await writeChanged();
    expect(cacheFiles()).toHaveLength(1);
    expect(cacheFiles()).not.toEqual([first]);
    expect(findPassage("John 15:4", "once")?.verses[0]?.text).toBe("Abide in me.");
    // A truncated cache is converted again.
    const text = path.join(env.DATA_DIR, "cache", "bibles", cacheFiles()[0] ?? "");
    rmSync(path.join(folder, "once.zip"));
    await scan();
    writeFileSync(text, "Still and Know text 1\n");
    await writeChanged();
    expect(findPassage("John 15:4", "once")?.verses[0]?.text).toBe("Abide in me.");
  });

  it("reports a file that cannot be used and registers the others", { tags: ["release"] }, async () => {
    writeModule("broken.zip", "no zip");
    writeModule("web.zip", swordZip({ verses }));
    writeModule("a b.zip", swordZip({ verses }));
    writeModule("comment.zip", swordZip({ verses, conf: { ModDrv: "zCom" } }));
    writeModule("mars.zip", swordZip({ verses, versification: "Mars" }));
    // Each of these files exceeds a different limit and is not read.
    const claimedSize = MODULE_LIMITS.fileBytes + 1;
    writeModule("claims.zip", makeZip([{ name: "x/ot.bzz", data: "", claimedSize }]));
    writeSparse("huge.zip", MODULE_LIMITS.zipBytes + 1);
    mkdirSync(path.join(folder, "wide/x"), { recursive: true });
    writeSparse("wide/x/ot.bzz", claimedSize);
    writeModule("good.zip", swordZip({ verses }));
    mkdirSync(path.join(folder, "installed"));
    for (const { name, data } of swordFiles({ verses })) {
      mkdirSync(path.join(folder, "installed", path.dirname(name)), { recursive: true });
      writeModule(`installed/${name}`, data);
    }
    await scan();
    expect(translationIds()).toEqual(["web", "kjv", "good", "installed"]);
    const faults = new Map(bibleProblems().map(({ name, words }) => [name, words]));
    const refused = ["a b.zip", "broken.zip", "claims.zip", "comment.zip", "huge.zip", "mars.zip"];
    expect([...faults.keys()].sort()).toEqual([...refused, "web.zip", "wide"]);
    for (const name of ["claims.zip", "huge.zip", "wide"])
      expect(faults.get(name), name).toContain("larger than a Bible");
    expect(faults.get("mars.zip")).toContain("Mars");
    expect(faults.get("comment.zip")).toContain("zCom");
    const { checks } = await readHealth();
    expect(checks.filter(({ state }) => state === "look").map(({ what }) => what)).toContain("broken.zip");
    // A second scan uses the cached problems.
    const began = workedMs();
    scanBiblesFolder();
    expect(workedMs() - began).toBeLessThan(50);
    await biblesReady();
    expect(bibleProblems()).toHaveLength(8);
    expect(existsSync(path.join(folder, "broken.zip"))).toBe(true);
  });
});
