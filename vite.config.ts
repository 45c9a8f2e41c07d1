import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";
import { content } from "./scripts/content-plugin.mjs";
import { alias, IN_PART, ssr } from "./scripts/module-resolution.mjs";

// The documented way to tell the types that loaders answer by single fetch.
declare module "@remix-run/server-runtime" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig), content()],
  resolve: { alias },
  ssr: isSsrBuild ? { ...ssr, noExternal: IN_PART } : ssr,
  build: {
    // Browsers get a percent less from Terser; remix-serve compresses what it serves for speed, not for size.
    minify: isSsrBuild ? false : ("terser" as const),
    terserOptions: { format: { comments: false }, compress: { passes: 2 } },
    // The browsers of ten-year-old phones on one side, Node with top-level await on the other.
    target: isSsrBuild ? "node20" : "es2019",
    // Nothing inline: the content security policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    sourcemap: isSsrBuild ? true : false,
    rollupOptions: {
      // A page preloads each of its files. Those that every scripted page or every member's page loads are one file each.
      output: isSsrBuild
        ? { sourcemapExcludeSources: true }
        : {
            manualChunks: {
              "every-page": [
                "./app/entry.client.tsx",
                "./app/browser/timers.ts",
                "./app/browser/use-browser-state.ts",
                "./app/browser/use-revalidate.ts",
                "./app/root.tsx",
                "./app/components/feedback/offline-notice.tsx",
                "./app/components/forms/field.tsx",
                "./app/components/forms/post-form.tsx",
                "./app/components/layout/links.tsx",
                "./app/components/layout/use-instance.ts",
                "./app/components/ui/brand.tsx",
                "./app/components/ui/disclosure.tsx",
                "./app/components/ui/page-heading.tsx",
                "./app/i18n/trans.ts",
              ],
              member: ["./app/routes/member/frame.tsx"],
            },
          },
      // The server skips packages of which nothing is used. In the browser's build Vite applies `sideEffects: false` of
      // package.json only to relative imports; modules imported by an alias need the same.
      treeshake: {
        moduleSideEffects: isSsrBuild
          ? ("no-external" as const)
          : (id: string) => !/\/app\/.*\.tsx?$/.test(id),
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: Number(process.env.PORT) || 3000,
    // Compiled side by side from the start, not one import after the other when the first page is asked for.
    warmup: { ssrFiles: ["./{app,models}/**/!(*.test|*.d).{ts,tsx}"] },
  },
}));
