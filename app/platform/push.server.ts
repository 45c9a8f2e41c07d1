import { createECDH, hkdfSync } from "node:crypto";
import { env, isHttps } from "./env.server";
import { isPrivateHost } from "./private-host";
import { secrets } from "./secrets.server";

/** A browser's push subscription: the URL at its push service, and the keys that encrypt messages for it. */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } };

const TIMEOUT_MS = 10_000;

/**
 * The server's VAPID key pair (RFC 8292), derived from the pepper, which never changes: every process and restart has the
 * same pair.
 */
function deriveVapidKeys(): { publicKey: string; privateKey: string } {
  for (let attempt = 0; ; attempt++) {
    const bytes = Buffer.from(hkdfSync("sha256", secrets.pepper, Buffer.alloc(0), `vapid|${attempt}`, 32));
    const curve = createECDH("prime256v1");
    try {
      curve.setPrivateKey(bytes);
    } catch {
      // About one in four billion values is no private key of the curve.
      continue;
    }
    return { publicKey: curve.getPublicKey("base64url"), privateKey: bytes.toString("base64url") };
  }
}

const vapid = deriveVapidKeys();

/** The public key that browsers need to subscribe. */
export const pushPublicKey = vapid.publicKey;

/**
 * The contact for push services (RFC 8292, 2.1). Apple rejects a subject that is not publicly reachable.
 * @internal Exported for tests.
 */
export function vapidSubject(): string {
  if (isHttps && !isPrivateHost(new URL(env.PUBLIC_ORIGIN).hostname)) return env.PUBLIC_ORIGIN;
  const candidates = [env.MAIL_FROM, env.MAIL_CONTACT ?? ""].flatMap((text) => {
    const address = /^(?:.*<)?([^<>\s@]+@[^<>\s@]+)>?$/.exec(text.trim())?.[1];
    return address ? [address] : [];
  });
  const reachable = candidates.find((address) => !isPrivateHost(address.slice(address.indexOf("@") + 1)));
  return `mailto:${reachable ?? candidates[0] ?? "no-reply@localhost"}`;
}

/**
 * Sends a message, encrypted for its browser (RFC 8291).
 * @returns "gone" if the browser has unsubscribed, "refused" if the push service does not accept messages for it
 * @throws if a retry may succeed
 */
export async function sendPush(
  target: PushTarget,
  message: object,
  ttlSeconds: number,
): Promise<"sent" | "gone" | "refused"> {
  // Loaded on first use: most instances send no push messages.
  const { default: webPush } = await import("web-push");
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(
    target,
    JSON.stringify(message),
    {
      vapidDetails: { subject: vapidSubject(), ...vapid },
      TTL: ttlSeconds,
      urgency: "normal",
      contentEncoding: "aes128gcm",
    },
  );
  const response = await fetch(endpoint, {
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body ?? Buffer.alloc(0)),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // Reading the body releases the connection.
  await response.arrayBuffer();
  if (response.status === 404 || response.status === 410) return "gone";
  const isClientError = response.status >= 400 && response.status < 500;
  if (isClientError && response.status !== 408 && response.status !== 429) return "refused";
  if (!response.ok) throw new Error(`the push service answered ${response.status}`);
  return "sent";
}
