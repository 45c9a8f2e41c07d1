import { useLocation } from "@remix-run/react";
import { useEffect, useRef, type RefObject } from "react";

/**
 * Closes an open `<details>` menu on Escape, on a click outside and after a navigation. `around` is the element whose
 * inside counts as the menu, by default the menu itself. Without script the summary toggles it.
 */
export function useDismissableDetails(around?: RefObject<HTMLElement>): RefObject<HTMLDetailsElement> {
  const ref = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  const opensOn = useRef(pathname);

  useEffect(() => {
    // Closes only after a navigation: on the first page the member may have opened the menu before hydration.
    if (opensOn.current !== pathname && ref.current) ref.current.open = false;
    opensOn.current = pathname;
  }, [pathname]);

  useEffect(() => {
    const onPointer = ({ target }: Event) => {
      const inside = around?.current ?? ref.current;
      if (ref.current?.open && target instanceof Node && !inside?.contains(target)) ref.current.open = false;
    };
    // The innermost open menu handles the key first and cancels it for the others.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !ref.current?.open) return;
      event.preventDefault();
      ref.current.open = false;
      ref.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("keydown", onKey);
    };
  }, [around]);

  return ref;
}
