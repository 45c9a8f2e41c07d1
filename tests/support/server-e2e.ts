import { mkdirSync } from "node:fs";
import path from "node:path";
import { startWorld } from "./journey-world";

/** Global setup of the browser tests: starts the servers that they use. */
export default async function setup(): Promise<() => Promise<void>> {
  mkdirSync(".prepare", { recursive: true });
  const { settings, stop } = await startWorld(path.join(".prepare", "e2e-server.log"));
  // Playwright passes the environment to its test processes.
  Object.assign(process.env, settings);
  return stop;
}
