import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, visitorKeys } from "oxc-parser";
import { parse } from "yaml";

/** Visible texts of a module: marked for translation, marked but not extractable, and unmarked. */
export type VisibleTexts = { file: string; marked: string[]; unreadable: string[]; unmarked: string[] };

/** Translation functions, with the positions of their text arguments. */
const MARKS = new Map([
  ["t", [0]],
  ["tn", [0, 1]],
  ["tc", [1]],
]);
/** Names of attributes and properties whose values are displayed or read aloud. */
const READ =
  /^(label|title|text|hint|intro|legend|caption|heading|message|placeholder|alt|summary|aria-label|eyebrow|button|description|(pending|next|first|back)Text)$/;
const WORD = /\p{L}{2}/u;
/** A text that looks like a sentence: a capital letter, then words. */
const SENTENCE = /^[“‘]?\p{Lu}[\p{L}’'-]*,? [^\n]*\p{Ll}/u;
/** Texts that are not translated: the product's name, fonts and Bible references. */
const NAME = /^Still and Know$|serif$|^[\p{L} ]+ \d+:\d/u;
/** Functions whose texts only developers and operators read. */
const FOR_DEVELOPERS =
  /(^|\.)(log|logger|console|warn|info|error|debug|fatal|assert\w*|invariant|Error|\w+Error)$/;

/** A node of the syntax tree; its other properties depend on its type. */
type SyntaxNode = { type: string; start: number; end: number; [property: string]: unknown };

export function visibleTextsOf(file: string, source: string): VisibleTexts {
  const { program, errors } = parseSync(file, source, { preserveParens: false });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const shown: VisibleTexts = { file, marked: [], unreadable: [], unmarked: [] };
  const hasMarks = source.includes('from "~/i18n/t');
  const codeOf = (node: SyntaxNode) => source.slice(node.start, node.end);

  const placed = ({ start }: SyntaxNode, text: string) => {
    const line = source.slice(0, start).split("\n").length;
    return `${file}:${line} ${text.trim().replace(/\s+/g, " ").slice(0, 80)}`;
  };
  const readMark = (node: SyntaxNode) => {
    const texts = textsOfMark(node, codeOf);
    if (texts === undefined) shown.unreadable.push(placed(node, codeOf(node)));
    else shown.marked.push(...texts);
  };
  /** Collects texts of a node and its descendants. Arguments of translation functions and of log calls need no mark. */
  const visit = (node: SyntaxNode, ancestors: readonly SyntaxNode[], needsMarks: boolean) => {
    const isMark = isMarked(node, codeOf);
    if (isMark && hasMarks) readMark(node);
    const needsThem = needsMarks && !isMark && !isForDevelopers(node, codeOf) && !isImportOrType(node);
    const text = needsThem ? unmarkedText(node, ancestors) : undefined;
    if (text !== undefined) shown.unmarked.push(placed(node, text));
    for (const child of childrenOf(node)) visit(child, [...ancestors, node], needsThem);
  };
  visit(program as unknown as SyntaxNode, [], true);
  return shown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value;
const childrenOf = (node: SyntaxNode): SyntaxNode[] =>
  (visitorKeys[node.type] ?? []).flatMap((key) => node[key]).filter(isNode);
const nodesIn = (list: unknown): SyntaxNode[] => (Array.isArray(list) ? list.filter(isNode) : []);
type CodeOf = (node: SyntaxNode) => string;

const isCall = (node: SyntaxNode): node is SyntaxNode & { callee: SyntaxNode } =>
  node.type === "CallExpression" || node.type === "NewExpression";
const marksOf = (node: SyntaxNode, codeOf: CodeOf) =>
  node.type === "CallExpression" && isCall(node) ? MARKS.get(codeOf(node.callee)) : undefined;
const isTrans = ({ type, openingElement: tag }: SyntaxNode) =>
  type === "JSXElement" && isNode(tag) && !tag.selfClosing && isNode(tag.name) && tag.name.name === "Trans";
const isMarked = (node: SyntaxNode, codeOf: CodeOf) => marksOf(node, codeOf) !== undefined || isTrans(node);
const isForDevelopers = (node: SyntaxNode, codeOf: CodeOf) =>
  isCall(node) && FOR_DEVELOPERS.test(codeOf(node.callee));
const isImportOrType = ({ type, declaration }: SyntaxNode) =>
  /^(ImportDeclaration|ExportAllDeclaration|TS\w+(Type|Keyword|Reference))$/.test(type) ||
  (type === "ExportNamedDeclaration" && !declaration);

/** The value of a string, also of a template without expressions. */
function literalText(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  return node?.type === "TemplateLiteral" && nodesIn(node.expressions).length === 0
    ? templateText(node)
    : undefined;
}

const templateText = ({ quasis }: SyntaxNode): string =>
  nodesIn(quasis)
    .map(({ value }) => (value as { cooked: string }).cooked)
    .join("…");

/** The marked texts; undefined if they are not extractable: not literal, or with an expression that has no name. */
function textsOfMark(mark: SyntaxNode, codeOf: CodeOf): string[] | undefined {
  const texts = isTrans(mark)
    ? [sentenceOf(mark)]
    : marksOf(mark, codeOf)?.map((place) => literalText(nodesIn(mark.arguments)[place]));
  return texts?.every((text) => text !== undefined) ? texts : undefined;
}

/** The text between tags as React joins it, with {name} for a value. */
function sentenceOf({ children }: SyntaxNode): string | undefined {
  const parts = nodesIn(children).map((child) => {
    if (child.type === "JSXText")
      return String(child.raw)
        .replace(/^\s*\n\s*|\s*\n\s*$/g, "")
        .replace(/\s*\n\s*/g, " ");
    if (child.type === "JSXElement") return sentenceOf(child);
    const { expression: value } = child;
    if (!isNode(value)) return undefined;
    if (value.type === "JSXEmptyExpression") return "";
    const { type, name, property } = value;
    if (type === "Identifier") return `{${String(name)}}`;
    if (type === "MemberExpression" && isNode(property)) return `{${String(property.name)}}`;
    return literalText(value);
  });
  return parts.includes(undefined) ? undefined : parts.join("");
}

/** The visible but unmarked text of a node. */
function unmarkedText(node: SyntaxNode, ancestors: readonly SyntaxNode[]): string | undefined {
  if (node.type === "JSXText") return WORD.test(String(node.raw)) ? String(node.raw) : undefined;
  const text = node.type === "TemplateLiteral" ? templateText(node) : literalText(node);
  if (text === undefined || NAME.test(text)) return undefined;
  return SENTENCE.test(text) || (WORD.test(text) && isDisplayed(node, ancestors)) ? text : undefined;
}

/** Whether a literal is displayed where it occurs, directly or as a branch of a conditional expression. */
function isDisplayed(node: SyntaxNode, ancestors: readonly SyntaxNode[]): boolean {
  const parent = ancestors.at(-1);
  const above = ancestors.slice(0, -1);
  const nameOf = (value: unknown) => (isNode(value) ? String(value.name ?? value.value) : "");
  switch (parent?.type) {
    case "ConditionalExpression":
      return parent.test !== node && isDisplayed(parent, above);
    case "LogicalExpression":
      return parent.right === node && isDisplayed(parent, above);
    case "JSXExpressionContainer":
      return above.at(-1)?.type !== "JSXAttribute" || READ.test(nameOf(above.at(-1)?.name));
    case "JSXAttribute":
      return READ.test(nameOf(parent.name));
    case "Property":
      return READ.test(nameOf(parent.key));
    default:
      return false;
  }
}

/** Fields of content files that are search patterns for members' texts and not displayed. */
const COMPARED = new Set(["words", "commonWords", "when"]);

/** Texts of a content file. They need no marks: every value counts as marked, except in `COMPARED` fields. */
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
