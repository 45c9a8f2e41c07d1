import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { Disclosure } from "~/components/ui/disclosure";
import { PageHeading } from "~/components/ui/page-heading";
import { dayToForm, headToForm } from "~/domain/ways/way-form";
import { wayToWrite } from "~/domain/ways/write-way.server";
import { notFound, wayAuthorLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { handleWayAction } from "~/routes/admin/ways/way-actions.server";
import { WayDayForm, WayHeadForm } from "./ways/way-forms";
import { RefusedFiles, WriteWayForm } from "./ways/write-form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.name ?? t("Ways written here") }) },
];

/** `?day=3` opens a day, and the number after the last day opens a new one; `?as=text` shows the file. */
export const loader = (args: LoaderFunctionArgs) =>
  wayAuthorLoader(args, async ({ params, url }) => {
    const file = await wayToWrite(params.way ?? "");
    if (!file) throw notFound();
    const { way, ...rest } = file;
    const isText = url.searchParams.get("as") === "text";
    const asked = Number(url.searchParams.get("day"));
    const days = way?.days ?? [];
    return {
      ...rest,
      parts: way && !isText ? { head: headToForm(way), days: days.map(dayToForm) } : null,
      isReadable: way !== null,
      day: Number.isInteger(asked) && asked >= 1 && asked <= days.length + 1 ? asked : null,
    };
  });

export const action = (args: ActionFunctionArgs) => handleWayAction(args);

/** A conflict reloads the file, so that both texts can be shown. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export default function WriteWayPage() {
  const { id, name, text, seen, faults, parts, isReadable } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={name}
        eyebrow={<Link to={paths.adminWays()}>{t("Ways written here")}</Link>}
        intro={
          <span className="flex flex-wrap gap-x-6">
            <Link to={paths.way(id)}>{t("As people see it")}</Link>{" "}
            {parts ? (
              <Link to={`${paths.adminWay(id)}?as=text`}>{t("As text")}</Link>
            ) : (
              isReadable && <Link to={paths.adminWay(id)}>{t("As a form")}</Link>
            )}
          </span>
        }
      />
      {faults.length > 0 && !reply && <RefusedFiles files={[{ name: `${id}.yaml`, id: "", faults }]} />}
      {reply?.notice && text !== null && (
        <Disclosure title={t("As it is saved now")} open className="mb-8">
          <pre className="overflow-x-auto whitespace-pre-wrap text-sm">{text}</pre>
        </Disclosure>
      )}
      {parts ? (
        <Parts key={seen} />
      ) : text === null ? (
        <p className="text-muted">
          {t("This file is too long for a page. It can be changed on the server.")}
        </p>
      ) : (
        <WriteWayForm key={seen} reply={reply} way={{ id, text, seen }} />
      )}
      <PostForm className="mt-12 border-t border-line pt-8">
        <input type="hidden" name="name" value={id} />
        <p className="mb-4 max-w-measure text-muted">
          {t("When a way is removed, those who walk it continue as usual, and what they wrote stays.")}
        </p>
        <SubmitButton name="intent" value="remove" variant="danger">
          {t("Remove this way")}
        </SubmitButton>
      </PostForm>
    </>
  );
}

/** The way as forms: its name and beginning, and one of its days at a time. */
function Parts() {
  const { id, seen, parts, day, hasComments } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (!parts) return null;
  const { head, days } = parts;
  const file = { id, seen };
  const form = (number: number) => (
    <WayDayForm
      key={number}
      file={file}
      day={number}
      count={days.length}
      values={days[number - 1]}
      reply={reply}
    />
  );
  const address = (number: number) => `${paths.adminWay(id)}?day=${number}#day`;
  return (
    <div className="max-w-page">
      {hasComments && (
        <p className="mb-6 text-sm text-muted">
          {t("The file has notes after “#”. Saving here removes them; saving it as text keeps them.")}
        </p>
      )}
      <Disclosure
        title={<span className="font-medium">{t("Name and beginning")}</span>}
        open={replyForIntent(reply, "saveHead") !== undefined}
        className="border-y border-line py-2"
      >
        <WayHeadForm file={file} head={head} reply={reply} />
      </Disclosure>
      <ol aria-label={t("The days")} className="divide-y divide-line border-b border-line">
        {days.map(({ dayTitle, passage }, at) => (
          <li key={at} id={day === at + 1 ? "day" : undefined}>
            {day === at + 1 ? (
              <>
                <h2 className="pb-2 pt-5 text-xl">{t("Day {number}", { number: day })}</h2>
                {form(day)}
              </>
            ) : (
              <Link
                to={address(at + 1)}
                className="flex min-h-12 flex-wrap items-baseline gap-x-3 py-3 no-underline hover:underline"
              >
                <span className="w-8 shrink-0 tabular-nums text-muted">{at + 1}</span>{" "}
                <span className="font-serif text-lg">{dayTitle}</span>{" "}
                <span className="text-sm text-muted">{passage}</span>
              </Link>
            )}
          </li>
        ))}
      </ol>
      {day === days.length + 1 ? (
        <div id="day">
          <h2 className="pb-2 pt-6 text-xl">{t("Day {number}", { number: day })}</h2>
          {form(day)}
        </div>
      ) : (
        <p className="mt-6">
          <Link to={address(days.length + 1)}>{t("Add a day")}</Link>
        </p>
      )}
    </div>
  );
}
