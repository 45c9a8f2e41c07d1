import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { scope } from "./scope";

type Pushed = { title?: string; body?: string; url?: string; tag?: string };

/** Shows what was pushed. What is not ours is shown all the same, because browsers ask that every push is. */
export function showPushed(event: PushEvent): Promise<void> {
  const { title = t("Still and Know"), body = "", url = paths.dashboard(), tag = title } = read(event.data);
  return scope.registration.showNotification(title, {
    body,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    tag,
    data: { url },
  });
}

function read(data: PushMessageData | null): Pushed {
  try {
    return (data?.json() as Pushed | null | undefined) ?? {};
  } catch {
    return {};
  }
}

/** Opens the page that a notification is about, or goes to where it is open. */
export async function openPushed({ data }: Notification): Promise<void> {
  const { url: address = paths.dashboard() } = (data as { url?: string } | null) ?? {};
  const url = new URL(address, scope.location.origin);
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const here = windows.find((client) => new URL(client.url).pathname === url.pathname);
  if (here) await here.focus();
  else
    await scope.clients.openWindow(
      url.origin === scope.location.origin ? url.pathname + url.search : paths.dashboard(),
    );
}
