import { getTextareaProps, type FieldMetadata } from "@conform-to/react";
import clsx from "clsx";
import { useEffect, useRef, type ReactNode, type RefObject, type TextareaHTMLAttributes } from "react";
import { FieldErrors, FieldHint } from "./field";

/** Grows a text area with its text in browsers without `field-sizing: content`. */
function useGrowingTextarea(): RefObject<HTMLTextAreaElement> {
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

/** Rows without `field-sizing` support, and the same minimum height with it. */
const SIZE = {
  line: { rows: 2, height: "min-h-[3.6em]" },
  short: { rows: 4, height: "min-h-[7em]" },
  medium: { rows: 8, height: "min-h-[14em]" },
  long: { rows: 14, height: "min-h-[24em]" },
} as const;

type Props<Schema, Form extends Record<string, unknown>> = {
  meta: FieldMetadata<Schema, Form>;
  label: ReactNode;
  /** Hides the label visually where the page heading is the question. */
  labelHidden?: boolean;
  hint?: ReactNode;
  size?: keyof typeof SIZE;
} & Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  "id" | "name" | "form" | "defaultValue" | "value" | "rows" | "className" | "children"
>;

/** Text area of the writing pages, which grows with its text. */
export function WritingArea<Schema, Form extends Record<string, unknown>>({
  meta,
  label,
  labelHidden = false,
  hint,
  size = "medium",
  ...rest
}: Props<Schema, Form>) {
  const ref = useGrowingTextarea();
  const { key: _, ...control } = getTextareaProps(meta, {
    ariaDescribedBy: hint ? meta.descriptionId : undefined,
  });
  return (
    <div>
      <label htmlFor={meta.id} dir="auto" className={labelHidden ? "sr-only" : "block text-lg font-medium"}>
        {label}
      </label>
      <FieldHint id={meta.descriptionId} hint={hint} />
      <textarea
        dir="auto"
        {...control}
        {...rest}
        ref={ref}
        rows={SIZE[size].rows}
        className={clsx("writing mt-1", SIZE[size].height)}
      />
      <FieldErrors id={meta.errorId} errors={meta.errors} />
    </div>
  );
}
