import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { PageHeading } from "~/components/ui/page-heading";
import { confirmPassword } from "~/domain/identity/sign-in.server";
import { loginLockedNotice, WRONG_PASSWORD } from "~/domain/identity/texts";
import { arePicturesEnabled } from "~/domain/journal/pictures/pictures.server";
import { recentTags } from "~/domain/journal/tags/list-tags.server";
import { todayIn } from "~/domain/member/current-member.server";
import {
  BOOK_BUSY,
  defaultBookOptions,
  describeEstimate,
  NOTHING_TO_PRINT,
  suggestedRanges,
  TOO_MANY_TO_PRINT,
} from "~/domain/portability/book/book-options";
import { estimateBook, startBook } from "~/domain/portability/book/make-book.server";
import { BookSchema } from "~/domain/portability/schema";
import { clientNetwork } from "~/http/client-address.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { BookForm } from "./form";

export const meta: MetaFunction = () => [{ title: t("A book of your journal · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const today = todayIn(member.timezone);
    const choice = defaultBookOptions(member, today, url.searchParams);
    const [foreseen, tags] = await Promise.all([estimateBook(member, choice), recentTags(member)]);
    return {
      choice,
      foreseen: describeEstimate(foreseen, choice),
      stretches: suggestedRanges(today, member.prayer.showSeason),
      tags,
      withPictures: arePicturesEnabled(),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: BookSchema, once: (form) => form.get("intent") !== "look" },
    async ({ request, member, value, refuse }) => {
      const { intent, currentPassword = "", ...choice } = value;
      if (intent === "look") {
        const notice = describeEstimate(await estimateBook(member, choice, { readsAll: true }), choice);
        return refuse({ status: 200, notice });
      }
      const check = await confirmPassword(member, currentPassword, clientNetwork(request));
      if (!check.ok && check.code === "wrong_password")
        return refuse({ status: 401, fields: { currentPassword: [WRONG_PASSWORD] } });
      if (!check.ok) {
        const headers = { "Retry-After": String(check.seconds) };
        return refuse({ status: 429, notice: loginLockedNotice(check.seconds), headers });
      }
      const started = await startBook(member, choice);
      if (started.ok) return redirect(paths.bookMade(started.id));
      if (started.code === "busy")
        return refuse({ status: 429, notice: BOOK_BUSY, headers: { "Retry-After": "30" } });
      const why = started.code === "nothing" ? NOTHING_TO_PRINT : TOO_MANY_TO_PRINT;
      return refuse({ status: 400, fields: { to: [why] } });
    },
  );

export default function BookPage() {
  const { choice, foreseen, stretches, tags, withPictures } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("A book of your journal")}
        intro={t("Your days as pages to keep: for printing, or for an e-reader.")}
      />
      <p className="mb-10 max-w-measure text-muted">
        <Trans>
          Nothing with a screen by your bed?{" "}
          <Link to={paths.weekOnPaper({ paper: "a4" })} reloadDocument>
            Your week on paper, A4
          </Link>
          , or{" "}
          <Link to={paths.weekOnPaper({ paper: "letter" })} reloadDocument>
            Letter
          </Link>
          : the passages and questions of the coming days, with lines to write on. Also as{" "}
          <Link to={paths.weekOnPaper({ paper: "a4", size: "large" })} reloadDocument>
            A4 in large print
          </Link>{" "}
          or{" "}
          <Link to={paths.weekOnPaper({ paper: "letter", size: "large" })} reloadDocument>
            Letter in large print
          </Link>
          .
        </Trans>
      </p>
      <BookForm
        key={`${choice.from}-${choice.to}`}
        choice={choice}
        foreseen={foreseen}
        stretches={stretches}
        tags={tags}
        withPictures={withPictures}
        reply={reply}
      />
    </>
  );
}
