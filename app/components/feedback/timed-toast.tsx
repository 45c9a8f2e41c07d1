import * as Radix from "@radix-ui/react-toast";
import type { ToastMessage } from "~/browser/toasts";
import { toastClasses } from "~/components/ui/banner";
import { t } from "~/i18n/t";

type Props = {
  toast: ToastMessage | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  serial: number;
};

/**
 * Shows one toast at a time for 5 seconds; swiping 50 px to the right closes it, F8 focuses it
 * (docs/product.md#toasts). Loaded after hydration.
 */
export function TimedToast({ toast, open, onOpenChange, serial }: Props) {
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label={t("Notification")}>
      {toast && (
        <Radix.Root
          key={serial}
          open={open}
          onOpenChange={onOpenChange}
          type={toast.tone === "error" ? "foreground" : "background"}
          className={`toast flex items-start gap-4 ${toastClasses(toast.tone)}`}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
            {toast.text && <Radix.Description className="text-sm">{toast.text}</Radix.Description>}
          </div>
          <Radix.Close className="-my-2 -mr-2 inline-flex min-h-11 items-center rounded px-2 text-sm text-muted hover:text-ink hover:underline">
            {t("Close")}
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport hotkey={["F8"]} className="toast-viewport" />
    </Radix.Provider>
  );
}
