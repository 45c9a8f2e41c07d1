import { tellRoutes } from "./app/routes";

/**
 * The one place for Remix's options; vite.config.ts hands them to the plugin.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  // scripts/prepare.mjs builds aside and moves the finished build into place.
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  serverModuleFormat: "esm",
  // The table in app/routes.ts says what answers where, not the names of files.
  ignoredRouteFiles: ["**/*"],
  routes: (define) => define(tellRoutes),
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true,
  },
};
