import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Badge } from "~/components/ui/badge";
import { Banner } from "~/components/ui/banner";
import { Disclosure } from "~/components/ui/disclosure";
import type { Severity } from "~/domain/administration/alerts/alert-rules";
import type { UserStatus } from "~/domain/administration/users/users.server";
import { formatNumber } from "~/domain/calendar/locale";
import { t, tn } from "~/i18n/t";
import * as paths from "~/paths";

type Fact = { label: string; value: ReactNode };

/** Labels and values, side by side on wide screens. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-1 gap-x-6 py-2.5 sm:grid-cols-[13em_minmax(0,1fr)]">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Section({
  id,
  title,
  intro,
  children,
}: {
  id: string;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-12 first:mt-0">
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      {intro && <p className="-mt-2 mb-5 max-w-measure text-sm text-muted">{intro}</p>}
      {children}
    </section>
  );
}

type Group = { title: string; figures: { label: string; value: number; note?: string }[] };

/** Groups of counts. Those at zero are only named, folded under `zerosTitle`. */
export function FigureGroups({ groups, zerosTitle }: { groups: Group[]; zerosTitle: string }) {
  const shown = groups.map(({ title, figures }) => ({
    title,
    figures: figures.filter(({ value }) => value !== 0),
  }));
  const zeros = groups.flatMap(({ figures }) => figures.filter(({ value }) => value === 0));
  return (
    <div className="grid grid-cols-1 gap-10">
      {shown
        .filter(({ figures }) => figures.length > 0)
        .map(({ title, figures }) => (
          <section key={title} aria-label={title}>
            <h2 className="mb-4 text-xl">{title}</h2>
            <dl className="grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3">
              {figures.map(({ label, value, note }) => (
                <div key={label} className="flex flex-col justify-between border-l-2 border-line pl-4">
                  <dt className="text-sm text-muted">{label}</dt>
                  <dd className="tabular-nums">
                    <span className="text-2xl">{formatNumber(value)}</span>{" "}
                    {note && <span className="ml-2 text-sm text-muted">{note}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      {zeros.length > 0 && (
        <Disclosure title={zerosTitle} open={false} className="border-y border-line">
          <p className="mb-1 text-sm text-muted">{t("These are at zero.")}</p>
          <ul className="mb-4 grid grid-cols-1 gap-x-8 text-sm sm:grid-cols-2">
            {zeros.map(({ label }) => (
              <li key={label} className="py-1">
                {label}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

/** Links to pages, each with its state or purpose. */
export function PageList({ pages }: { pages: readonly { to: string; label: string; about: ReactNode }[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {pages.map(({ to, label, about }) => (
        <li key={label}>
          <Link
            to={to}
            className="grid min-h-14 grid-cols-1 items-baseline gap-x-6 py-3 no-underline hover:underline sm:grid-cols-[13em_minmax(0,1fr)]"
          >
            <span className="font-medium">{label}</span>{" "}
            <span className="min-w-0 break-words text-muted">{about}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export const ALERT_STATES = [
  ["open", t("Open")],
  ["acknowledged", t("Acknowledged")],
  ["resolved", t("Resolved")],
] as const;

type AlertStateProps = { state: (typeof ALERT_STATES)[number][0]; severity: Severity };

export function AlertState({ state, severity }: AlertStateProps) {
  const name = ALERT_STATES.find(([key]) => key === state)?.[1];
  if (state === "resolved") return <Badge>{name}</Badge>;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={severity === "critical" ? "harm" : "accent"}>{name}</Badge>{" "}
      {severity === "critical" && <Badge tone="harm">{t("Critical")}</Badge>}
    </span>
  );
}

export const STATUS_NAMES: Record<UserStatus, string> = {
  active: t("Active"),
  locked: t("Locked"),
  deleting: t("Being deleted"),
};

type UserStateProps = { status: UserStatus; isVerified: boolean; isAdmin: boolean };

export function UserState({ status, isVerified, isAdmin }: UserStateProps) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {status !== "active" && <Badge tone="harm">{STATUS_NAMES[status]}</Badge>}
      {!isVerified && <Badge>{t("Not verified")}</Badge>}
      {isAdmin && <Badge tone="accent">{t("Administrator")}</Badge>}
      {status === "active" && isVerified && !isAdmin && <span className="text-muted">{t("Active")}</span>}
    </span>
  );
}

/** A one-time link for the administrator to hand over. */
export function OneTimeLink({ title, explains, link }: { title: string; explains: string; link: string }) {
  return (
    <Banner tone="success" role="status" title={title} className="mb-10">
      <label htmlFor="new-link" className="mb-1.5 mt-2 block text-sm">
        {explains}
      </label>
      {/* The whole link is visible, also on a phone, because it can be copied onto paper. */}
      <textarea
        dir="auto"
        id="new-link"
        readOnly
        rows={4}
        value={link}
        className="control break-all font-mono text-sm [field-sizing:content]"
      />
    </Banner>
  );
}

/** Members who registered while the instance sends no email and need an approval to sign in. */
export function PendingApprovals({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Banner className="mb-10">
      <Link to={paths.adminUsers({ verified: "no", status: "active" })}>
        {tn("One person is waiting for approval", "{count} people are waiting for approval", count)}
      </Link>
    </Banner>
  );
}
