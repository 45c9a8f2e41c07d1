import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { dayLine } from "~/domain/journal/entries/entry";
import { readSlot } from "~/domain/journal/reflection/reflection.server";
import { currentSlotOf } from "~/domain/member/current-member.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("Journal · Still and Know") }];

/**
 * Redirects to the reflection of the local time, or offers a choice if it is written already; `?slot=` and `?kind=free`
 * choose another page.
 */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    if (url.searchParams.get("kind") === "free") throw redirect(paths.freePage());
    const requestedSlot = url.searchParams.get("slot");
    if (requestedSlot === "morning" || requestedSlot === "evening")
      throw redirect(paths.reflection(requestedSlot));
    const { slot, forDate } = currentSlotOf(member);
    const { draft, written } = await readSlot(member, slot, forDate);
    const [entry] = written;
    if (draft || !entry) throw redirect(paths.reflection(slot));
    return { slot, entryId: entry.id, day: dayLine(forDate, member.prayer) };
  });

export default function Journal() {
  const { slot, entryId, day } = useLoaderData<typeof loader>();
  const isMorning = slot === "morning";
  const choices = [
    [paths.freePage(), t("Write a free page")],
    [
      paths.entry(entryId),
      isMorning ? t("Read this morning’s reflection") : t("Read this evening’s reflection"),
    ],
    [
      paths.reflection(slot),
      isMorning ? t("Write another for this morning") : t("Write another for this evening"),
    ],
    isMorning
      ? [paths.reflection("evening"), t("Begin the evening early")]
      : [paths.reflection("morning"), t("Open the morning")],
  ] as const;
  return (
    <>
      <PageHeading title={isMorning ? t("Your morning is kept") : t("Your evening is kept")} eyebrow={day} />
      <ul className="max-w-measure divide-y divide-line border-y border-line">
        {choices.map(([to, label]) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-14 items-center text-lg text-ink no-underline hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
