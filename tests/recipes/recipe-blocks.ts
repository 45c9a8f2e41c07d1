/** A code block of a recipe: a whole file, or a diff that inserts lines into one. */
type Block = { language: string; file: string; text: string };

/** The blocks of the recipes, in order. Each names its file after its language. */
export function recipesIn(markdown: string): Block[] {
  return [...markdown.matchAll(/^( *)```(\w+)([^\n]*)\n([^]*?)^\1```$/gm)].map(
    ([, indent = "", language = "", name = "", text = ""]) => {
      const file = name.trim();
      if (!file) throw new Error(`A block of ${language} in a recipe names no file:\n${text}`);
      return { language, file, text: text.replaceAll(new RegExp(`^${indent}`, "gm"), "") };
    },
  );
}

/** Applies a block to a file. @throws Error if the file does not match the block */
export function follow({ language, file, text }: Block, before: string | undefined): string {
  if (language !== "diff") {
    if (before !== undefined) throw new Error(`A recipe writes ${file}, which is there already.`);
    return text;
  }
  if (before === undefined) throw new Error(`A recipe changes ${file}, which is not there.`);
  const lines = before.split("\n");
  let at = 0;
  // Each group is a run of context lines or of new lines.
  for (const [group] of text.matchAll(/(?:^\+.*\n)+|(?:^[^+\n].*\n)+/gm)) {
    const written = group.trimEnd().split("\n");
    const known = written.map((line) => line.slice(1));
    if (group.startsWith("+")) {
      lines.splice(at, 0, ...known);
      at += known.length;
      continue;
    }
    const places = lines.flatMap((_, place) =>
      known.every((line, n) => lines[place + n] === line) ? [place] : [],
    );
    const [place = -1] = places;
    if (places.length !== 1 || place < at)
      throw new Error(
        `A recipe looks for this in ${file}, once and after what it names before, and finds it ${places.length} times:\n${known.join("\n")}`,
      );
    const staying = written.filter((line) => !line.startsWith("-")).map((line) => line.slice(1));
    lines.splice(place, known.length, ...staying);
    at = place + staying.length;
  }
  return lines.join("\n");
}
