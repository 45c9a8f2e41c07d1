import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { ButtonHTMLAttributes, ComponentProps } from "react";

/**
 * One primary button a page; quiet for the rest; danger for harm only. The space behind each parts it from the next one where
 * there are no styles, and is not seen where there are.
 */
export type ButtonVariant = "primary" | "quiet" | "danger";

const LOOK: Record<ButtonVariant, string> = {
  primary: "border-accent bg-accent text-accent-ink hover:opacity-90",
  quiet: "border-edge bg-transparent text-ink hover:border-ink",
  danger: "border-harm bg-transparent text-harm hover:bg-harm hover:text-harm-ink",
};

function buttonClasses(variant: ButtonVariant, className?: string): string {
  return clsx(
    "inline-flex min-h-11 items-center justify-center gap-2 rounded border px-5 py-2 text-center text-base font-medium leading-snug no-underline transition",
    "disabled:cursor-not-allowed disabled:opacity-60",
    LOOK[variant],
    className,
  );
}

export function Button({
  variant = "primary",
  className,
  type = "button",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant }) {
  return (
    <>
      <button type={type} className={buttonClasses(variant, className)} {...rest} />{" "}
    </>
  );
}

/** A link that looks like a button; where it leads to a page without script, add `reloadDocument`. */
export function ButtonLink({
  variant = "primary",
  className,
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant }) {
  return (
    <>
      <Link className={buttonClasses(variant, className)} {...rest} />{" "}
    </>
  );
}
