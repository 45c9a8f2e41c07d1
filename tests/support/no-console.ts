import { format } from "node:util";
import { afterEach, beforeEach } from "vitest";

/**
 * A warning or an error that nobody expected fails the test. A test that means to cause one replaces the function
 * itself: `vi.spyOn(console, "error").mockImplementation(() => {})`.
 */
const unexpected: string[] = [];

for (const method of ["error", "warn"] as const) {
  console[method] = (...values: unknown[]) => void unexpected.push(`console.${method}: ${format(...values)}`);
}

function report(): void {
  const lines = unexpected.splice(0);
  if (lines.length > 0) throw new Error(`Unexpected output:\n${lines.join("\n")}`);
}

beforeEach(report);
afterEach(report);
