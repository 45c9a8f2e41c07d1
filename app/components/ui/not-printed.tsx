import { t } from "~/i18n/t";

/** Says beside what makes a PDF which letters it does not have. `scripts` is in words. */
export function NotPrinted({ id, scripts }: { id: string; scripts: string }) {
  return (
    <p id={id} className="no-print mt-4 max-w-measure">
      {t(
        "A PDF has no letters for {scripts}, so what is written in them would be missing. Your browser can print the pages here with all of them.",
        { scripts },
      )}
    </p>
  );
}
