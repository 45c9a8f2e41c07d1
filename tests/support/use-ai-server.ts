import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { resetCircuit } from "~/platform/ai/model.server";
import { env } from "~/platform/env.server";
import { AiServer } from "./ai-server";

/** A language model that `env` names in every test of the file, and that replies with `reply` unless a test changes it. */
export function useAiServer(reply: string | object): AiServer {
  const server = new AiServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  beforeEach(() => {
    resetCircuit();
    server.reset(reply);
    Object.assign(env, { AI_BASE_URL: server.url, AI_API_KEY: "key-1", AI_MODEL: "small" });
  });
  afterEach(() => void Object.assign(env, { AI_BASE_URL: undefined, AI_MODEL: undefined }));
  return server;
}
