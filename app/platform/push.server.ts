import { createECDH, hkdfSync } from "node:crypto";
import { env, isHttps } from "./env.server";
import { isPrivateHost } from "./private-host";
import { secrets } from "./secrets.server";

/** A browser that wants messages: the address of its push service, and the keys with which they are encrypted for it. */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A push service that does not answer must not delay the others. */
const TIME_OUT_MS = 10_000;

/**
 * The server's identity towards push services (RFC 8292). Made from the secret that never changes, so that every process
 * and every restart has the same without another secret to keep.
 */
function identity(): { publicKey: string; privateKey: string } {
  for (let round = 0; ; round++) {
    const bytes = Buffer.from(hkdfSync("sha256", secrets.pepper, Buffer.alloc(0), `vapid|${round}`, 32));
    const curve = createECDH("prime256v1");
    try {
      curve.setPrivateKey(bytes);
    } catch {
      // Not a number of the curve; one in four thousand million is not.
      continue;
    }
    return { publicKey: curve.getPublicKey("base64url"), privateKey: bytes.toString("base64url") };
  }
}

const vapid = identity();

/** What a browser is given when it asks to be reached. */
export const pushPublicKey = vapid.publicKey;

/**
 * The contact that a push service may ask about our messages (RFC 8292, 2.1). Apple's service refuses a subject that is not public.
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
 * Sends one message, encrypted for its browser alone (RFC 8291).
 * @returns "gone" if the browser has unsubscribed, "refused" if the push service does not accept messages for it
 * @throws where another try may help
 */
export async function sendPush(
  target: PushTarget,
  message: object,
  ttlSeconds: number,
): Promise<"sent" | "gone" | "refused"> {
  // Most houses send none: not part of the start.
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
  const answer = await fetch(endpoint, {
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body ?? Buffer.alloc(0)),
    redirect: "error",
    signal: AbortSignal.timeout(TIME_OUT_MS),
  });
  // The answer's text is of no use, and reading it lets go of the connection.
  await answer.arrayBuffer();
  if (answer.status === 404 || answer.status === 410) return "gone";
  const isRefusal = answer.status >= 400 && answer.status < 500;
  if (isRefusal && answer.status !== 408 && answer.status !== 429) return "refused";
  if (!answer.ok) throw new Error(`the push service answered ${answer.status}`);
  return "sent";
}
