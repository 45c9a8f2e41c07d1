import { expect, it } from "vitest";
import { sourceFile } from "./source-file.server";

const textOf = (bytes: Uint8Array) => sourceFile("2024-05-06.txt", bytes, { values: 0 }).text;

it("decodes quotation marks, dashes and the euro sign when a text is in Windows-1252", () => {
  expect(textOf(Buffer.from("\x93Caf\xe9\x94 \x96 it\x92s 5 \x80\x85", "latin1"))).toBe("“Café” – it’s 5 €…");
});
