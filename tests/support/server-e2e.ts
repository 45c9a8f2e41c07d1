import { mkdirSync } from "node:fs";
import path from "node:path";
import { startWorld } from "./journey-world";

/** Before the tests in a browser: the world that they walk in. */
export default async function setup(): Promise<() => Promise<void>> {
  mkdirSync(".prepare", { recursive: true });
  const { settings, stop } = await startWorld(path.join(".prepare", "e2e-server.log"));
  // Playwright hands the environment on to its test processes.
  Object.assign(process.env, settings);
  return stop;
}
