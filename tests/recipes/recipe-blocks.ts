/** A block of code of a recipe: a whole file, or what is inserted into one. */
type Block = { language: string; file: string; text: string };

/** The blocks between "## Five-minute recipes" and the next chapter, in order. Each names its file after its language. */
export function recipesIn(markdown: string): Block[] {
  const [, recipes = ""] = /^## Five-minute recipes\n([^]*?)(?=^## |(?![^]))/m.exec(markdown) ?? [];
  return [...recipes.matchAll(/^( *)```(\w+)([^\n]*)\n([^]*?)^\1```$/gm)].map(
    ([, indent = "", language = "", name = "", text = ""]) => {
      const file = name.trim();
      if (!file) throw new Error(`A block of ${language} in a recipe names no file:\n${text}`);
      return { language, file, text: text.replaceAll(new RegExp(`^${indent}`, "gm"), "") };
    },
  );
}

/** The file after a block was followed. @throws where it is not as the block says */
export function follow({ language, file, text }: Block, before: string | undefined): string {
  if (language !== "diff") {
    if (before !== undefined) throw new Error(`A recipe writes ${file}, which is there already.`);
    return text;
  }
  if (before === undefined) throw new Error(`A recipe changes ${file}, which is not there.`);
  const lines = before.split("\n");
  let at = 0;
  // What stands together in a recipe, in one group: lines that are there, or new ones.
  for (const [group] of text.matchAll(/(?:^\+.*\n)+|(?:^[^+\n].*\n)+/gm)) {
    const told = group.trimEnd().split("\n");
    const known = told.map((line) => line.slice(1));
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
    const staying = told.filter((line) => !line.startsWith("-")).map((line) => line.slice(1));
    lines.splice(place, known.length, ...staying);
    at = place + staying.length;
  }
  return lines.join("\n");
}
