import * as paths from "~/paths";
import { registerSync } from "./scope";
import { all, clear, put } from "./store";

/** Remembers a logout or quick exit that did not reach the server, to be sent before anything else. */
export async function deferEnd(end: { isLogout: boolean }): Promise<void> {
  const [pending] = await all("pendingEnd");
  await put("pendingEnd", { key: "session", isLogout: end.isLogout || pending?.isLogout === true });
  await registerSync("unsent");
}

export const pendingEnd = async () => (await all("pendingEnd"))[0];

/** Ends or locks the session on the server where that is pending. @throws where the server is not reached */
export async function sendPendingEnd(): Promise<void> {
  const pending = await pendingEnd();
  if (!pending) return;
  const response = pending.isLogout
    ? await fetch(paths.apiAuthLogout(), { method: "POST" })
    : await fetch(paths.leave(), { method: "POST", body: new URLSearchParams(), redirect: "manual" });
  if (response.ok || response.type === "opaqueredirect") await clear("pendingEnd");
}
