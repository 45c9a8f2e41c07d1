import { getFormProps, useForm } from "@conform-to/react";
import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, SubmitButton } from "~/components/forms/post-form";
import { claimDownload, readHandOver } from "~/domain/administration/legacy/hand-over.server";
import { HAND_OVER_FORMATS, HAND_OVER_LINK_DAYS, type HandOverFormat } from "~/domain/identity/legacy";
import { loginLockedNotice } from "~/domain/identity/texts";
import { INVALID_CHOICE } from "~/domain/member/setting-schemas";
import { isPrintingFree } from "~/domain/portability/book/make-book.server";
import { clientNetwork } from "~/http/client-address.server";
import type { FormReply } from "~/http/form/form-options.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/guards.server";
import { withholdReferrer } from "~/http/responses.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

/** No script, and no Referer: the URL of this page opens a journal. */
export const handle = { js: false };

export const meta: MetaFunction = () => [
  { title: t("A journal entrusted to you · Still and Know") },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];

const tokenIn = (url: URL) => url.searchParams.get("token")?.slice(0, 200) ?? "";

/** A visit does not consume the link, because mail programs open links too. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ url }) => {
    withholdReferrer();
    const handOver = await readHandOver(tokenIn(url));
    return data({ handOver }, handOver ? undefined : { status: 410 });
  });

const CODE_REQUIRED = t("Please enter the recovery code.");
const WRONG_CODE = t("This code does not open the journal. Please check each letter and digit.");

const HandOverSchema = z.object({
  format: z.enum(HAND_OVER_FORMATS, INVALID_CHOICE),
  recoveryCode: z.string().trim().max(80, WRONG_CODE).optional(),
});

/** Each file can be downloaded once. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: HandOverSchema }, async ({ request, value, refuse }) => {
    withholdReferrer();
    const { format, recoveryCode } = value;
    if (format === "epub" && !(await isPrintingFree()))
      return refuse({ status: 503, notice: PRINTING_BUSY, headers: { "Retry-After": "60" } });
    const network = clientNetwork(request);
    const claim = await claimDownload(tokenIn(new URL(request.url)), format, { recoveryCode, network });
    if (claim.ok) return redirect(paths.legacyFile({ ticket: claim.ticket }));
    switch (claim.code) {
      case "code_required":
        return refuse({ status: 400, fields: { recoveryCode: [CODE_REQUIRED] } });
      case "wrong_code":
        return refuse({ status: 401, fields: { recoveryCode: [WRONG_CODE] } });
      case "locked": {
        const { seconds } = claim;
        const headers = { "Retry-After": String(seconds) };
        return refuse({ status: 429, notice: loginLockedNotice(seconds), headers });
      }
      case "expired":
        return refuse({ status: 410, notice: USED });
    }
  });

const USED = {
  title: t("This link has been used or has expired"),
  text: t("Each file can be saved once, and the link works for {days} days.", { days: HAND_OVER_LINK_DAYS }),
};

const PRINTING_BUSY = {
  title: t("Other books are being made"),
  text: t("Please try again in a minute. Nothing is used up."),
};

const FILES: Record<HandOverFormat, { name: string; text: string; button: string }> = {
  epub: {
    name: t("A book to read"),
    text: t("For an e-reader, a phone or a tablet (EPUB)."),
    button: t("Save the book"),
  },
  json: {
    name: t("Everything, as a file"),
    text: t("With every entry and picture. It can be imported into a journal like this one (JSON)."),
    button: t("Save the file"),
  },
};

export default function HandOverPage() {
  const { handOver } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (!handOver)
    return (
      <>
        <h1 className="text-2xl">{USED.title}</h1>
        <p>{USED.text}</p>
        <p>
          <Trans>
            If something went wrong, please{" "}
            <Link to={paths.contact()}>write to the people who run this site</Link>.
          </Trans>
        </p>
      </>
    );
  const { left, isSealed } = handOver;
  return (
    <>
      <div>
        <h1 className="text-2xl">{t("A journal entrusted to you")}</h1>
        <p className="mt-3">
          <Trans>
            Someone wanted you to have what they wrote before God. Please save the files somewhere safe, and
            take your time with them.
          </Trans>
        </p>
        <p className="mt-3">{t("Each file can be saved once.")}</p>
      </div>
      {reply?.notice && <FormNotice {...reply.notice} />}
      {isSealed && (
        <p>
          <Trans>
            This journal is sealed. Only one of its recovery codes opens it, perhaps on a sheet of paper that
            was left for you. This site does not have the code, and no one here can open the journal without
            it.
          </Trans>
        </p>
      )}
      {HAND_OVER_FORMATS.map((format) =>
        left.includes(format) ? (
          <FileForm key={format} format={format} isSealed={isSealed} reply={reply} />
        ) : (
          <p key={format} className="border-t border-line pt-6 text-muted">
            {t("{name}: saved already.", { name: FILES[format].name })}
          </p>
        ),
      )}
    </>
  );
}

type FileFormProps = { format: HandOverFormat; isSealed: boolean; reply: FormReply | undefined };

function FileForm({ format, isSealed, reply }: FileFormProps) {
  const own = reply?.lastResult.initialValue?.format === format ? reply : undefined;
  const [form, fields] = useForm<{ recoveryCode: string }>({ id: format, lastResult: own?.lastResult });
  const { name, text, button } = FILES[format];
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      reloadDocument
      className="grid grid-cols-1 gap-4 border-t border-line pt-6"
    >
      <div>
        <h2 className="text-lg font-medium">{name}</h2>
        <p className="text-muted">{text}</p>
      </div>
      {isSealed && (
        <Field
          meta={fields.recoveryCode}
          label={t("Recovery code")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      <div>
        <SubmitButton name="format" value={format} variant={format === "epub" ? "primary" : "quiet"}>
          {button}
        </SubmitButton>
      </div>
    </PostForm>
  );
}
