import { createToastUtilsWithCustomSession } from "remix-toast";
import { TOAST_COOKIE, toastStorage } from "./cookies.server";

/** One short message that survives a redirect, in its own signed cookie. The only place that knows remix-toast. */
const toasts = createToastUtilsWithCustomSession(toastStorage);

export type Toast = { title: string; text?: string; tone: "info" | "success" | "error" };

/** A cookie holds 4,096 bytes; a message that long is a mistake, but must not lose the redirect. */
const clamp = (text: string) => (text.length > 600 ? `${text.slice(0, 599)}…` : text);

/** Goes to `url` and shows `toast` on the page that it leads to. */
export async function redirectWithToast(
  url: string,
  toast: Toast,
  init: ResponseInit = {},
): Promise<Response> {
  return toasts.redirectWithToast(
    url,
    {
      message: clamp(toast.title),
      description: toast.text === undefined ? undefined : clamp(toast.text),
      type: toast.tone,
    },
    init,
  );
}

/** The toast that waits for this page, and the header that takes it away. Costs nothing without the cookie. */
export async function consumeToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  if (!request.headers.get("Cookie")?.includes(`${TOAST_COOKIE}=`))
    return { toast: null, headers: new Headers() };
  const { toast } = await toasts.getToast(request);
  // An emptied cookie would travel with every request from now on, and be read and signed again for each page.
  const headers = new Headers({
    "Set-Cookie": await toastStorage.destroySession(await toastStorage.getSession()),
  });
  if (!toast) return { toast: null, headers };
  const tone = toast.type === "warning" ? "info" : toast.type;
  return { toast: { title: toast.message, text: toast.description, tone }, headers };
}
