import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { parse } from "yaml";

/** Visible texts of a module: marked for translation, marked but not extractable, and unmarked. */
export type VisibleTexts = { file: string; marked: string[]; unreadable: string[]; unmarked: string[] };

/** Translation functions, with the positions of their text arguments. */
const MARKS = new Map([
  ["t", [0]],
  ["tn", [0, 1]],
  ["tc", [1]],
]);
/** Attributes and properties that people read. */
const READ =
  /^(label|title|text|hint|intro|legend|caption|heading|message|placeholder|alt|summary|aria-label|eyebrow|button|description|(pending|next|first|back)Text)$/;
const WORD = /\p{L}{2}/u;
/** A text that looks like a sentence: a capital letter, then words. */
const SENTENCE = /^[“‘]?\p{Lu}[\p{L}’'-]*,? [^\n]*\p{Ll}/u;
/** Names that are not translated: the product's, fonts, and Bible references. */
const NAME = /^Still and Know$|serif$|^[\p{L} ]+ \d+:\d/u;
/** Calls whose texts only developers and operators read. */
const FOR_DEVELOPERS =
  /(^|\.)(log|logger|console|warn|info|error|debug|fatal|assert\w*|invariant|Error|\w+Error)$/;

export function visibleTextsOf(file: string, source: string): VisibleTexts {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const sourceFile = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const shown: VisibleTexts = { file, marked: [], unreadable: [], unmarked: [] };
  const hasMarks = source.includes('from "~/i18n/t');

  const placed = (node: ts.Node, text: string) => {
    const { line } = sourceFile.getLineAndCharacterOfPosition(node.getStart());
    return `${file}:${line + 1} ${text.trim().replace(/\s+/g, " ").slice(0, 80)}`;
  };
  const readMark = (node: ts.Node) => {
    const texts = textsOfMark(node);
    if (texts === undefined) shown.unreadable.push(placed(node, node.getText()));
    else shown.marked.push(...texts);
  };
  /** Collects texts. Inside a mark, or a text for developers, words need no mark of their own. */
  const visit = (node: ts.Node, needsMarks: boolean) => {
    const isMark = isMarked(node);
    if (isMark && hasMarks) readMark(node);
    const needsThem = needsMarks && !isMark && !isForDevelopers(node) && !isImportOrType(node);
    const text = needsThem ? unmarkedText(node) : undefined;
    if (text !== undefined) shown.unmarked.push(placed(node, text));
    ts.forEachChild(node, (child) => visit(child, needsThem));
  };
  visit(sourceFile, true);
  return shown;
}

const isTrans = (node: ts.Node): node is ts.JsxElement =>
  ts.isJsxElement(node) && node.openingElement.tagName.getText() === "Trans";

const isMarked = (node: ts.Node) =>
  (ts.isCallExpression(node) && MARKS.has(node.expression.getText())) || isTrans(node);

const isForDevelopers = (node: ts.Node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && FOR_DEVELOPERS.test(node.expression.getText());

const isImportOrType = (node: ts.Node) =>
  ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node);

/** Undefined if the texts are not extractable: no literals, or an unnamed placeholder. */
function textsOfMark(mark: ts.Node): string[] | undefined {
  if (isTrans(mark)) {
    const text = sentenceOf(mark.children);
    return text === undefined ? undefined : [text];
  }
  if (!ts.isCallExpression(mark)) return undefined;
  const texts = (MARKS.get(mark.expression.getText()) ?? []).map((place) => mark.arguments[place]);
  return texts.every((text) => text !== undefined && ts.isStringLiteralLike(text))
    ? texts.map(({ text }) => text)
    : undefined;
}

/** The text between tags as React joins it, with {name} for a value. */
function sentenceOf(children: readonly ts.JsxChild[]): string | undefined {
  const parts = children.map((child) => {
    if (ts.isJsxText(child)) return child.text.replace(/^\s*\n\s*|\s*\n\s*$/g, "").replace(/\s*\n\s*/g, " ");
    if (ts.isJsxElement(child)) return sentenceOf(child.children);
    if (ts.isJsxSelfClosingElement(child)) return "";
    if (ts.isJsxFragment(child)) return undefined;
    const { expression: value } = child;
    if (!value) return "";
    if (ts.isStringLiteralLike(value)) return value.text;
    if (ts.isIdentifier(value)) return `{${value.text}}`;
    return ts.isPropertyAccessExpression(value) ? `{${value.name.text}}` : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join("");
}

/** The visible but unmarked text of a node. */
function unmarkedText(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return WORD.test(node.text) ? node.text : undefined;
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined;
  const text = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…")
    : node.text;
  if (NAME.test(text)) return undefined;
  return SENTENCE.test(text) || (WORD.test(text) && isRead(node)) ? text : undefined;
}

/** Whether a literal is displayed at its position, also as a branch of a conditional expression. */
function isRead(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isRead(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isRead(parent);
  if (ts.isBinaryExpression(parent))
    return /^(\|\||&&|\?\?)$/.test(parent.operatorToken.getText()) && parent.right === node && isRead(parent);
  if (ts.isJsxExpression(parent))
    return !ts.isJsxAttribute(parent.parent) || READ.test(parent.parent.name.getText());
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) return READ.test(parent.name.getText());
  return false;
}

/** Fields of content files that are search patterns for members' texts and not displayed. */
const COMPARED = new Set(["words", "commonWords", "when"]);

/** Texts of a content file, which needs no marks: all values except `COMPARED` fields count as marked. */
function contentTextsOf(file: string, source: string): VisibleTexts {
  const marked: string[] = [];
  const visit = (value: unknown, key: string) => {
    if (COMPARED.has(key)) return;
    if (typeof value === "string") marked.push(...value.split("\n"));
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, name);
  };
  visit(parse(source), "");
  return { file, marked, unreadable: [], unmarked: [] };
}

/** Visible texts of every module and content file. */
export const VISIBLE_TEXTS: readonly VisibleTexts[] = ["app", "models", "scripts/commands"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /\.([jt]sx?|yaml)$/.test(file) && !/\.test\.tsx?$/.test(file))
  .sort()
  .map((file) => {
    const textsOf = file.endsWith(".yaml") ? contentTextsOf : visibleTextsOf;
    return textsOf(file, readFileSync(file, "utf8"));
  });
