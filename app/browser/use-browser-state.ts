import { useEffect, useState, type RefObject } from "react";

/** False on the server and in the first render, true once script runs. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}

/** Whether the browser says it is online; true on the server and before script runs. */
export function useOnline(onChange?: (online: boolean) => void): boolean {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const update = () => {
      setOnline(navigator.onLine);
      onChange?.(navigator.onLine);
    };
    setOnline(navigator.onLine);
    window.addEventListener("online", update);
    window.addEventListener("offline", update);
    return () => {
      window.removeEventListener("online", update);
      window.removeEventListener("offline", update);
    };
  }, [onChange]);
  return online;
}

/** Fills the field of a form that asks for the time zone with the browser's own, where it is empty. */
export function useBrowserZone(form: RefObject<HTMLFormElement>, name: string): void {
  useEffect(() => {
    const input = form.current?.elements.namedItem(name);
    if (input instanceof HTMLInputElement && !input.value)
      input.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  }, [form, name]);
}
