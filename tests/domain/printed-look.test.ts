import { expect, it } from "vitest";
import { filesOf } from "#tests/support/download";
import { DEFAULT_LOOK } from "~/domain/member/preferences";
import { printInWorker } from "~/domain/print/print-in-worker.server";
import type { BookPart, PrintTask } from "~/domain/print/print-task";

const text = "A few words of different lengths, which fill some lines. ".repeat(30);

async function* parts(): AsyncGenerator<BookPart[]> {
  yield await Promise.resolve([{ blocks: [{ style: "text", text }] }]);
}

async function print(kind: PrintTask["kind"], look: PrintTask["look"]): Promise<Buffer> {
  const cover = { title: "Some days", name: "", span: "2026" };
  const task = { kind, cover, paper: "a5", look, id: "0f0e", at: new Date("2026-11-28") } as const;
  const chunks: Uint8Array[] = [];
  for await (const chunk of printInWorker(task, parts())) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const CHOSEN = { letters: "hyperlegible", spacing: "wide" } as const;

it.each(["book", "sheets", "booklet"] as const)(
  "prints the %s with the letters and spacing of the member",
  async (kind) => {
    const files = await Promise.all([print(kind, DEFAULT_LOOK), print(kind, CHOSEN)]);
    const [plain, chosen] = files.map((pdf) => {
      const source = pdf.toString("latin1");
      return {
        hasLetters: source.includes("AtkinsonHyperlegible"),
        pages: source.match(/\/Type ?\/Page\b/g)?.length ?? 0,
      };
    });
    expect([plain?.hasLetters, chosen?.hasLetters]).toEqual([false, true]);
    expect(chosen?.pages).toBeGreaterThan(plain?.pages ?? Infinity);
  },
);

it("gives an EPUB the letters and spacing of the member, and otherwise leaves both to the reading app", async () => {
  const books = await Promise.all([print("epub", DEFAULT_LOOK), print("epub", CHOSEN)]);
  const [plain, chosen] = await Promise.all(books.map(filesOf));
  const [plainStyle, style] = [plain, chosen].map((files) => files?.get("book/style.css") ?? "");
  expect(plainStyle).not.toMatch(/font-family|word-spacing/);
  expect(style).toMatch(/line-height: 1\.8; word-spacing: 0\.16em/);
  expect(style).toMatch(
    /body \{ font-family: "hyperlegible latin", "hyperlegible latin-ext", sans-serif; \}/,
  );
  const fonts = [...(style?.matchAll(/url\("([^"]+)"\)/g) ?? [])].map(([, file = ""]) => file);
  expect(fonts).toHaveLength(6);
  for (const file of fonts) {
    expect([file, chosen?.has(`book/${file}`)]).toEqual([file, true]);
    expect(chosen?.get("book/book.opf")).toContain(`href="${file}" media-type="font/woff"`);
  }
  expect(plain?.get("book/book.opf")).not.toContain("woff");
});
