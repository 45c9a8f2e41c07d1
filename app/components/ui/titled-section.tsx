import type { ReactNode } from "react";

type TitledSectionProps = {
  /** Id of the heading, which names the section. */
  id: string;
  title: ReactNode;
  className?: string;
  titleClass?: string;
  children: ReactNode;
};

/** Section of a page, named by its heading. */
export function TitledSection({
  id,
  title,
  className,
  titleClass = "mb-4 text-xl",
  children,
}: TitledSectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={titleClass}>
        {title}
      </h2>
      {children}
    </section>
  );
}
