import { useEffect } from "react";
import { showToast } from "./toasts";

type Refusal = { notice?: { title: string; text: string } };

/** Shows a refused form's notice as a toast too, once script runs; without script the alert in the page says it. */
export function useRefusalToast(reply: Refusal | undefined): void {
  const notice = reply?.notice;
  useEffect(() => {
    if (notice) showToast({ title: notice.title, text: notice.text, tone: "error" });
  }, [notice]);
}
