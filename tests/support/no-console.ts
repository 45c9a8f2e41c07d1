import { format } from "node:util";
import { afterEach, beforeEach } from "vitest";

/**
 * An unexpected warning or error fails the test. A test that expects one mocks the function:
 * `vi.spyOn(console, "error").mockImplementation(() => {})`.
 */
const unexpected: string[] = [];

const note =
  (name: string) =>
  (...values: unknown[]) =>
    void unexpected.push(`${name}: ${format(...values)}`);
Object.assign(console, { error: note("console.error"), warn: note("console.warn") });

function report(): void {
  const lines = unexpected.splice(0);
  if (lines.length > 0) throw new Error(`Unexpected output:\n${lines.join("\n")}`);
}

beforeEach(report);
afterEach(report);
