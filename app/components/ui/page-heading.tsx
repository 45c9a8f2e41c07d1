import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  /** Line above the title, such as the date and the season. */
  eyebrow?: ReactNode;
  intro?: ReactNode;
  /** Replaces the rule under the title. */
  mark?: ReactNode;
  /** `h2` below another heading of the page. */
  level?: "h1" | "h2";
};

/** The page's only `h1`. */
export function PageHeading({ title, eyebrow, intro, mark, level: Heading = "h1" }: Props) {
  return (
    <header className="mb-8">
      {eyebrow && (
        <p dir="auto" className="balance mb-1 text-sm text-muted">
          {eyebrow}
        </p>
      )}
      <Heading dir="auto" className="text-3xl">
        {title}
      </Heading>
      {mark ?? <div aria-hidden="true" className="mt-4 h-0.5 w-10 bg-day" />}
      {intro && (
        <div dir="auto" className="mt-5 max-w-measure text-muted">
          {intro}
        </div>
      )}
    </header>
  );
}
