import { expect } from "vitest";
import { addDays } from "~/domain/calendar/local-day";
import { readCursor } from "~/domain/journal/history/query";
import { searchHistory } from "~/domain/journal/history/search-history.server";
import type { Member } from "~/domain/member/member";

/** The ids of all entries that a search by the index finds. */
export async function findAll(member: Member, q: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchHistory(member, { q }, readCursor(cursor ?? null), { scanUpTo: 0 });
    expect(page.isVocabularyIncomplete).toBeUndefined();
    ids.push(...page.entries.map(({ id }) => id));
    cursor = page.older;
  } while (cursor && ids.length < 500);
  return ids;
}

/** Search terms; each occurs in one of two thousand entries. */
const LINES: Record<
  string,
  { title?: string; body?: string; tags?: string[]; mood?: string; answer?: string }
> = {
  prayed: { body: "We prayed under the lime trees." },
  praying: { body: "Praying came hard to me." },
  prayer: { title: "A prayer for Ruth" },
  prayers: { answer: "her prayers, every one" },
  pray: { body: "“Pray without ceasing”" },
  spray: { body: "The spray of the sea on the glass, an osprey above." },
  grace: { body: "Grace upon grace." },
  gracious: { body: "A gracious word at the door." },
  disgrace: { body: "Not a disgrace." },
  accents: { body: "Élan, naïveté, and a café in Besançon." },
  decomposed: { body: "E\u0301loge du cafe\u0301." },
  strasse: { body: "Auf der Straße nach Weißenburg." },
  shout: { body: "HOSANNA IN THE HIGHEST" },
  curly: { body: "I don’t know, and I won’t pretend." },
  straight: { body: "I don't mind the rain." },
  wellbeing: { body: "The well-being of the village." },
  verse: { body: "John 3:16 and 3:17, again." },
  greek: { body: "Ἐν ἀρχῇ ἦν ὁ λόγος" },
  dialogue: { body: "διάλογος" },
  hebrew: { body: "שָׁלוֹם עֲלֵיכֶם" },
  russian: { body: "Молитва утром, и тишина." },
  chinese: { body: "今天我祷告了,心里平安。" },
  swapped: { body: "告祷" },
  japanese: { body: "朝、静かに祈りました。" },
  tagged: { body: "Something small.", tags: ["Harvest moon", "günther"] },
  mood: { body: "Nothing much.", mood: "grateful-weary" },
  fear: { body: "The sea, and fear of it." },
  calm: { body: "The sea lay calm at evening." },
  phrase: { body: "Be still,\nand know that I am God." },
  phraseMixed: { body: "Know still and be." },
  sevenBooks: { body: "The seventh seal, seventy times seven." },
  single: { body: "Plan b was better." },
  soft: { body: "Com\u00adpas\u00adsion with a soft hyphen." },
  bidi: { body: "left \u202epraise\u202c right" },
  markdown: { body: "**Alleluia** and *Maranatha*" },
  emoji: { body: "Sun ☀️sunrise🙏thanksgiving" },
  underscore: { body: "snow_white and day2day" },
  polish: { body: "Łódź, święty spokój" },
  turkish: { body: "Işık ve İstanbul" },
  hindi: { body: "प्रार्थना सुबह" },
};

const FILLER =
  "river stone bread table window letter garden silence winter candle bench harbour lantern orchard".split(
    " ",
  );
const COUNT = 2_000;

/** Import file with two thousand entries. An entry with one of the `LINES` has its name in the id. */
export function searchedFile(): Buffer {
  const names = Object.keys(LINES);
  const entries = Array.from({ length: COUNT }, (_, n) => {
    const at = `${addDays("2026-11-20", -n)}T08:00:00Z`;
    const name = n % 50 === 7 ? names[(n - 7) / 50] : undefined;
    const own = name ? LINES[name] : undefined;
    const words = Array.from(
      { length: 12 },
      (_, w) => `${FILLER[(n + w * w) % FILLER.length]}${w % 5 ? "" : (n * 7 + w) % 400}`,
    );
    return {
      id: name ? `searched-${name}` : `filler-${n}`,
      forDate: addDays("2026-11-20", -n),
      createdAt: at,
      updatedAt: at,
      kind: own?.answer ? "habit" : "free",
      slot: own?.answer ? "morning" : "none",
      title: own?.title ?? "",
      body: own?.answer ? "" : [own?.body ?? "", words.join(" ")].join("\n"),
      tags: own?.tags ?? [],
      mood: own?.mood ?? "",
      ...(own?.answer && { answers: [{ key: "thanks", question: "unasked", text: own.answer }] }),
    };
  });
  return Buffer.from(JSON.stringify({ schema: "still-and-know/journal", version: 1, entries }));
}

/** Queries and the names of the `LINES` that each must find; it must find no others. */
export const QUERIES: [query: string, found: string][] = [
  ["pray", "prayed praying prayer prayers pray"],
  ["praye", "prayed prayer prayers"],
  ["prayer", "prayer prayers"],
  ["PRAYING", "praying"],
  ['"pray"', "pray"],
  ['"prayer"', "prayer"],
  ["pray -prayer", "prayed praying pray"],
  ["pray -praye", "praying pray"],
  ['pray -"prayer"', "prayed praying prayers pray"],
  ["spray", "spray"],
  ["osp", "spray"],
  ["grac", "grace gracious"],
  ["grace", "grace"],
  ["grace -gracious", "grace"],
  ["disgr", "disgrace"],
  ['"grace upon"', "grace"],
  ['"upon grace"', "grace"],
  ['"grace grace"', ""],
  ["elan", "accents"],
  ["Élan", "accents"],
  ["naiv", "accents"],
  ["cafe", "accents decomposed"],
  ["café", "accents decomposed"],
  ["eloge", "decomposed"],
  ["besanc", "accents"],
  ["strasse", "strasse"],
  ["Straße", "strasse"],
  ["weissen", "strasse"],
  ["weißen", "strasse"],
  ["hosanna", "shout"],
  ['"in the highest"', "shout"],
  ["don't", "curly straight"],
  ["don’t", "curly straight"],
  ["don't -pretend", "straight"],
  ["“don’t know”", "curly"],
  ["won't", "curly"],
  ["well-being", "wellbeing"],
  ["well-be", "wellbeing"],
  ["wellbeing", ""],
  ["being", "wellbeing"],
  ["3:16", "verse"],
  ["3:1", ""],
  ["john", "verse"],
  ["λόγος", "greek"],
  ["λογ", "greek"],
  ["αρχη", "greek"],
  ["διαλ", "dialogue"],
  ["שלום", "hebrew"],
  ["שלו", "hebrew"],
  ["עליכם", "hebrew"],
  ["молит", "russian"],
  ["МОЛИТВА", "russian"],
  ["тиш", "russian"],
  ["祷告", "chinese"],
  ["告祷", "swapped"],
  ["祷", "chinese swapped"],
  ["我祷告了", "chinese"],
  ["祈り", "japanese"],
  ["静か 祈り", "japanese"],
  ["harvest", "tagged"],
  ['"harvest moon"', "tagged"],
  ["gunth", "tagged"],
  ["grateful", "mood"],
  ["weary", "mood"],
  ["sea", "spray fear calm sevenBooks"],
  ["the sea -seal", "spray fear calm"],
  ["sea -fear -spray -seal", "calm"],
  ['"the sea lay"', "calm"],
  ['"be still and know"', "phrase"],
  ["be still and know", "phrase phraseMixed"],
  ["still know -god", "phraseMixed"],
  ["sevent", "sevenBooks"],
  ["plan b", "single"],
  ["compassion", "soft"],
  ["\u202epraise", "bidi"],
  ["alleluia maran", "markdown"],
  ["sunr thanksg", "emoji"],
  ["white", "underscore"],
  ["lodz swiety", "polish"],
  ["istan", "turkish"],
  ["प्रार्थ", "hindi"],
  ["unasked", ""],
  ["(a+)+$ .*", ""],
  ["%", ""],
];
