import { mkdirSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startWorld } from "./journey-world";

declare module "vitest" {
  // Vitest declares what is handed to workers through an interface that projects merge into.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  export interface ProvidedContext {
    /** The running server, its mail and its language model. */
    world: Record<string, string>;
    /** `MONGODB_URI` of the run, or empty. */
    mongodb: string;
  }
}

/** Before the journeys without a browser: the world that they walk in. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(".prepare", { recursive: true });
  const { settings, stop } = await startWorld(path.join(".prepare", "journeys-server.log"));
  project.provide("world", settings);
  project.provide("mongodb", process.env.MONGODB_URI ?? "");
  return stop;
}
