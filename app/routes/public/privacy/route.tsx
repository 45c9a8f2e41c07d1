import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useInstance } from "~/components/layout/use-instance";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { prayerListMode } from "~/domain/journal/prayers/prayer-requests.server";
import { publicLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { StoredData } from "./stored-data";

/** All metrics of the server. A test compares the list with the code. */
export function CountedEvents() {
  return (
    <>
      <h2 id="counted">{t("What is counted")}</h2>
      <p>
        <Trans>Of all people together, without a name:</Trans>
      </p>
      <ul>
        <li>
          <Trans>
            <strong>By the day</strong>: new and verified accounts; visitors of the front page, for each of
            its two versions, and how many of them registered; entries by kind and time of day; weekly
            insights; requests to a language model; changes of plan, what caused them, and why paid plans were
            cancelled, if a reason was given; and each time help was shown.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Passages and questions</strong>: how often each was shown, begun, prayed with, answered or
            swapped. Showing one is counted in memory, without a note of who saw it, and stored once a minute.
            Your own questions are not counted.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>How many there are now</strong>: accounts, by plan, prompt set and state; open sessions;
            entries, drafts and entries in the trash; messages to coaches in the last day; journals with
            little room left; and records of every kind, with the space they take.
          </Trans>
        </li>
        <li>
          <Trans>
            <strong>Whether the server works</strong>: requests by part of the site, with their result and
            duration; errors; failed and blocked sign-ins; emails that wait or failed; insights that could not
            be made; late jobs and alerts.
          </Trans>
        </li>
      </ul>
      <p>
        <Trans>
          Of yourself only what a limit needs, and administrators do not see it: messages to coaches on a day,
          how often you swapped a question, how much room your journal takes, and failed tries to sign in or
          to do something too often.
        </Trans>
      </p>
      <p>
        <Trans>
          Nobody counts how often you come or how many entries you write, and administrators see no number,
          day or hour of one person’s praying. Groups smaller than five are not shown, and where fewer than
          five people have an account, nothing about praying and writing is.
        </Trans>
      </p>
    </>
  );
}

export const meta: MetaFunction = () =>
  pageMeta(
    t("Privacy Policy"),
    t("What is stored, how it is protected, who can see it, how long it stays and how to remove it."),
  );

export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async () => Promise.resolve({ hasPrayerList: prayerListMode() !== "off" }));

export default function Privacy() {
  const { provider } = useInstance();
  return (
    <>
      <PageHeading
        title={t("Privacy Policy")}
        intro={t(
          "In short: what you write is encrypted at rest with a key of your own, no one here reads it, there is no advertising and no tracking, and nothing you write is given to anyone else unless you say yes to it.",
        )}
      />
      <Prose>
        <StoredData hasPrayerList={useLoaderData<typeof loader>().hasPrayerList} />

        <CountedEvents />

        <h2>{t("How it is protected")}</h2>
        <p>
          <Trans>
            Every account has a key of its own (AES-256-GCM). That key is itself locked with the server’s
            keys, which are kept apart from the database, so a stolen database or backup alone is unreadable.
            The server opens your text to show it to you, so the operator of this server could technically
            reach it; the software gives them no page to do so.
          </Trans>
        </p>
        <p>
          <Trans>
            You can seal your journal in the security settings. Then only your password, one of your recovery
            codes or a passkey that you have allowed to opens it, and while you are signed out nobody can read
            it, the operator included. While you are signed in the server still opens your text, so an
            operator who changes the program could read it then; and a backup from before you sealed can be
            opened with the server’s keys.
          </Trans>
        </p>

        <p>
          <Trans>
            When you keep an entry or write to a coach, the server compares the words, in memory, with a list
            of phrases people use when they are in danger, so that it can show you who to call. No record of
            this is kept about you, and no one is told; a counter for the whole server goes up by one.
          </Trans>
        </p>

        <h2>{t("Who else gets anything")}</h2>
        <ul>
          <li>
            <Trans>
              No advertisers, no analytics services, no social networks. No page loads anything from
              elsewhere.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Email</strong> goes through the operator’s mail server: your address, links to verify it
              or to set a new password, notices of changes to your account, and what you write in the contact
              form. Never journal text.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>A language model</strong>, only if the operator has set one up and only after you have
              agreed to it, separately for insights and for coaches: the page names the endpoint and shows the
              exact text first. Your name and address are never sent, nor are entries you exclude. Each
              request is listed for you, without what was said, for 90 days.
            </Trans>
          </li>
          {provider && (
            <li>
              <strong>{provider.name}</strong>{" "}
              {t(
                "is where you may sign in. It learns when you sign in here and when you sign out, and tells us your name, your email address and its number for you, nothing more. Nothing you write is sent there.",
              )}
            </li>
          )}
          <li>
            <Trans>
              <strong>Payments</strong>, where this server takes them, are made on Stripe’s own pages. Stripe
              gets your email address, your account number here and the plan you choose; your card never comes
              to us, and nothing you write is sent there.
            </Trans>
          </li>
          <li>
            <strong>{t("No one else.")}</strong>
          </li>
        </ul>

        <h2>{t("What the log contains")}</h2>
        <p>
          <Trans>
            Time, address of the page without its parameters, result and duration. No email addresses, no
            passwords, no cookies, no journal text.
          </Trans>
        </p>

        <h2>{t("How long it stays")}</h2>
        <p>
          <Trans>
            Your journal stays until you delete it. An entry you delete leaves your history; you can restore
            it from the trash for thirty days. Links in emails expire after at most 24 hours. Text you send
            after your session has ended is held for you for an hour, encrypted, so that it is not lost. A
            journal you import is held, encrypted, for a day, until you have looked at it. An account whose
            email address is never verified is removed after seven days. Messages from the contact form are
            deleted after a year. Sessions end automatically: without “Remember me” after 30 minutes without
            use and at most 12 hours, with it after 14 days without use and at most 30 days.
          </Trans>
        </p>
        <p>
          <Trans>
            You can undo the deletion of your account for seven days. After that its key is destroyed first,
            so that no one can read a word again, then every record that belongs to it. What remains is its
            number in the log of security events, and, as long as they are kept, copies in the operator’s
            backups.
          </Trans>
        </p>
        <p>
          <Trans>
            Reminders: by email only if you ask for them, with one line and none of your words. Notifications
            on a device go through the push service of your browser’s maker, encrypted; their address is kept
            encrypted until you remove the device. Your calendar feed has a private address, which shows times
            and nothing you wrote, and which you can change or turn off.
          </Trans>
        </p>

        <p>
          <Trans>
            On your device: what you write without a connection, until it is sent; today’s questions with
            their passage; and the few you hold in prayer today, with their lines. Your words and the names
            are encrypted there. The key is on the device only while your journal is unlocked: it goes when
            the journal locks, when you press Quick exit, when you sign out (with or without a connection),
            and when you are asked to sign in again. After that nobody can read them there; what could not be
            sent waits for thirty days and is sent when you sign in again. On a device that others use, sign
            out when you leave. No page with your text is kept there.
          </Trans>
        </p>

        <h2>{t("What you can do")}</h2>
        <p>
          <Trans>
            In Settings you can see and correct what we know about you, change your address and password, end
            sessions, take a copy of your data, and delete the account. For everything else use the{" "}
            <Link to={paths.contact()} reloadDocument>
              contact page
            </Link>
            ; it reaches the operator of this server, who is responsible for your data. Please do not paste
            journal text into it. You may also complain to the data protection authority of your country.
          </Trans>
        </p>

        <h2>{t("Cookies")}</h2>
        <p>
          <Trans>
            Only our own: to sign in, to keep what you type from getting lost, and to show you the same front
            page again. The{" "}
            <Link to={paths.cookies()} reloadDocument>
              Cookie Policy
            </Link>{" "}
            lists each of them.
          </Trans>
        </p>
      </Prose>
    </>
  );
}
