import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Disclosure } from "~/components/ui/disclosure";
import { PageHeading } from "~/components/ui/page-heading";
import { RefusedFiles, WriteWayForm } from "~/components/ways/write-form";
import { wayToWrite } from "~/domain/ways/write-way.server";
import { notFound, wayAuthorLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { handleWayAction } from "~/routes/admin/ways/way-actions.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.name ?? t("Ways of this house") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  wayAuthorLoader(args, async ({ params }) => {
    const way = await Promise.resolve(wayToWrite(params.way ?? ""));
    if (!way) throw notFound();
    return way;
  });

export const action = (args: ActionFunctionArgs) => handleWayAction(args);

/** A conflict reloads the file, so that both texts can be shown. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export default function WriteWayPage() {
  const { id, name, text, seen, faults } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={name}
        eyebrow={<Link to={paths.adminWays()}>{t("Ways of this house")}</Link>}
        intro={<Link to={paths.way(id)}>{t("As people see it")}</Link>}
      />
      {faults.length > 0 && !reply && <RefusedFiles files={[{ name: `${id}.yaml`, id: "", faults }]} />}
      {reply?.notice && text !== null && (
        <Disclosure title={t("As it is saved now")} open className="mb-8">
          <pre className="overflow-x-auto whitespace-pre-wrap text-sm">{text}</pre>
        </Disclosure>
      )}
      {text === null ? (
        <p className="text-muted">
          {t("This file is too long for a page. It can be changed on the server.")}
        </p>
      ) : (
        <WriteWayForm key={seen} reply={reply} way={{ id, text, seen }} />
      )}
      <PostForm className="mt-12 border-t border-line pt-8">
        <input type="hidden" name="name" value={id} />
        <p className="mb-4 max-w-measure text-muted">
          {t("When a way is removed, the days of those who walk it are as usual, and what they wrote stays.")}
        </p>
        <SubmitButton name="intent" value="remove" variant="danger">
          {t("Remove this way")}
        </SubmitButton>
      </PostForm>
    </>
  );
}
