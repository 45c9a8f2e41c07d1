import { defineConfig } from "vite";
import { alias } from "./vite.config";

/** Builds the command-line entry (`npm run admin`, `backup`, …) on the same sources as the server. */
export default defineConfig({
  resolve: { alias },
  publicDir: false,
  build: {
    ssr: "scripts/commands/main.ts",
    outDir: "build/commands",
    target: "node20",
    emptyOutDir: true,
    rollupOptions: { output: { entryFileNames: "main.js" } },
  },
});
