import { defineConfig } from "vite";
import { bundled } from "./scripts/bundle-plugin.mjs";
import { content } from "./scripts/content-plugin.mjs";
import { alias, IN_PART, ssr } from "./vite.config";

/** Builds the command-line entry (`npm run admin`, `backup`, …) on the same sources as the server. */
export default defineConfig({
  plugins: [bundled(), content()],
  resolve: { alias },
  ssr: { ...ssr, noExternal: IN_PART },
  publicDir: false,
  build: {
    ssr: true,
    outDir: "build/commands",
    target: "node20",
    emptyOutDir: true,
    rollupOptions: {
      // The doctor opens no database and makes no secrets, so it loads nothing that would.
      input: { main: "scripts/commands/main.ts", doctor: "scripts/commands/doctor/main.ts" },
      output: { entryFileNames: "[name].js" },
    },
  },
});
