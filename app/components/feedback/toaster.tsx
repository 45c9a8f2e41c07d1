import { useEffect, useState, type ComponentType } from "react";
import { onToast, type ToastMessage } from "~/browser/toasts";
import { toastClasses } from "~/components/ui/banner";
import type { TimedToast } from "./timed-toast";

type Timed = ComponentType<Parameters<typeof TimedToast>[0]>;

/**
 * Toast area. A pending message is rendered in the page, so that it is readable without script. With script, a timed toast
 * replaces it; its code is loaded on demand.
 */
export function Toaster({ toast, scripted }: { toast: ToastMessage | null; scripted: boolean }) {
  const [shown, setShown] = useState<{ toast: ToastMessage; serial: number; open: boolean } | null>(null);
  const [Timed, setTimed] = useState<Timed | null>(null);

  useEffect(() => {
    if (!scripted) return;
    const show = (next: ToastMessage) =>
      setShown((last) => ({ toast: next, serial: (last?.serial ?? 0) + 1, open: true }));
    if (toast) show(toast);
    return onToast(show);
  }, [toast, scripted]);

  const hasShown = shown !== null;
  useEffect(() => {
    if (!hasShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Without a network the code of the timed toast cannot be loaded. The rendered toast then disappears after the same time.
    const hideLater = () => {
      timer = setTimeout(() => setShown((last) => last && { ...last, open: false }), 5000);
    };
    void import("./timed-toast").then((module) => setTimed(() => module.TimedToast), hideLater);
    return () => clearTimeout(timer);
  }, [hasShown, shown?.serial]);

  if (Timed) {
    return (
      <Timed
        toast={shown?.toast ?? null}
        open={shown?.open ?? false}
        serial={shown?.serial ?? 0}
        onOpenChange={(open) => setShown((last) => last && { ...last, open })}
      />
    );
  }
  const rendered = shown ? shown.open && shown.toast : toast;
  return rendered && <RenderedToast toast={rendered} />;
}

function RenderedToast({ toast }: { toast: ToastMessage }) {
  return (
    <div className="toast-place">
      <div role={toast.tone === "error" ? "alert" : "status"} className={toastClasses(toast.tone)}>
        <p className="font-semibold">{toast.title}</p>
        {toast.text && <p className="text-sm">{toast.text}</p>}
      </div>
    </div>
  );
}
