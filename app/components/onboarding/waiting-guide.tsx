import { Link, useFetcher, useLocation, useMatches } from "@remix-run/react";
import { useEffect, useState, type ComponentType } from "react";
import * as addresses from "~/addresses";
import { whenNobodyWrites } from "~/browser/when-nobody-writes";
import { useHouse } from "~/components/layout/use-house";
import { guideInvitation } from "~/domain/onboarding/guide-invitations";
import { guideOn, OPENS_AFTER_MS, type GuideKey, type WaitingGuides } from "~/domain/onboarding/guides";
import type { GuideDialog } from "./guide-dialog";

/**
 * Shows the guide waiting for a person: as a dialog once script runs, and as a line that leads to its
 * pages without. Finishing, skipping and closing are all remembered.
 */
export function WaitingGuide({ waiting }: { waiting: WaitingGuides }) {
  const { pathname } = useLocation();
  const { submit } = useFetcher();
  const [done, setDone] = useState(false);
  const [open, setOpen] = useState<GuideKey | null>(null);
  const [Dialog, setDialog] = useState<ComponentType<Parameters<typeof GuideDialog>[0]> | null>(null);
  const { isOpen } = useHouse();
  const isAsked = useMatches().some(
    ({ data }) => data instanceof Object && "firstRun" in data && data.firstRun !== null,
  );
  const guide = done ? null : guideOn(pathname, waiting, isAsked);

  useEffect(() => {
    if (!guide) return;
    return whenNobodyWrites(document, OPENS_AFTER_MS[guide], () => {
      // Without a network there is no dialog; the next visit tries again.
      import("./guide-dialog").then(
        (module) => {
          setDialog(() => module.GuideDialog);
          setOpen(guide);
        },
        () => undefined,
      );
    });
  }, [guide]);

  if (!guide) return null;
  if (open === guide && Dialog) {
    const finish = () => {
      setDone(true);
      submit({ _auto: "1" }, { method: "post", action: addresses.welcomeGuide(guide) });
    };
    return <Dialog key={guide} guide={guide} onDone={finish} />;
  }
  const { text, link } = guideInvitation(guide, isOpen);
  return (
    <noscript>
      <p className="mb-8 rounded border-l-4 border-accent bg-accent-soft px-4 py-3">
        {text} <Link to={addresses.welcomeGuide(guide)}>{link}</Link>
      </p>
    </noscript>
  );
}
