import type { Answers } from "~/domain/coaches/question-tree";

/** "Heading", then what the person said about it, for each that they said something about. */
export function sheetOf(
  title: string,
  answers: Answers,
  rows: [id: string, heading: string][],
  end: string,
): string {
  const said = rows.flatMap(([id, heading]) => {
    const text = answers[id]?.trim();
    return text ? [`${heading}\n${text}`] : [];
  });
  return [title, ...said, end].join("\n\n");
}
