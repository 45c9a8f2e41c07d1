import { getTextareaProps, type FieldMetadata } from "@conform-to/react";
import clsx from "clsx";
import { useEffect, useRef, type ReactNode, type RefObject, type TextareaHTMLAttributes } from "react";
import { FieldErrors, FieldHint } from "./field";

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

/** Rows for browsers that cannot grow the area, and the same height for those that can. */
const SIZE = {
  line: { rows: 2, height: "min-h-[3.6em]" },
  short: { rows: 4, height: "min-h-[7em]" },
  medium: { rows: 8, height: "min-h-[14em]" },
  long: { rows: 14, height: "min-h-[24em]" },
} as const;

type Props<Schema, Form extends Record<string, unknown>> = {
  meta: FieldMetadata<Schema, Form>;
  /** The question that is answered here. */
  label: ReactNode;
  /** Where the page's heading already asks the question, the label is for screen readers only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  size?: keyof typeof SIZE;
  className?: string;
} & Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  "id" | "name" | "form" | "defaultValue" | "value" | "rows" | "className" | "children"
>;

/** Where people write: the text area is the page. It grows with the text; its question is above it. */
export function WritingArea<Schema, Form extends Record<string, unknown>>({
  meta,
  label,
  labelHidden = false,
  hint,
  size = "medium",
  className,
  ...rest
}: Props<Schema, Form>) {
  const ref = useGrowingTextarea();
  const { key: _, ...control } = getTextareaProps(meta, {
    ariaDescribedBy: hint ? meta.descriptionId : undefined,
  });
  return (
    <div className={className}>
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
