import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";
import { content } from "./scripts/content-plugin.mjs";
import { alias, IN_PART, ssr } from "./scripts/module-resolution.mjs";

// Remix documents this declaration for the types of single fetch.
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
    // Terser's output is smaller than esbuild's, which matters because remix-serve compresses at a fast level.
    minify: isSsrBuild ? false : ("terser" as const),
    terserOptions: { format: { comments: false }, compress: { passes: 2 } },
    // Browsers of ten-year-old phones; Node has top-level await.
    target: isSsrBuild ? "node20" : "es2019",
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    sourcemap: isSsrBuild ? true : false,
    rollupOptions: {
      // A page preloads each of its chunks. One chunk holds the modules of every page with script, one the member frame.
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
      // The server omits packages without a used export. In the browser's build Vite applies `sideEffects: false` of
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
    // Compiles modules in parallel at the start instead of one import after the other at the first request.
    warmup: { ssrFiles: ["./{app,models}/**/!(*.test|*.d).{ts,tsx}"] },
  },
}));
