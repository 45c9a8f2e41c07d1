import { Link } from "@remix-run/react";
import clsx from "clsx";
import { CARE_TEXTS, careText, type Care, type Help } from "~/domain/safety/care";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export function HelpDirectory({ directory }: Pick<Help, "directory">) {
  return (
    <a href={directory.href} rel="noopener noreferrer">
      {directory.name}
    </a>
  );
}

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

type Props = {
  care: Care;
  /** Target of "Continue writing privately"; omitted on the writing page itself. */
  goOn?: string;
  className?: string;
};

/** Crisis note with help numbers. Inline rather than modal, so that it never blocks writing. */
export function CareNote({ care, goOn, className }: Props) {
  const { title, text } = careText(care);
  if (care.level === 1)
    return (
      <aside
        aria-label={title}
        className={clsx("rounded border-l-4 border-accent bg-accent-soft px-5 py-4", className)}
      >
        <p className="font-semibold">{title}</p>
        <p className="mt-1 max-w-measure">
          {text}{" "}
          <Link to={paths.safety()} reloadDocument className="font-medium">
            {CARE_TEXTS.more}
          </Link>
        </p>
      </aside>
    );
  const { emergency, lines, directory } = care.help;
  return (
    <aside
      aria-label={title}
      className={clsx("rounded border-l-4 border-harm bg-harm-soft px-5 py-5", className)}
    >
      <h2 className="text-xl font-semibold text-harm">{title}</h2>
      <p className="mt-2 max-w-measure">{text}</p>
      <ul className="mt-4 grid gap-1">
        {lines.map(({ where, who, number, dial, how }) => (
          <li key={`${where} ${number}`} className="flex flex-wrap items-baseline gap-x-4">
            <a
              href={`tel:${dial}`}
              className="inline-flex min-h-11 min-w-24 items-center text-2xl font-semibold text-harm"
            >
              {number}
            </a>{" "}
            <span className="text-sm">
              {where}: {who}. {how}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Trans>
          For every other country: <HelpDirectory directory={directory} />.
        </Trans>
      </p>
      <p className="mt-3 font-semibold">{t("In immediate danger")}</p>
      <EmergencyNumbers emergency={emergency} />
      <p className="mt-3 text-sm">
        {CARE_TEXTS.kept}{" "}
        {goOn && (
          <Link to={goOn} className="inline-flex min-h-11 items-center">
            {CARE_TEXTS.goOn}
          </Link>
        )}
      </p>
    </aside>
  );
}
