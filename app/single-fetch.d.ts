import "@remix-run/server-runtime";

// Tells the types that loaders answer by single fetch (remix.config.js).
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}
