import { parser } from "typescript-eslint";

/** Everything but this is checked by oxlint, see .oxlintrc.json. */

/** Words that people read stand in app/words (docs/decisions/0015). Each line finds one way to write them elsewhere. */
const READ =
  "/^(label|title|text|hint|intro|legend|caption|heading|message|placeholder|alt|summary|aria-label|eyebrow|button|description|(pending|next|first|back)Text)$/";
const inJsx = [
  ":matches(JSXElement, JSXFragment) > JSXExpressionContainer",
  `JSXAttribute[name.name=${READ}] > JSXExpressionContainer`,
];
const branches = [
  "",
  " > ConditionalExpression",
  " > LogicalExpression",
  " > ConditionalExpression > ConditionalExpression",
  " > LogicalExpression > ConditionalExpression",
];
const WORDS_ARE_APART = ["app/*.tsx", "app/routes/**/*.tsx", "app/components/**/*.tsx"];
const wordsElsewhere = [
  "JSXText[value=/[A-Za-z]{2}/]",
  `JSXAttribute[name.name=${READ}] > Literal[value=/[A-Za-z]{2}/]`,
  `Property[key.name=${READ}] > Literal.value[value=/[A-Za-z]{2}/]`,
  ...inJsx.flatMap((place) =>
    branches.flatMap((branch) => [
      `${place}${branch} > Literal[value=/[A-Za-z]{2}/]:not(BinaryExpression > Literal)`,
      `${place}${branch} > TemplateLiteral > TemplateElement[value.raw=/[A-Za-z]{2}/]`,
    ]),
  ),
  // A sentence anywhere: a capital, then words.
  "Literal[value=/^[“‘]?[A-Z][a-z’']* [a-z]/]:not(ImportDeclaration > Literal, JSXAttribute > Literal, NewExpression > Literal)",
  "TemplateElement[value.raw=/^[“‘]?[A-Z][a-z’']* [a-z]/]:not(NewExpression > TemplateLiteral > TemplateElement)",
];

export default [
  {
    files: WORDS_ARE_APART,
    ignores: ["**/*.test.tsx"],
    languageOptions: { parser },
    rules: {
      "no-restricted-syntax": [
        "error",
        ...wordsElsewhere.map((selector) => ({
          selector,
          message:
            "Words that people read stand in app/words; see docs/decisions/0015-words-for-a-second-language.md.",
        })),
      ],
    },
  },
];
