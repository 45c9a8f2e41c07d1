/**
 * Options of Remix; vite.config.ts passes them to the plugin.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  // scripts/prepare.mjs builds in a temporary folder and renames it when the build succeeds.
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
  },
};
