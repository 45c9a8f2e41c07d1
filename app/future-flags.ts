/** The framework's flags, for its build (remix.config.js) and for the browser, which needs them before it takes a page over. */
export const FUTURE_FLAGS = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_lazyRouteDiscovery: true,
  v3_singleFetch: true,
} as const;
