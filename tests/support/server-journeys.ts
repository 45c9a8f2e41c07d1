import { mkdirSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startWorld } from "./journey-world";

declare module "vitest" {
  // Vitest's values for workers are declared by merging into this interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  export interface ProvidedContext {
    /** Settings of the running server, mail server and language model. */
    world: Record<string, string>;
    /** `MONGODB_URI` of the run, or empty. */
    mongodb: string;
  }
}

/** Global setup of the journeys without a browser: starts the servers that they use. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(".prepare", { recursive: true });
  const { settings, stop } = await startWorld(path.join(".prepare", "journeys-server.log"));
  project.provide("world", settings);
  project.provide("mongodb", process.env.MONGODB_URI ?? "");
  return stop;
}
