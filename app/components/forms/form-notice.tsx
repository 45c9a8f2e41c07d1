import type { ReactNode } from "react";
import { Banner } from "~/components/ui/banner";

/** A message for the whole form, announced at once. `children` may add a countdown or a link. */
export function FormNotice({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <Banner tone="harm" role="alert" title={title}>
      {text && <p>{text}</p>}
      {children}
    </Banner>
  );
}
