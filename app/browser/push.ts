import { decodeBase64url } from "./base64url";
import { serviceWorkerUrl } from "./use-service-worker";

export type PushState = "unknown" | "unsupported" | "denied" | "off" | "on";

const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Reads the permission and subscription of this browser. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

type PushEndpoint = { endpoint: string; p256dh: string; auth: string };

/** Asks for permission and subscribes. @returns null if either is denied */
export async function subscribeToPush(publicKey: string): Promise<PushEndpoint | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(serviceWorkerUrl(), { scope: "/" });
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: decodeBase64url(publicKey),
  });
  const { endpoint, keys } = subscription.toJSON();
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null;
}

export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
