import { defineConfig } from "vite";
import { content } from "./scripts/content-plugin.mjs";
import { alias, IN_PART, ssr } from "./scripts/module-resolution.mjs";

/** Builds the command-line entry (`npm run admin`, `backup`, …) on the same sources as the server. */
export default defineConfig({
  plugins: [content()],
  resolve: { alias },
  ssr: { ...ssr, noExternal: IN_PART },
  publicDir: false,
  build: {
    ssr: true,
    outDir: `${process.env.BUILD_DIRECTORY ?? "build"}/commands`,
    target: "node20",
    emptyOutDir: true,
    rollupOptions: {
      // The doctor is an entry of its own, because importing the other commands opens a database and creates secrets.
      input: { main: "scripts/commands/main.ts", doctor: "scripts/commands/doctor/main.ts" },
      output: { entryFileNames: "[name].js" },
    },
  },
});
