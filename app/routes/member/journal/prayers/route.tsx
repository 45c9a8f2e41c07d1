import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import * as addresses from "~/addresses";
import { sendOrKeep } from "~/browser/send-or-keep";
import { sendPrayer } from "~/browser/send-prayer";
import { useWritingReply } from "~/browser/use-writing-reply";
import { FormNotice } from "~/components/forms/form-notice";
import { EditPrayer } from "~/components/prayers/edit-prayer";
import { LayDownPrayer } from "~/components/prayers/prayer-forms";
import { replyTo, type PrayerInForms, type PrayerReply } from "~/components/prayers/refusal";
import { CareNote } from "~/components/safety/care-note";
import { Button, ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { todayIn } from "~/domain/member/today.server";
import { careForIntentions } from "~/domain/prayers/care.server";
import { readListCursor } from "~/domain/prayers/list-cursor";
import { listIntentions, searchIntentions } from "~/domain/prayers/list-intentions.server";
import { heldToday } from "~/domain/prayers/turn.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { changePrayers } from "./act.server";
import { AddIntentionForm, ListForm } from "./forms";
import { shownIntention } from "./shown";

export const meta: MetaFunction = () => [{ title: t("People and intentions · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const q = url.searchParams.get("q")?.trim().slice(0, 200).toWellFormed() ?? "";
    const after = readListCursor(url.searchParams.get("page"));
    const today = todayIn(member.timezone);
    const [{ intentions, older }, held] = await Promise.all([
      q ? searchIntentions(member, q, after) : listIntentions(member, after),
      heldToday(member),
    ]);
    return {
      q,
      care: await careForIntentions(member, intentions),
      held: held.map(({ name }) => name),
      intentions: intentions.map((intention) => shownIntention(intention, today)),
      older: older ? addresses.prayers({ q, page: older }) : null,
      isFirst: !after,
    };
  });

/** Adds, and changes one; the page of one sends its forms to itself. */
export const action = (args: ActionFunctionArgs) => changePrayers(args);

/** With script: a network that fails is explained in place, and what was typed waits on this device. */
export const clientAction = (args: ClientActionFunctionArgs) =>
  sendPrayer(args, () => sendOrKeep(() => args.serverAction<FormReply>()));
export { unlessUnreached as shouldRevalidate } from "~/browser/send-or-explain";

export default function PrayersPage() {
  const { q, care, held, intentions, older, isFirst } = useLoaderData<typeof loader>();
  const reply = useWritingReply<PrayerReply>();
  const sent = reply?.sent ?? reply?.lastResult?.initialValue;
  const adding = replyTo(reply, "add");
  const isEmpty = intentions.length === 0 && !q && isFirst;
  return (
    <>
      <PageHeading
        title={t("People and intentions")}
        intro={t("The people and things you carry in prayer. A few come each day; none of them is counted.")}
      />
      {care && <CareNote care={care} className="mb-10" />}
      {held.length > 0 && (
        <section aria-labelledby="today" className="mb-12">
          <h2 id="today" className="text-sm text-muted">
            {t("Today you hold before God")}
          </h2>
          <p dir="auto" className="mb-5 mt-1 max-w-measure font-serif text-2xl leading-snug">
            {held.join(" · ")}
          </p>
          <ButtonLink to={addresses.pray()}>{t("Pray through")}</ButtonLink>
        </section>
      )}
      {sent?.prayerId !== undefined && reply && <Refused reply={reply} />}
      <AddIntentionForm
        key={intentions[0]?.id ?? ""}
        reply={sent?.paste === undefined ? adding : undefined}
      />
      <ListForm reply={sent?.paste === undefined ? undefined : adding} open={isEmpty} />
      {!isEmpty && (
        <section aria-labelledby="carried" className="mt-14">
          <h2 id="carried" className="mb-4 text-xl font-medium">
            {t("What you carry")}
          </h2>
          <Form method="get" action={addresses.prayers()} role="search" className="mb-6 flex items-end gap-3">
            <div className="min-w-0 grow sm:max-w-card">
              <label htmlFor="q" className="mb-1.5 block font-medium">
                {t("Search")}
              </label>
              <input
                dir="auto"
                id="q"
                name="q"
                type="search"
                defaultValue={q}
                maxLength={200}
                className="control"
              />
            </div>{" "}
            <Button type="submit" variant="quiet">
              {t("Search")}
            </Button>
          </Form>
          {intentions.length === 0 && <p className="text-muted">{t("Nothing here matches this.")}</p>}
          {intentions.length > 0 && (
            <ul className="divide-y divide-line border-y border-line">
              {intentions.map(({ id, name, line, coming, state }) => (
                <li key={id} className="py-4">
                  <Link
                    to={addresses.prayer(id)}
                    dir="auto"
                    className={`font-serif text-lg ${state === "carried" ? "text-ink" : "text-muted"}`}
                  >
                    {name}
                  </Link>
                  {line && (
                    <p dir="auto" className="break-words font-serif text-muted">
                      {line}
                    </p>
                  )}
                  <p className="text-sm text-muted">{coming}</p>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <nav
        aria-label={t("More intentions")}
        className="no-print mt-8 flex flex-wrap justify-between gap-x-6 gap-y-2"
      >
        <Link to={addresses.prayersPast()}>{t("What was laid down")}</Link>{" "}
        {(q || !isFirst) && <Link to={addresses.prayers()}>{t("Show them all from the beginning")}</Link>}{" "}
        {older && (
          <Link to={older} rel="next">
            {t("Older")}
          </Link>
        )}
      </nav>
    </>
  );
}

/** A form of one intention that was sent here and refused: what was typed is in it, ready to be sent again. */
function Refused({ reply }: { reply: PrayerReply }) {
  const text = (name: string) => String(reply.lastResult?.initialValue?.[name] ?? "");
  const typed: PrayerInForms = reply.saved ?? {
    id: text("prayerId"),
    name: text("name"),
    line: text("line"),
    came: text("came"),
    coming: "",
    rhythm: { kind: "turn" },
    state: "carried",
    shared: false,
    version: Number(text("version")) || 1,
  };
  const isLayDown = text("intent") === "laydown";
  const isEdit = text("intent") === "save";
  return (
    <div className="mb-12">
      {isEdit && <EditPrayer prayer={typed} reply={reply} />}
      {isLayDown && <LayDownPrayer prayer={typed} reply={reply} />}
      {!isEdit && !isLayDown && reply.notice && <FormNotice {...reply.notice} />}
    </div>
  );
}
