import type { Help } from "~/domain/safety/care";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

/** The directory of lines for every other country. */
export function HelpDirectory({ directory }: Pick<Help, "directory">) {
  return (
    <a href={directory.href} rel="noopener noreferrer">
      {directory.name}
    </a>
  );
}

/** Numbers to call in immediate danger, each with where it is answered. */
export function EmergencyNumbers({ emergency }: Pick<Help, "emergency">) {
  return (
    <ul className="flex flex-wrap gap-x-8">
      {emergency.map(({ where, number }) => (
        <li key={`${where} ${number}`} className="inline-flex min-h-11 items-center gap-2">
          <a
            href={`tel:${number}`}
            className="inline-flex min-h-11 items-center text-xl font-semibold text-harm"
          >
            {number}
          </a>{" "}
          <span className="text-sm">{where}</span>
        </li>
      ))}
    </ul>
  );
}

/** People who listen: a number a line. */
export function ListeningLines({ help: { lines, directory } }: { help: Help }) {
  return (
    <ul className="mt-4 border-t border-line">
      {lines.map(({ where, who, number, dial, how }) => (
        <li
          key={`${where} ${number}`}
          className="grid gap-x-6 border-b border-line py-4 sm:grid-cols-[9rem_1fr] sm:items-center"
        >
          <a href={`tel:${dial}`} className="inline-flex min-h-11 items-center text-2xl font-medium">
            {number}
          </a>{" "}
          <div>
            <h3 className="font-semibold">{where}</h3>
            <p className="text-sm text-muted">
              {who}. {how}
            </p>
          </div>
        </li>
      ))}
      <li className="border-b border-line py-4">
        <h3 className="font-semibold">{t("Every other country")}</h3>
        <p>
          <Trans>
            <HelpDirectory directory={directory} /> lists people who listen, by country and by what is wrong,
            by phone and by chat.
          </Trans>
        </p>
      </li>
    </ul>
  );
}
