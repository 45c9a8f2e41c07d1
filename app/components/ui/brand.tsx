import clsx from "clsx";

/** The mark: a still horizon and a rising dot. Decoration beside the name. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      className={clsx("shrink-0 text-accent", className)}
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="16" cy="12.4" r="4.4" fill="currentColor" />
      <path d="M2 23h28" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** The brand words of the product beside its mark. */
export function Brand({ className }: { className?: string }) {
  return (
    <span className={clsx("inline-flex items-center gap-2.5 text-ink", className)}>
      <BrandMark className="h-7 w-7" />
      <span className="whitespace-nowrap text-sm font-semibold tracking-brand">STILL &amp; KNOW</span>
    </span>
  );
}
