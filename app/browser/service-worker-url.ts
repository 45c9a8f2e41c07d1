import * as paths from "~/paths";

/** Where this build's service worker is. Another build has another address, so that browsers fetch it. */
export function serviceWorkerUrl(): string {
  const { __remixManifest: manifest } = window as { __remixManifest?: { version?: string } };
  return paths.serviceWorker({ v: manifest?.version ?? "1" });
}
