#!/usr/bin/env node
import { start } from "../dist/index.js";

const [dataDir] = process.argv.slice(2);
if (!dataDir || dataDir.startsWith("-")) {
  console.error("Usage: embedded-mongodb DATA_DIR");
  process.exit(64);
}

try {
  const server = await start({ dataDir, log: (message) => console.error(message) });
  console.log(server.uri);
  if (!server.isOwner())
    console.error("Another process owns this directory; this one watches and takes over.");
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
