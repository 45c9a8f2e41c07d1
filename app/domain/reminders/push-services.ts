/** "unreached": the last message did not arrive; "given-up": reminders are no longer sent to the device. */
export type DeviceReach = "reached" | "unreached" | "given-up";

/** The push services of the browsers that people use. The server sends to no other address that a browser may name. */
const HOSTS = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];
const HOST_ENDINGS = [".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];

/** Whether an address is one of a known push service, over https and on its usual port. */
export function isPushService(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return HOSTS.includes(hostname) || HOST_ENDINGS.some((ending) => hostname.endsWith(ending));
}
