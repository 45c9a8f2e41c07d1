import { useEffect, useRef, type RefObject } from "react";

/** Lets a text area grow with its text where CSS alone (`field-sizing: content`) cannot. */
export function useGrowingTextarea(): RefObject<HTMLTextAreaElement> {
  const ref = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = ref.current;
    if (!area || CSS.supports("field-sizing", "content")) return;
    const grow = () => {
      if (area.scrollHeight > area.clientHeight) area.style.height = `${area.scrollHeight + 2}px`;
    };
    grow();
    area.addEventListener("input", grow);
    return () => area.removeEventListener("input", grow);
  }, []);
  return ref;
}
