import ts from "typescript";

/**
 * Finds the messages of a module: t("…"), tn("…", "…", count), tc("context", "…") and <Trans>…</Trans>, as app/i18n
 * describes them.
 *
 * @typedef {{ text: string } | { value: ts.Expression, name: string } | { element: ts.JsxElement | ts.JsxSelfClosingElement, number: number, children: Part[] }} Part
 * @typedef {{
 *   id: string,
 *   plural?: string,
 *   context?: string,
 *   literals?: ts.Expression[],
 *   trans?: { element: ts.JsxElement, parts: Part[] },
 * }} Message
 * @typedef {{ messages: Message[], problems: string[], sourceFile: ts.SourceFile }} Found
 */

/** Which argument is what. */
const MARKS = {
  t: { id: 0 },
  tn: { id: 0, plural: 1 },
  tc: { context: 0, id: 1 },
};

/** @param {string} file @param {string} source @returns {Found} */
export function findMessages(file, source) {
  const sourceFile = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    /[jt]sx$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const marks = importsFrom(sourceFile, "~/i18n/t");
  const hasTrans = importsFrom(sourceFile, "~/i18n/trans").has("Trans");
  /** @type {Message[]} */
  const messages = [];
  /** @type {string[]} */
  const problems = [];
  const report = (node, what) => {
    const { line } = sourceFile.getLineAndCharacterOfPosition(node.getStart());
    problems.push(`${file}:${line + 1} ${what}`);
  };
  const visit = (node) => {
    // What is inside comes first, so that it is translated before the sentence around it is put together.
    ts.forEachChild(node, visit);
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && marks.has(node.expression.text)) {
      const found = ofCall(node, MARKS[node.expression.text]);
      if (found) messages.push(found);
      else report(node, "is marked and is no literal");
    } else if (hasTrans && ts.isJsxElement(node) && node.openingElement.tagName.getText() === "Trans") {
      try {
        const parts = partsOf(node.children, { number: 0 });
        messages.push({ id: idOf(parts), trans: { element: node, parts } });
      } catch (error) {
        report(node, error.message);
      }
    }
  };
  if (marks.size > 0 || hasTrans) visit(sourceFile);
  return { messages, problems, sourceFile };
}

function importsFrom(sourceFile, module) {
  const names = sourceFile.statements
    .filter((statement) => ts.isImportDeclaration(statement) && statement.moduleSpecifier.text === module)
    .flatMap(({ importClause }) => importClause?.namedBindings?.elements ?? []);
  return new Set(names.map(({ name }) => name.text));
}

const isLiteral = (node) => node !== undefined && ts.isStringLiteralLike(node);

/** @returns {Message | undefined} */
function ofCall({ arguments: given }, places) {
  const literals = Object.values(places).map((place) => given[place]);
  if (!literals.every(isLiteral)) return undefined;
  const text = (place) => (place === undefined ? undefined : given[place].text);
  return { id: text(places.id), plural: text(places.plural), context: text(places.context), literals };
}

/** @returns {Part[]} */
function partsOf(children, counter) {
  return children.flatMap((child) => {
    if (ts.isJsxText(child)) {
      const text = textOf(child.text);
      if (/&\w+;/.test(text)) throw new Error("holds an entity: write the character");
      return text === "" ? [] : [{ text }];
    }
    if (ts.isJsxExpression(child)) {
      const value = child.expression;
      if (!value) return [];
      if (isLiteral(value)) return [{ text: value.text }];
      if (ts.isIdentifier(value)) return [{ value, name: value.text }];
      if (ts.isPropertyAccessExpression(value)) return [{ value, name: value.name.text }];
      throw new Error(`holds {${value.getText()}}: give it a name first`);
    }
    if (ts.isJsxElement(child) || ts.isJsxSelfClosingElement(child)) {
      const number = counter.number++;
      return [
        { element: child, number, children: ts.isJsxElement(child) ? partsOf(child.children, counter) : [] },
      ];
    }
    throw new Error("holds what no translator can move");
  });
}

/** Text between tags as React gets it: lines are joined, blanks at their ends and empty lines fall away. */
function textOf(raw) {
  const lines = raw.split(/\r?\n/);
  return lines
    .map((line, at) => {
      const begun = at === 0 ? line : line.replace(/^[ \t]+/, "");
      return at === lines.length - 1 ? begun : begun.replace(/[ \t]+$/, "");
    })
    .filter((line) => line !== "")
    .join(" ");
}

/** @param {Part[]} parts @returns {string} */
function idOf(parts) {
  return parts
    .map((part) => {
      if ("text" in part) return part.text;
      if ("value" in part) return `{${part.name}}`;
      const { number, children } = part;
      return ts.isJsxElement(part.element) ? `<${number}>${idOf(children)}</${number}>` : `<${number}/>`;
    })
    .join("");
}
