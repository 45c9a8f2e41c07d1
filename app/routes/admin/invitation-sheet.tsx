import { useHydrated } from "~/browser/use-browser-state";
import { BrandMark } from "~/components/ui/brand";
import { Button } from "~/components/ui/button";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

type InvitationSheetProps = {
  /** Name of the instance; empty without one. */
  name: string;
  link: string;
  code: string;
  qrSvg: string;
  /** The last day of the invitation. */
  ends: string;
};

/** An invitation to print: a QR code, and a code for those who type it. */
export function InvitationSheet({ name, link, code, qrSvg, ends }: InvitationSheetProps) {
  const address = new URL(link).host + paths.register();
  return (
    <article className="invitation-sheet mx-auto max-w-card rounded border border-line bg-raised px-6 py-10 text-center sm:px-10">
      <BrandMark className="mx-auto h-8 w-10 text-accent" />
      <p className="mt-5 text-sm tracking-brand">{t("STILL & KNOW")}</p>
      <h2 dir="auto" className="balance mt-2 font-serif text-2xl">
        {name ? t("{name} invites you", { name }) : t("You are invited")}
      </h2>
      <p className="balance mt-4 text-muted">
        {t("A private journal of prayer: a few quiet minutes in the morning and in the evening.")}
      </p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
        alt={t("The address with the code, as a QR code")}
        width={200}
        height={200}
        className="mx-auto mt-8 bg-white p-2"
      />
      <p className="mt-6 text-sm text-muted">{t("Scan it with a phone, or go to")}</p>
      <p className="mt-1 font-medium [overflow-wrap:anywhere]">{address}</p>
      <p className="mt-4 text-sm text-muted">{t("and type this code")}</p>
      <p className="mt-1 whitespace-nowrap font-mono text-xl font-semibold tracking-wide">{code}</p>
      <p className="mt-8 text-sm text-muted">{t("For one person, until {ends}.", { ends })}</p>
    </article>
  );
}

/** Prints the page; shown once script runs. */
export function PrintButton() {
  return useHydrated() ? <Button onClick={() => window.print()}>{t("Print")}</Button> : null;
}
