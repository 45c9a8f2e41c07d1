import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { ButtonHTMLAttributes, ComponentProps } from "react";

/**
 * At most one primary button per page; danger only for harmful actions; plain buttons look like links. In a grid a button is as wide as
 * its words; on the cards of sign-in and registration it fills the line. The space after each button separates it from the next when the
 * style sheet fails to load.
 */
export type ButtonVariant = "primary" | "quiet" | "danger" | "plain";

const BOXED = "justify-center justify-self-start border px-5 py-2 text-center font-medium no-underline";

const VARIANT_CLASS: Record<ButtonVariant, string> = {
  primary: `${BOXED} border-accent bg-accent text-accent-ink hover:opacity-90`,
  quiet: `${BOXED} border-edge text-ink hover:border-ink`,
  danger: `${BOXED} border-harm text-harm hover:opacity-90`,
  plain: "text-left text-muted underline decoration-line underline-offset-4 hover:text-ink",
};

function buttonClasses(variant: ButtonVariant, className?: string): string {
  return clsx(
    "inline-flex min-h-11 items-center gap-2 rounded text-base transition",
    VARIANT_CLASS[variant],
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

/** Link styled as a button. Add `reloadDocument` if the target page has no script. */
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
