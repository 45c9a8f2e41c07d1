import * as addresses from "~/addresses";

/** Where this build's service worker is. Another build has another address, so that browsers fetch it. */
export function workerAddress(): string {
  const { __remixManifest: manifest } = window as { __remixManifest?: { version?: string } };
  return addresses.serviceWorker({ v: manifest?.version ?? "1" });
}
