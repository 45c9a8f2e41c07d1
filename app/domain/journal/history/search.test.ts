import { describe, expect, it } from "vitest";
import { workedMs } from "#tests/support/main-thread";
import fc from "#tests/support/properties";
import { countWords, foldText, locateWords, tokenize } from "~/i18n/tokenizer";
import { bestSnippet, isEmptySearch, isMatch, parseSearch } from "./search";

const finds = (text: string, query: string) => {
  const search = parseSearch(query);
  return !isEmptySearch(search) && isMatch(text, search);
};

describe("words", () => {
  it.each([
    ["Grace, grace; GRACE!", ["grace", "grace", "grace"]],
    ["Élan e\u0301lan İstanbul", ["elan", "elan", "istanbul"]],
    ["Straße STRASSE ßtill", ["strasse", "strasse", "sstill"]],
    ["God's don’t", ["god", "s", "don", "t"]],
    ["λόγος ΛΟΓΟΣ", ["λογοσ", "λογοσ"]],
    ["שָׁלוֹם", ["שלום"]],
    ["祷告 word", ["祷", "告", "word"]],
    ["一2三 か\u3099", ["一", "2", "三", "が"]],
    ["प्रार्थना", ["प्रार्थना"]],
    ["🙏 — … ❤\ufe0f", []],
    ["ขอบคุณพระเจ้า", [..."ขอบคุณพระเจ้า"]],
    ["ພຣະເຈົ້າ", [..."ພຣະເຈົ້າ"]],
    ["ព្រះ\u200bជា។ម្ចាស់", [..."ព្រះជាម្ចាស់"]],
    ["ဘုရားသခင်။", [..."ဘုရားသခင်"]],
    ["เกรซ grace3:16ก", ["เ", "ก", "ร", "ซ", "grace3", "16", "ก"]],
    ["メール", ["メ", "ー", "ル"]],
    ["كـتـاب كِتَابٌ كتاب", ["كتاب", "كتاب", "كتاب"]],
    ["أَحمد إيمان آمين ٱلله", ["احمد", "ايمان", "امين", "الله"]],
    ["رحمة رحمه على علي ﺳﻼﻡ", ["رحمه", "رحمه", "علي", "علي", "سلام"]],
    ["می‌روم میروم کتاب كتاب یار يار", ["ميروم", "ميروم", "كتاب", "كتاب", "يار", "يار"]],
    ["۱۲ ١٢ 12", ["12", "12", "12"]],
    ["יְרוּשָׁלַ͏ִם יִשְׂרָאֵל־אָב", ["ירושלם", "ישראל", "אב"]],
    ["\ufb2aלו\ufb4fim", ["שלואלim"]],
    ["ܫܠܳܡܳܐ", ["ܫܠܡܐ"]],
    ["അവൻ അവന്\u200d", ["അവന്", "അവന്"]],
    ["Gemein\u00adschaft", ["gemeinschaft"]],
    ["ﬁnd ﬀ", ["find", "ff"]],
    ["3:16 day_one", ["3", "16", "day", "one"]],
  ])("are parsed from %j", (text, words) => {
    expect(tokenize(text)).toEqual(words);
  });
});

const term = (words: string, begins: boolean) => ({ words: words.split(" "), begins });

describe("search field", () => {
  it.each([
    ["pray", [term("pray", true)], []],
    ["Pray pray", [term("pray", true)], []],
    ["a friend", [term("a", false), term("friend", true)], []],
    ['"In the  Morning" rain', [term("in the morning", false), term("rain", true)], []],
    ["“curly quotes”", [term("curly quotes", false)], []],
    ["«so» „so“", [term("so", false)], []],
    ['"not closed', [term("not closed", false)], []],
    [
      "rain -fear −worry –war",
      [term("rain", true)],
      [term("fear", true), term("worry", true), term("war", true)],
    ],
    ['-"of little faith"', [], [term("of little faith", false)]],
    ["well-being", [term("well being", true)], []],
    ["don’t", [term("don t", false)], []],
    ["3:16", [term("3 16", true)], []],
    ["祷告", [term("祷 告", false)], []],
    ["祷 告", [term("祷", false), term("告", false)], []],
    ["พระ", [term("พ ร ะ", false)], []],
    ["พระ -ฝน", [term("พ ร ะ", false)], [term("ฝ น", false)]],
    ["می‌رو", [term("ميرو", true)], []],
    ["\u202epray\u202c", [term("pray", true)], []],
    ['- " " -- rain', [term("rain", true)], []],
    ['"a"', [term("a", false)], []],
    ["(a+)+$ grace", [term("a", false), term("grace", true)], []],
  ])("parses %j", (query, terms, without) => {
    expect(parseSearch(query)).toEqual({ terms, without });
  });

  it.each([
    ["", "Please type a word to look for."],
    ['""', "Please type a word to look for."],
    ["%", "Please type a word to look for."],
    [".*", "Please type a word to look for."],
    ["\ud800 -", "Please type a word to look for."],
    ["p", "Please type at least two letters."],
    ["ß", null],
    ["祷", null],
    ["เพราะว่าพระเจ้าทรงรักโลกจนได้ทรงประทานพระบุตรองค์เดียวของพระองค์", null],
    ["a".repeat(6_000), "That was long: only the beginning of it was looked for."],
    [
      Array.from({ length: 300 }, (_, n) => `w${n}`).join(" "),
      "That was long: only the beginning of it was looked for.",
    ],
  ])("reports an empty or truncated search, %#", (query, note) => {
    const search = parseSearch(query);
    expect(search.note ?? null).toBe(note);
    const counts = [...search.terms, ...search.without].map(({ words }) => countWords(words));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(25);
  });
});

describe("match", () => {
  it.each([
    [
      "pray",
      ["pray", "prayed", "Praying.", "my PRAYER", "(prayers)", "“pray”"],
      ["spray", "osprey", "pra y"],
    ],
    ["grac", ["gracious", "Gràce"], ["disgrace", "𝒜grace"]],
    ['"pray"', ["we pray."], ["prayed"]],
    ['"of the sea"', ["Ruler of\nthe sea!"], ["the sea of", "of the seas", "of all the sea"]],
    ["sea -storm", ["the sea"], ["the sea, a storm", "storms at sea"]],
    ["strass", ["Straße", "STRASSE"], ["stras"]],
    ["don't", ["Don’t worry"], ["Don, so it is to", "don told"]],
    ["well-be", ["well-being", "well, being"], ["well", "being well"]],
    ["λογ", ["ΛΌΓΟΣ"], ["διάλογος"]],
    ["שלו", ["שָׁלוֹם"], ["של"]],
    ["молит", ["Молитва"], ["умолит"]],
    ["祷告", ["我祷告。", "祷 告"], ["告祷", "祷不告"]],
    ["祈り", ["お祈りします"], ["祈るり"]],
    ["พระเจ้า", ["ขอบคุณพระเจ้าครับ", "พระ เจ้า"], ["เจ้าพระ", "พระ"]],
    ["เจ", ["พระเจ้า"], ["จเ"]],
    ["พระเจ้า -ฝน", ["พระเจ้า"], ["พระเจ้าประทานฝนให้"]],
    ['"ได้ทรงประทาน"', ["จนได้ทรงประทานพระบุตร"], ["ประทานได้ทรง"]],
    ["ເຈົ້າ", ["ຂອບໃຈພຣະເຈົ້າ"], ["ຂອບໃຈ"]],
    ["ព្រះ", ["អរព្រះគុណ", "អរ\u200bព្រះ\u200bគុណ"], ["អរគុណ"]],
    ["ဘုရား", ["ကျေးဇူးတော်ဘုရားသခင်"], ["ကျေးဇူး"]],
    ["كتاب", ["الـكتاب كـــتاب", "كِتَابُهُ"], ["مكتاب"]],
    ["كِتاب", ["كتاب", "كـتاب"], ["باب"]],
    ["می‌روم", ["میروم", "می‌روم", "ميروم"], ["می روم", "نمی‌روم"]],
    ["میرو", ["می‌روم"], ["روم"]],
    ["کتاب", ["كتاب‌ها", "کتابها"], ["مکتاب"]],
    ['"امروز می‌روم"', ["من امروز میروم"], ["میروم امروز"]],
    ["שלום -רוח", ["שָׁלוֹם עֲלֵיכֶם"], ["שָׁלוֹם רֽוּחַ"]],
  ])("finds prefixes and phrases of %s, without excluded terms", (query, found, passedOver) => {
    expect(found.filter((text) => !finds(text, query))).toEqual([]);
    expect(passedOver.filter((text) => finds(text, query))).toEqual([]);
  });

  const texts = fc.string({
    unit: fc.constantFrom(
      ..."aéÀe\u0301ßsσς かが祷告,. \n'-\"_3𝒜İıüUพะิកتـَىﻻ\u200c\u200b\u00adשָ\u0d28\u0d4d\u200d\u0d7b۳",
    ),
    maxLength: 40,
  });

  it("agrees with a naive comparison of word lists on random texts", () => {
    fc.assert(
      fc.property(texts, texts, (text, query) => {
        const search = parseSearch(query);
        const written = tokenize(text);
        const has = ({ words, begins }: (typeof search.terms)[number]) =>
          written.some((_, at) =>
            words.every((word, n) => {
              const other = written[at + n] ?? "";
              return begins && n === words.length - 1 ? other.startsWith(word) : other === word;
            }),
          );
        expect(isMatch(text, search)).toBe(search.terms.every(has) && !search.without.some(has));
      }),
      { numRuns: 3000 },
    );
  });

  it("locates the same words in a text as the tokeniser", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const line = text.normalize("NFC");
        expect(locateWords(line).map(({ word }) => word)).toEqual(tokenize(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("finds every word by its prefix and shows a line with it", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const word of tokenize(text)) {
          const search = { terms: [{ words: [word], begins: true }], without: [] };
          expect(isMatch(text, search)).toBe(true);
          const pieces = bestSnippet([text], search);
          const hits = pieces.filter(({ hit }) => hit).map((piece) => foldText(piece.text));
          expect(hits.some((hit) => hit.startsWith(word))).toBe(true);
          expect(pieces.map((piece) => piece.text).join("").length).toBeLessThan(500);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

/** A snippet with its matches in brackets. */
const bracketHits = (pieces: ReturnType<typeof bestSnippet>) =>
  pieces.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("");

describe("snippet", () => {
  it("is the line with the most terms", () => {
    const text = "Rain in the morning.\nIn the evening grace and rain.\nGrace.";
    expect(bracketHits(bestSnippet([text], parseSearch("gra rai")))).toBe(
      "In the evening [grace] and [rain].",
    );
    expect(bracketHits(bestSnippet([text], parseSearch('"grace and rain"')))).toBe(
      "In the evening [grace and rain].",
    );
  });

  it("shows the words of a phrase that spans two lines", () => {
    const pieces = bestSnippet(["We came home\nand slept"], parseSearch('"home and"'));
    expect(bracketHits(pieces)).toBe("We came [home]");
  });

  it.each([
    ["ขอบคุณพระเจ้าครับ", "พระเจ", ["พระเจ้"]],
    ["من می‌روم و میروم", "میروم", ["می‌روم", "میروم"]],
    ["ذلك الكِتَابـُ جديد", "الكتاب", ["الكِتَابـُ"]],
    ["ဘုရားသခင် ဘုရား", "ဘုရား", ["ဘုရား", "ဘုရား"]],
    ["בְּרֵאשִׁית בָּרָא", "ברא", ["בְּרֵאשִׁית", "בָּרָא"]],
  ])("marks in %j the matches of %j, in whole characters", (text, query, hits) => {
    const pieces = bestSnippet([text], parseSearch(query));
    expect(pieces.map((piece) => piece.text).join("")).toBe(text.normalize("NFC"));
    expect(pieces.filter(({ hit }) => hit).map((piece) => piece.text)).toEqual(
      hits.map((hit) => hit.normalize("NFC")),
    );
  });

  it("is not cut between a letter and its combining marks", () => {
    const pieces = bestSnippet([`${"ที่".repeat(99)}พระเจ้า${"ที่".repeat(99)}`], parseSearch("พระ"));
    const text = pieces.map((piece) => piece.text).join("");
    expect(text).toMatch(/^…ที่/);
    expect(text).toMatch(/ที่…$/);
  });

  it("is cut around the match in a long line", () => {
    const line = `${"before ".repeat(50)}Zebulon${" after".repeat(100)}`;
    const pieces = bestSnippet([line], parseSearch("zebul"));
    expect(pieces.map(({ hit }) => hit)).toEqual([false, false, true, false]);
    const text = pieces.map((piece) => piece.text).join("");
    expect(text).toMatch(/^…before .*Zebulon after.*…$/);
    expect(text.length).toBeLessThan(200);
  });

  it("takes linear time for hostile text", { tags: ["release"] }, () => {
    const started = workedMs();
    const slow = `${"a".repeat(10_000)} ${"é".repeat(10_000)} ${"a ,".repeat(5_000)}`;
    for (const query of ["(a+)+$", "a".repeat(10_000), ".*", "a a a a a a", '"a a a a a b"', "a,b"])
      finds(slow, query);
    const unspaced = "ก".repeat(99_000);
    const query = `${"ก".repeat(150)}ข`;
    for (const text of [unspaced, `${unspaced}ข`]) finds(text, query);
    bestSnippet([unspaced], parseSearch(query));
    expect(workedMs() - started).toBeLessThan(1_000);
  });
});
