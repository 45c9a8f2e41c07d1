import ts from "typescript";

/** Attributes and properties that people read. */
const READ =
  /^(label|title|text|hint|intro|legend|caption|heading|message|placeholder|alt|summary|aria-label|eyebrow|button|description|(pending|next|first|back)Text)$/;
const WORD = /\p{L}{2}/u;
/** A capital, then words: a sentence, wherever it is written. */
const SENTENCE = /^[“‘]?\p{Lu}[\p{L}’'-]*,? [^\n]*\p{Ll}/u;
/** Names are the same everywhere: that of the product, of fonts, and references of the Bible. */
const NAME = /^Still and Know$|serif$|^[\p{L} ]+ \d+:\d/u;
/** What speaks to developers and operators, in English. */
const FOR_DEVELOPERS =
  /(^|\.)(log|logger|console|warn|info|error|debug|fatal|assert\w*|invariant|Error|\w+Error)$/;

/**
 * Words in a module without a mark, which would stay English in every language.
 *
 * @param {ts.SourceFile} sourceFile
 * @returns {string[]}
 */
export function findUnmarked(sourceFile) {
  const found = [];
  const report = (node, text) => {
    const { line } = sourceFile.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${sourceFile.fileName}:${line + 1} ${text.trim().replace(/\s+/g, " ").slice(0, 80)}`);
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (isMarked(node) || isForDevelopers(node)) return;
    if (ts.isJsxText(node)) {
      if (WORD.test(node.text)) report(node, node.text);
      return;
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node) ? wordsOf(node) : node.text;
      if (NAME.test(text)) return;
      if (SENTENCE.test(text) || (WORD.test(text) && isRead(node))) report(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return found;
}

const wordsOf = ({ head, templateSpans }) =>
  [head.text, ...templateSpans.map(({ literal }) => literal.text)].join("…");

const isMarked = (node) =>
  (ts.isCallExpression(node) && /^(t|tn|tc)$/.test(node.expression.getText())) ||
  (ts.isJsxElement(node) && node.openingElement.tagName.getText() === "Trans");

function isForDevelopers(node) {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) && FOR_DEVELOPERS.test(node.expression.getText())
  );
}

/** Whether a text goes to the page from where it is written, through any choice between texts. */
function isRead(node) {
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
