import { describe, expect, it } from "vitest";
import { VISIBLE_TEXTS, visibleTextsOf } from "./support/shown-texts";

/** Files whose texts are not translated, each with its reason. */
const OF_ONE_LANGUAGE: Record<string, RegExp> = {
  "commands and their measurements speak to the operator at a terminal": /^scripts\/commands\//,
  "settings, logs and metrics speak to the operator":
    /^app\/platform\/(env|metrics|passwords|mail\/render-mail)\.server\.tsx?$/,
  "a language model is told in English what to do":
    /\/model-answer\.ts$|\/(health\/health|model|coaches\/model-request)\.server\.ts$/,
  "references and texts of the Bible are those of its translation":
    /\/(books|bible-books|all-books)\.ts$|\/content\/bible\/versifications\.ts$|\/scripture\/translations\/(?!translation-registry)/,
  "what people write is compared with it": /\/safety\/(crisis-signal|crisis)\.ts$/,
  "the payment service and authenticator apps read it": /\/(stripe-webhook|totp\.server)\.ts$/,
  "messages of schemas speak to the editors of content files": /^app\/content\/schemas\.ts$/,
  "names of browsers": /\/(device-name|client-address\.server)\.ts$/,
  "codes of scripts": /\/print\/print-task\.ts$/,
};
const isOfOneLanguage = (file: string) => Object.values(OF_ONE_LANGUAGE).some((files) => files.test(file));

const HEAD = `import { t, tc, tn } from "~/i18n/t";\nimport { Trans } from "~/i18n/trans";\n`;
const read = (source: string) => visibleTextsOf("page.tsx", HEAD + source);

describe("visible texts", () => {
  it("are literals where they are marked", () => {
    expect(VISIBLE_TEXTS.flatMap(({ marked }) => marked).length).toBeGreaterThan(2_000);
    expect(VISIBLE_TEXTS.flatMap(({ unreadable }) => unreadable)).toEqual([]);
  });

  it("are marked everywhere", () => {
    const own = VISIBLE_TEXTS.filter(({ file }) => !isOfOneLanguage(file));
    expect(own.flatMap(({ unmarked }) => unmarked)).toEqual([]);
  });
});

describe("text extractor", () => {
  it("reads each kind of mark", () => {
    const source = `
      t("Sign in", { title: t("Inside") }); tn("{count} entry", "{count} entries", 2); tc("short", "May");
      <Trans>
        New here? <Link to="/register">Create an{" "}
        <b>account</b></Link>, {viewer.name}, by {day}<br />.
      </Trans>;`;
    expect(read(source)).toMatchObject({
      marked: [
        ...["Sign in", "Inside", "{count} entry", "{count} entries", "May"],
        "New here? Create an account, {name}, by {day}.",
      ],
      unreadable: [],
      unmarked: [],
    });
  });

  it.each(["t(title)", 't("a" + b)', "<Trans>{names.join()}</Trans>", "<Trans><>this</></Trans>"])(
    "reports the mark %s",
    (source) => {
      expect(read(source)).toMatchObject({ marked: [], unreadable: [`page.tsx:3 ${source}`] });
    },
  );

  it.each([
    ["<p>Sign in</p>", "Sign in"],
    ['<p>{open ? "Shut" : t("Open")}</p>', "Shut"],
    ['<Field label="Email" />', "Email"],
    ["<Field hint={`at least ${least} characters`} />", "at least … characters"],
    ['const page = { title: "Settings" };', "Settings"],
    ['refuse("Please try again.");', "Please try again."],
  ])("reports words without a mark in %s", (source, words) => {
    expect(read(source).unmarked).toEqual([`page.tsx:3 ${words}`]);
  });

  it.each([
    '<p>{t("Sign in")}</p>',
    "<p><Trans>Read the <b>terms</b> first.</Trans></p>",
    '<Field className="mt-3" name="email" />',
    'throw new Error("There is no such entry.");',
    'type Door = "Front door";',
    '<p>{kind === "free" && t("Free")}</p>',
  ])("reports nothing in %s", (source) => {
    expect(read(source)).toMatchObject({ unreadable: [], unmarked: [] });
  });
});
