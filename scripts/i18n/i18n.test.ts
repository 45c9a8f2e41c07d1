import { describe, expect, it } from "vitest";
import { findMessages } from "./find.mjs";
import { categoriesOf, languageFrom, problemsOf, read, write } from "./po.mjs";
import { translate } from "./translate.mjs";
import { findUnmarked } from "./unmarked.mjs";

const HEAD = `import { t, tc, tn } from "~/i18n/t";\nimport { Trans } from "~/i18n/trans";\n`;
const find = (source: string) => findMessages("page.tsx", HEAD + source);
const ids = (source: string) => find(source).messages.map(({ id }) => id);

type Entry = Parameters<typeof write>[0] extends Map<string, infer One> ? One : never;
const entriesOf = (source: string) =>
  new Map<string, Entry>(
    find(source).messages.map(({ id, plural, context }) => [
      id,
      { id, plural, context, files: new Set(["page.tsx"]), tags: [] },
    ]),
  );

describe("finding messages", () => {
  it("reads each way of marking them", () => {
    const { messages, problems } = find(
      `t("Sign in"); t(\`On {day}\`, { day }); tn("{count} entry", "{count} entries", 2); tc("door", "Open");`,
    );
    expect(problems).toEqual([]);
    expect(messages.map(({ id, plural, context }) => [id, plural, context])).toEqual([
      ["Sign in", undefined, undefined],
      ["On {day}", undefined, undefined],
      ["{count} entry", "{count} entries", undefined],
      ["Open", undefined, "door"],
    ]);
  });

  it("gives a sentence with markup the numbers of its tags and the names of its values", () => {
    expect(
      ids(`<Trans>
        New here? <Link to="/register">Create an{" "}
        <b>account</b></Link>, {viewer.name}, by {day}<br />.
      </Trans>`),
    ).toEqual(["New here? <0>Create an <1>account</1></0>, {name}, by {day}<2/>."]);
  });

  it.each([
    ["t(title)", "is marked and is no literal"],
    ['t("a" + b)', "is marked and is no literal"],
    ["<Trans>{names.join()}</Trans>", "holds {names.join()}: give it a name first"],
    ["<Trans>this &amp; that</Trans>", "holds an entity: write the character"],
    ["<Trans><>this</></Trans>", "holds what no translator can move"],
  ])("%s is a problem", (source, problem) => {
    expect(find(source).problems).toEqual([`page.tsx:3 ${problem}`]);
  });

  it("leaves alone what only looks like a mark", () => {
    expect(findMessages("page.tsx", "const t = (id: string) => id; t(word);").problems).toEqual([]);
  });
});

describe("words without a mark", () => {
  const unmarked = (source: string) => {
    const { sourceFile } = find(source);
    return findUnmarked(sourceFile).map((line) => line.replace(/^\S+ /, ""));
  };

  it.each([
    ["<p>Sign in</p>", "Sign in"],
    ['<p>{open ? "Shut" : t("Open")}</p>', "Shut"],
    ['<Field label="Email" />', "Email"],
    ["<Field hint={`at least ${least} characters`} />", "at least … characters"],
    ['const page = { title: "Settings" };', "Settings"],
    ['refuse("Please try again.");', "Please try again."],
  ])("%s is found", (source, words) => {
    expect(unmarked(source)).toEqual([words]);
  });

  it.each([
    '<p>{t("Sign in")}</p>',
    "<p><Trans>Read the <b>terms</b> first.</Trans></p>",
    '<Field className="mt-3" name="email" />',
    'throw new Error("There is no such entry.");',
    'type Door = "Front door";',
    '<p>{kind === "free" && t("Free")}</p>',
  ])("%s is well", (source) => {
    expect(unmarked(source)).toEqual([]);
  });
});

describe("a module in another language", () => {
  const into = (language: string, said: Record<string, string[]>, source: string) =>
    translate("page.tsx", HEAD + source, {
      language,
      categories: categoriesOf(language),
      say: (id: string, context?: string) => said[context ? `${context}: ${id}` : id],
    })?.code.slice(HEAD.length);

  it("says its messages, and in English those that have none", () => {
    const said = { "On {day}": ["Am {day}"], "door: Open": ["Auf"] };
    expect(into("de", said, `t("On {day}", { day }); tc("door", "Open"); t("Shut")`)).toBe(
      `t("Am {day}", { day }); tc("door", "Auf"); t("Shut")`,
    );
  });

  it("has all forms of its numbers", () => {
    const said = { "{count} entry": ["{count} wpis", "{count} wpisy", "{count} wpisów"] };
    expect(into("pl", said, `tn("{count} entry", "{count} entries", n)`)).toBe(
      `tn({"one":"{count} wpis","few":"{count} wpisy","many":"{count} wpisów"}, "{count} wpisów", n)`,
    );
  });

  it("moves tags and values to where they belong", () => {
    const source = `<Trans>On {page.day} <a title={t("Read")} href="/b">it</a> will be <b>gone</b>.</Trans>`;
    const said = {
      "On {day} <0>it</0> will be <1>gone</1>.": ["<1>Fort</1> ist <0>es</0> am {day}."],
      Read: ["Lesen"],
    };
    expect(into("de", said, source)).toBe(
      `<Trans><b>{"Fort"}</b>{" ist "}<a title={t("Lesen")} href="/b">{"es"}</a>{" am "}{page.day}{"."}</Trans>`,
    );
  });

  it.each(["<2>x</2>", "{night}", "<0/>"])("refuses %s, which the English has not", (text) => {
    expect(() => into("de", { "On {day} <0>it</0>": [text] }, "<Trans>On {day} <b>it</b></Trans>")).toThrow();
  });
});

describe("PO files", () => {
  const source = `t("On {day}", { day }); tn("{count} entry", "{count} entries", n); t("Sign in")`;
  const said = (translations: Record<string, string[]>) =>
    read(write(entriesOf(source), { said: ({ id }) => translations[id] }));

  it("keep what is translated, and say what is not", () => {
    const file = said({ "On {day}": ["Am {day}"], "{count} entry": ["{count} Eintrag", "{count} Einträge"] });
    expect(languageFrom("de", file).say("On {day}")).toEqual(["Am {day}"]);
    expect(problemsOf("de", entriesOf(source), file)).toEqual(['de.po does not translate "Sign in"']);
  });

  it("are refused when a value is lost, a form is missing or a message is gone", () => {
    const file = said({
      "On {day}": ["Am {tag}"],
      "{count} entry": ["ein Eintrag", "{count} Einträge"],
      "Sign in": ["Anmelden"],
    });
    expect(problemsOf("de", entriesOf(`t("On {day}", { day })`), file)).toEqual([
      'de.po: {day} in the translation of "On {day}"',
      'de.po: {tag} in the translation of "On {day}"',
      'de.po translates "Sign in", which is no longer said',
      'de.po translates "{count} entry", which is no longer said',
    ]);
    expect(problemsOf("pl", entriesOf(`tn("{count} entry", "{count} entries", n)`), file)[0]).toBe(
      'pl.po needs 3 forms of "{count} entry"',
    );
  });

  it("number the forms as gettext does", () => {
    expect(["en", "fr", "cs", "ru", "ja"].map((language) => categoriesOf(language).join(" "))).toEqual([
      "one other",
      "one other",
      "one few other",
      "one few many",
      "other",
    ]);
  });
});
