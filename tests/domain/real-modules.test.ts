/** @module-tag release */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planReferences } from "~/domain/administration/statistics/scripture-stats.server";
import { bookByOsis } from "~/domain/scripture/bible/bible-books";
import { chaptersOf } from "~/domain/scripture/bible/bible-pages.server";
import { searchBible } from "~/domain/scripture/bible/search-bible.server";
import { COURSE_OF_SEASONS, COURSE_ORDINARY, COURSE_PSALMS } from "~/domain/scripture/passages/passage-plan";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import {
  bibleProblems,
  biblesReady,
  scanBiblesFolder,
} from "~/domain/scripture/translations/bibles-folder.server";
import { findTranslation, translationIds } from "~/domain/scripture/translations/translation-registry.server";
import { env } from "~/platform/env.server";

/**
 * Reads the modules of CrossWire that are installed (Debian: sword-text-web, sword-text-kjv, sword-text-sparv); skipped
 * without any.
 */
const SWORD = process.env.SWORD_PATH ?? "/usr/share/sword";
const confs = existsSync(path.join(SWORD, "mods.d"))
  ? readdirSync(path.join(SWORD, "mods.d")).filter((name) => name.endsWith(".conf"))
  : [];
const modules = confs.flatMap((conf) => {
  const text = readFileSync(path.join(SWORD, "mods.d", conf), "utf8");
  const [, place] = /^DataPath=\.\/(modules\/texts\/ztext\/[\w.-]+)/m.exec(text) ?? [];
  return place ? [{ name: conf.replace(/\.conf$/, ""), conf, place }] : [];
});
const folder = path.join(env.DATA_DIR, "bibles");

describe.skipIf(modules.length === 0)("modules installed on this machine", () => {
  beforeAll(async () => {
    for (const { name, conf, place } of modules) {
      mkdirSync(path.join(folder, name, "mods.d"), { recursive: true });
      cpSync(path.join(SWORD, "mods.d", conf), path.join(folder, name, "mods.d", conf));
      cpSync(path.join(SWORD, place), path.join(folder, name, place), { recursive: true });
    }
    scanBiblesFolder();
    await biblesReady();
  }, 400_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are all converted", () => {
    expect(bibleProblems()).toEqual([]);
    expect(translationIds()).toEqual(["web", "kjv", ...modules.map(({ name }) => name).sort()]);
  });

  it.each(modules)("$name has every passage of the plans, or falls back and says so", ({ name }) => {
    const own = findTranslation(name) ?? expect.fail();
    const all = new Set([
      ...planReferences(),
      ...COURSE_ORDINARY.flat(),
      ...Object.values(COURSE_OF_SEASONS).flat(),
      ...COURSE_PSALMS,
    ]);
    const left: string[] = [];
    for (const reference of all) {
      const passage = findPassage(reference, name);
      expect(passage?.verses.length, reference).toBeGreaterThan(0);
      if (passage?.translation.id === name) expect(passage.lacking, reference).toBeNull();
      else if (passage?.lacking === own.about.name) left.push(reference);
      else expect.fail(`${reference} is from another translation, and nothing says so`);
      // A passage has as many verses as in the default translation, give or take one.
      const ours = findPassage(reference)?.verses.length ?? 0;
      expect(Math.abs((passage?.verses.length ?? 0) - ours), reference).toBeLessThanOrEqual(1);
    }
    expect(left).toEqual([]);
    for (const { osis } of own.text.head.books)
      expect(chaptersOf(own, bookByOsis(osis) ?? expect.fail(osis)).length, osis).toBeGreaterThan(0);
    expect(searchBible(own, own.about.language === "es" ? "Jehová" : "God", {}).count).toBeGreaterThan(1_000);
  });
});
