import type { Passage } from "~/domain/scripture/passages/passage";
import { t } from "~/i18n/t";
import { PassageSource } from "./passage-source";

/** Today's passage as it begins, with the way to the whole of it. */
export function PassageBeginning({
  lines,
  isWhole,
  ...passage
}: Pick<Passage, "reference" | "translation" | "lacking" | "address"> & {
  lines: string[];
  isWhole: boolean;
}) {
  const { language, direction } = passage.translation;
  return (
    <figure>
      <blockquote lang={language} dir={direction} className="scripture border-l-2 border-day pl-5">
        {lines.map((line, at) => (
          <p key={at} className={lines.length > 1 ? "verse-line" : "line-clamp-3"}>
            {line}
          </p>
        ))}
      </blockquote>
      <PassageSource passage={passage} readOn={isWhole ? t("Read on") : t("Read all")} />
    </figure>
  );
}
