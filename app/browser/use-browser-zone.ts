import { useEffect, type RefObject } from "react";

/** Fills the field of a form that asks for the time zone with the browser's own, where it is empty. */
export function useBrowserZone(form: RefObject<HTMLFormElement>, name: string): void {
  useEffect(() => {
    const input = form.current?.elements.namedItem(name);
    if (input instanceof HTMLInputElement && !input.value)
      input.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  }, [form, name]);
}
