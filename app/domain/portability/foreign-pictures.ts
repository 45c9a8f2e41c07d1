import { PICTURE_LIMITS, placeholderLine, type Picture } from "~/domain/journal/pictures/picture";

/** A picture that lies in the same archive; its id is the file's name there until it is brought. */
export const pictureAt = (file: string, text = ""): Picture => ({ id: file, width: 1, height: 1, text });

const IMAGE =
  /[ \t]{0,8}(?:!\[([^\]\n]{0,300})\]\(<?([^()<>\n]{1,500})>?\)|!\[\[([^\]|\n]{1,500})(?:\|[^\]\n]{0,100})?\]\])[ \t]{0,8}/g;

/** Puts a text's own pictures into their places; what is not in the archive stays as it was typed. `fileOf` finds a file by what a text calls it. */
export function withOwnPictures(
  text: string,
  fileOf: (path: string) => string | undefined,
): { text: string; pictures: Picture[] } {
  const pictures: Picture[] = [];
  const placed = text.replace(IMAGE, (whole, alt: string | undefined, path: string, wiki: string) => {
    const file = fileOf(decoded(path ?? wiki));
    if (!file || pictures.length >= PICTURE_LIMITS.each) return whole;
    pictures.push(pictureAt(file, alt ?? ""));
    return `\n\n${placeholderLine(pictures.length - 1)}\n\n`;
  });
  return { text: pictures.length > 0 ? placed.replace(/\n{3,}/g, "\n\n") : text, pictures };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path.trim());
  } catch {
    return path.trim();
  }
}

/** Finds a file among an archive's by a path from somewhere inside it, or by its name alone where only one has it. */
export function fileFinder(names: readonly string[]): (path: string) => string | undefined {
  const whole = new Set(names);
  const byName = new Map<string, string[]>();
  for (const name of names) {
    const alike = byName.get(nameOf(name));
    if (alike) alike.push(name);
    else byName.set(nameOf(name), [name]);
  }
  return (path) => {
    const plain = path.replace(/^(?:\.{1,2}\/)+/, "");
    if (whole.has(plain)) return plain;
    const alike = byName.get(nameOf(plain)) ?? [];
    return alike.length === 1 ? alike[0] : alike.find((name) => name.endsWith(`/${plain}`));
  };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** The files of an archive by the name of the folder in which they lie. */
export function folderFinder(names: readonly string[]): (folder: string) => readonly string[] {
  const folders = new Map<string, string[]>();
  for (const name of names) {
    const folder = name.split("/").at(-2) ?? "";
    folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  return (folder) => folders.get(folder) ?? [];
}
