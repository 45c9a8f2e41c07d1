import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  WORD_MODULES,
  wordsOf,
  notTranslated,
  pseudo,
  writePseudoLanguage,
} from "#tests/support/pseudo-language";
import { loginWords } from "~/words/auth/login";
import { plural } from "~/words/plural";
import type { SameShape } from "~/words/shape";
import { aliases } from "../vite.config";

/** The catalogue of words (docs/decisions/0015): that it can be given in another language, whole, by one alias. */
describe("the catalogue of words", () => {
  it.each(WORD_MODULES)("%s holds words, and functions that answer words", async (name) => {
    const words = await wordsOf(name);
    const odd: string[] = [];
    const walk = (value: unknown, at: string): void => {
      if (["string", "function", "number", "boolean", "undefined"].includes(typeof value)) return;
      if (Array.isArray(value)) return value.forEach((one, index) => walk(one, `${at}[${index}]`));
      if (value === null || Object.getPrototypeOf(value) !== Object.prototype) odd.push(at);
      else Object.entries(value as object).forEach(([key, one]) => walk(one, `${at}.${key}`));
    };
    walk({ ...words }, name);
    expect(odd).toEqual([]);
  });

  it("is checked by types: another language has the same keys", () => {
    const german: SameShape<typeof loginWords> = { ...loginWords, signIn: "Anmelden" };
    // @ts-expect-error A key that the English catalogue has is missing.
    const half: SameShape<Pick<typeof loginWords, "signIn" | "email">> = { signIn: "Anmelden" };
    expect([german.signIn, half.signIn]).toEqual(["Anmelden", "Anmelden"]);
  });

  it("chooses the form of a word by the rules of its language", () => {
    expect([0, 1, 2].map((count) => plural(count, { one: "entry", other: "entries" }))).toEqual([
      "entries",
      "entry",
      "entries",
    ]);
  });
});

describe("a page in another language", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "words-"));
  let server: ViteDevServer;

  beforeAll(async () => {
    await writePseudoLanguage(folder);
    server = await createServer({
      configFile: false,
      appType: "custom",
      logLevel: "error",
      resolve: { alias: aliases(folder) },
      esbuild: { jsx: "automatic" },
      server: { middlewareMode: true, watch: null, ws: false },
      optimizeDeps: { noDiscovery: true },
    });
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const HELP = {
    emergency: [{ where: "⟦Here⟧", number: "112" }],
    lines: [{ where: "⟦Here⟧", who: "⟦People⟧", number: "988", dial: "988", how: "⟦Call⟧" }],
    directory: { name: "⟦A directory⟧", href: "https://example.org" },
  };

  it.each([
    ["routes/_info.about", "default", {}, null],
    ["routes/_info.privacy", "default", {}, null],
    ["routes/_info.terms", "default", {}, null],
    ["routes/_info.faq", "default", {}, null],
    ["routes/_info.goodbye", "default", {}, null],
    ["routes/_info.404", "default", {}, null],
    ["routes/_info.safety", "default", {}, HELP],
    ["components/landing/how-it-works", "HowItWorks", { signedIn: false, prices: null }, null],
    ["components/landing/be-still", "BeStill", { signedIn: true }, null],
    ["components/accounts/password-guide", "PasswordChecklist", { id: "list", password: "abc" }, null],
    ["components/accounts/password-guide", "PasswordStrength", { password: "abc" }, null],
    ["components/layout/footer", "Footer", {}, null],
  ])("%s, %s, has no word of English left", async (file, name, props, loaded) => {
    const { pageAlone } = await server.ssrLoadModule("/tests/support/page-alone.tsx");
    const module = await server.ssrLoadModule(`/app/${file}.tsx`);
    const html = await pageAlone(module[name], props, loaded);
    expect(html).toContain("⟦");
    expect(notTranslated(html)).toEqual([]);
  });

  it("is seen to be in another language by this test", () => {
    expect(notTranslated("<p>⟦On ⟦Friday⟧ <b>it</b> goes⟧</p>")).toEqual([]);
    expect(notTranslated("<p>⟦Title⟧</p><p>left in English</p>")).toEqual(["left in English"]);
    expect(pseudo({ of: ({ day }: { day: string }) => `on ${day}` })).toEqual({ of: expect.any(Function) });
  });
});
