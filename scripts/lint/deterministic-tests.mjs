/**
 * Keeps `npm test` deterministic: a test reads no elapsed time and no memory, and waits for no timer, unless it is tagged
 * "release" and so runs with `npm run test:release`.
 */
const SLOW_NAMES = new Set(["delay", "sleep", "setTimeout"]);
const PROCESS_FIGURES = new Set(["memoryUsage", "cpuUsage", "hrtime", "resourceUsage"]);
/** tests/support/main-thread.ts */
const THREAD_FIGURES = new Set(["workedMs", "costOf"]);

const isCallOf = (node, object, property) =>
  node?.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  node.callee.object.name === object &&
  node.callee.property.name === property;

const isNow = (node) => isCallOf(node, "Date", "now") || isCallOf(node, "performance", "now");
/** A time stored in a variable, which makes a difference an elapsed time: `Date.now() - started`, but not `Date.now() - DAY_MS`. */
const isMoment = (node) => node.type === "Identifier" && !/^[A-Z0-9_]+$/.test(node.name);
const isLong = (node) => node?.type === "Literal" && typeof node.value === "number" && node.value > 0;

const valueOf = (options, key) =>
  options?.type === "ObjectExpression"
    ? options.properties.find((property) => property.key?.name === key)?.value
    : undefined;

function isReleaseTest(node) {
  if (node.type !== "CallExpression") return false;
  const [, options] = node.arguments;
  const tags = [valueOf(options, "tag"), ...(valueOf(options, "tags")?.elements ?? [])];
  return tags.some((tag) => tag?.value === "release" || tag?.value === "@release");
}

const rule = {
  meta: { type: "problem", docs: { description: "npm test depends on no clock, timer or memory figure" } },
  create(context) {
    const { text } = context.sourceCode;
    if (/^\s*\/\*\* @module-tag release/m.test(text)) return {};
    const report = (node, message) => {
      for (let at = node; at; at = at.parent) if (isReleaseTest(at)) return;
      context.report({ node, message: `${message}; tag the test "release" or pass the clock in` });
    };
    return {
      BinaryExpression(node) {
        if (
          node.operator === "-" &&
          [node.left, node.right].some(isNow) &&
          [node.left, node.right].some(isMoment)
        )
          report(node, "Elapsed time differs from machine to machine");
      },
      MemberExpression(node) {
        if (node.object.name === "process" && PROCESS_FIGURES.has(node.property.name))
          report(node, "Memory and processor time differ from machine to machine");
      },
      CallExpression(node) {
        const { callee, arguments: given } = node;
        if (SLOW_NAMES.has(callee.name) && given.some(isLong)) report(node, "A timer makes the test slow");
        if (THREAD_FIGURES.has(callee.name)) report(node, "Processor time differs from machine to machine");
        if (callee.property?.name === "waitForTimeout") report(node, "A timer makes the test slow");
      },
    };
  },
};

export default { meta: { name: "tests" }, rules: { deterministic: rule } };
