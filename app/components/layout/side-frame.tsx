import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useRef, type ReactNode } from "react";
import { useDismissableDetails } from "~/browser/use-dismissable-details";
import { Brand } from "~/components/ui/brand";
import { Icon } from "~/components/ui/icon";
import { t } from "~/i18n/t";

type Props = {
  /** Where the brand leads, and whether as a document of its own. */
  home: string;
  reloadHome?: boolean;
  brandClass?: string;
  /** Of the panel beside the page: how high it stands on wide screens. */
  panelClass: string;
  bodyClass: string;
  panel: ReactNode;
  children: ReactNode;
};

/**
 * A page beside a panel. The panel is written once: on wide screens it is the sidebar, on phones the `<details>` beside
 * it opens and closes it as a drawer, with or without script.
 */
export function SideFrame({ home, reloadHome, brandClass, panelClass, bodyClass, panel, children }: Props) {
  const frame = useRef<HTMLElement>(null);
  const drawer = useDismissableDetails(frame);
  return (
    <div className="min-h-screen lg:grid lg:grid-cols-[15em_minmax(0,1fr)]">
      <header
        ref={frame}
        className={clsx(
          "no-print flex flex-wrap items-center justify-between border-b border-line px-4 py-2 lg:sticky lg:top-0 lg:flex-col lg:flex-nowrap lg:items-stretch lg:justify-start lg:overflow-y-auto lg:border-b-0 lg:px-3 lg:py-5",
          panelClass,
        )}
      >
        <Link
          to={home}
          reloadDocument={reloadHome}
          className={clsx("inline-flex min-h-11 items-center no-underline", brandClass)}
        >
          <Brand />
        </Link>{" "}
        <details ref={drawer} className="peer lg:hidden">
          <summary className="flex min-h-11 items-center gap-2 rounded px-2 text-sm font-medium">
            <Icon name="menu" />
            {t("Menu")}
          </summary>
        </details>
        <div
          className={clsx(
            "hidden w-full flex-col pb-4 pt-3 peer-open:flex lg:flex lg:flex-1 lg:pb-0",
            bodyClass,
          )}
        >
          {panel}
        </div>
      </header>
      <div className="flex min-h-screen min-w-0 flex-col lg:border-l lg:border-line">{children}</div>
    </div>
  );
}
