import { useEffect, useState } from "react";

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
