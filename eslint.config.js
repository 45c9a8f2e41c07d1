import globals from "globals";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

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

export default tseslint.config(
  {
    ignores: [
      "node_modules/",
      "build/",
      "**/dist/",
      "data/",
      ".prepare/",
      "test-results/",
      "playwright-report/",
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    ignores: ["packages/**"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  // Remix declares its context through an interface that applications merge into.
  { files: ["**/*.d.ts"], rules: { "@typescript-eslint/consistent-type-definitions": "off" } },
  {
    files: ["app/**/*.tsx"],
    plugins: { "jsx-a11y": jsxA11y, "react-hooks": reactHooks },
    rules: { ...jsxA11y.flatConfigs.recommended.rules, ...reactHooks.configs.recommended.rules },
  },
  {
    files: WORDS_ARE_APART,
    ignores: ["**/*.test.tsx"],
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
  {
    files: ["**/*.{js,mjs}", "scripts/**"],
    languageOptions: { globals: globals.node },
    rules: { "no-console": "off" },
  },
  {
    files: ["app/worker/**"],
    languageOptions: { globals: { ...globals.serviceworker, ...globals.browser } },
  },
  { files: ["packages/*/bench/**", "packages/*/bin/**"], rules: { "no-console": "off" } },
  // One module reads the environment.
  {
    files: ["app/**/*.{ts,tsx}", "models/**/*.ts"],
    ignores: ["app/platform/env.server.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Read settings through ~/platform/env.server." },
      ],
    },
  },
);
