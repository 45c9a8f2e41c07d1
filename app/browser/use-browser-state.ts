import { useEffect, useState, type RefObject } from "react";

/** False on the server and during hydration, then true. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}

/** `navigator.onLine`; true on the server and during hydration. */
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

/** Fills an empty time zone field with the browser's zone. @returns whether the field has a zone now */
export function useBrowserZone(form: RefObject<HTMLFormElement>, name: string): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const input = form.current?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) return;
    input.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    setKnown(input.value !== "");
  }, [form, name]);
  return isKnown;
}
