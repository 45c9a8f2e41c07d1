import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { Disclosure } from "~/components/ui/disclosure";
import { TitledSection } from "~/components/ui/titled-section";
import type { BackupRetention } from "~/domain/accounts/sealing/reencrypt-texts.server";
import type { FormReply } from "~/http/form/form-options.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type WithReply = { reply: FormReply | undefined };

export function SealIntroduction() {
  return (
    <p className="mb-8 max-w-measure text-lg">
      <Trans>
        At the moment the server’s keys can open your journal at any time. Once it is sealed, only your
        password opens it, or one of eight recovery codes that you write down. If you lose both your password
        and the codes, everything you have written is lost for good.
      </Trans>
    </p>
  );
}

/** The limits of sealing, folded below the form. */
export function Explanation({ retention }: { retention: BackupRetention }) {
  return (
    <Disclosure
      title={t("What sealing does and does not do")}
      open={false}
      className="mt-10 border-t border-line pt-4"
    >
      <div className="mt-3 grid max-w-measure gap-4">
        <p>
          <Trans>
            While you are signed out, nobody can read a word of it, not the person who runs this server and
            not a thief with all of its disks.
          </Trans>
        </p>
        <h2 className="font-semibold">{t("What sealing does not do")}</h2>
        <p>
          <Trans>
            This is not end-to-end encryption. While you are signed in, this server opens your text to show it
            to you. Someone who runs the server and changes the program could read it then, or keep your
            password when you next type it. Sealing protects you from curiosity, from stolen disks and copies,
            and from every look back; it cannot protect you from a server that is made to deceive you.
          </Trans>
        </p>
        <UnencryptedData />
        <p>
          <Trans>
            Reminders still come, because they hold none of your words. Weekly insights are made when you next
            sign in.
          </Trans>
        </p>
        <p>
          <Trans>Backups made before you seal can still be opened with the server’s keys of that time.</Trans>{" "}
          <BackupRetentionNote kept={retention} />
        </p>
      </div>
    </Disclosure>
  );
}

/** Data of a sealed journal that stays unencrypted. */
function UnencryptedData() {
  return (
    <>
      <h2 className="font-semibold">{t("What is not encrypted, as before")}</h2>
      <p>
        <Trans>
          Your words are sealed. That you write, and when, is not: lists, calendars and searches need some
          things in the open. Anyone who has the database can see these:
        </Trans>
      </p>
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          <Trans>
            <strong>Entries</strong>: how many there are, and of each the day with its name in the Church’s
            year, the times and the time zone, its kind, the questions you were asked, the passage, its
            length, how many pictures it has and their measures, whether it is a favourite, a draft, in the
            trash, or left out of insights, whether an import of it was undone, and how often it was changed.
            Also which entries share a tag, a mood, an intention or a word, but not which tag, mood, intention
            or word that is.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>People and intentions</strong>: how many you hold, their length, the days on which you
            began and finished each, when you changed it, whether it is paused, whether insights and coaches
            may read about it, and which of them share a word.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Conversations with coaches</strong>: the coach, the passage, the entries you chose, when
            each message was sent and its length, whether you stopped an answer, and until when you are shown
            only where to find help.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Weekly insights</strong>: the week and its time zone, the entries each one was made from,
            when and how it was made, its length, and whether you found it true.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Questions of your own</strong>: how many there are, their length, their time of day, when
            you wrote them, and whether they are in use.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>What you want to talk about</strong>: whether you have marked anything, and the length of
            all that together.
          </Trans>
        </li>
      </ul>
    </>
  );
}

export function BackupRetentionNote({ kept }: { kept: BackupRetention }) {
  if (!kept)
    return (
      <Trans>
        The administrator has not said how long backups are kept. You can{" "}
        <Link to={paths.contact()}>ask them</Link>.
      </Trans>
    );
  const { days, lastDay, areGone } = kept;
  if (areGone)
    return tn(
      "The administrator keeps backups for one day, so the last of those is gone.",
      "The administrator keeps backups for {count} days, so the last of those is gone.",
      days,
    );
  return tn(
    "The administrator keeps backups for one day: the last of those is gone by {lastDay}.",
    "The administrator keeps backups for {count} days: the last of those is gone by {lastDay}.",
    days,
    { lastDay },
  );
}

export function SealForm({ reply, again, isWaiting }: WithReply & { again: boolean; isWaiting: boolean }) {
  const own = replyForIntent(reply, "seal");
  const [form, fields] = useForm<{ currentPassword: string }>({ id: "seal", lastResult: own?.lastResult });
  if (isWaiting)
    return (
      <p>
        {t(
          "Your entries are still being encrypted with a new key. When that is done, you can seal them again.",
        )}
      </p>
    );
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
      {again && <h2 className="mt-4 font-semibold">{t("Or begin again with new codes")}</h2>}
      <Field
        meta={fields.currentPassword}
        label={t("Current password")}
        type="password"
        autoComplete="current-password"
        hint={t("Nothing is sealed yet: first you will see your recovery codes.")}
      />
      <SubmitButton
        name="intent"
        value="seal"
        variant={again ? "quiet" : "primary"}
        pendingText={t("One moment…")}
      >
        {t("Show my recovery codes")}
      </SubmitButton>
    </PostForm>
  );
}

/** Recovery codes, rendered only in the response to a form. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <TitledSection
      id="codes-heading"
      title={t("Your eight recovery codes")}
      className="mb-8 max-w-measure"
      titleClass="mb-3 font-semibold"
    >
      <p className="mb-4">
        <Trans>
          Please write them down now, on paper or in a password manager. Each opens your journal once if you
          forget your password. They will not be shown again, and no one can give them to you.
        </Trans>
      </p>
      <ol className="grid list-inside list-decimal gap-x-8 gap-y-2 rounded border border-line bg-raised p-5 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
    </TitledSection>
  );
}

export function TypeBackForm({ reply }: WithReply) {
  const own = replyForIntent(reply, "confirm");
  const [form, fields] = useForm<{ code: string }>({ id: "confirm-seal", lastResult: own?.lastResult });
  return (
    <PostForm {...getFormProps(form)} noValidate className="mb-8 grid max-w-md grid-cols-1 gap-5">
      <Field
        meta={fields.code}
        label={t("Type one of the eight codes")}
        hint={t("So that we know you’ve saved them. It isn’t used up.")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SubmitButton name="intent" value="confirm" pendingText={t("Sealing…")}>
        {t("Seal my journal")}
      </SubmitButton>
    </PostForm>
  );
}
