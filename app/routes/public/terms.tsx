import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { useInstance } from "~/components/layout/use-instance";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () =>
  pageMeta(t("Terms of Service"), t("What you can expect of us and what we ask of you, in plain words."));

const contact = (
  <Link to={paths.contact()} reloadDocument>
    {t("contact page")}
  </Link>
);

export default function Terms() {
  const { isOpen } = useInstance();
  return (
    <>
      <PageHeading
        title={t("Terms of Service")}
        intro={
          <p>
            <Trans>
              What you can expect of us, and what we ask of you. In plain words, because they are meant to be
              read.
            </Trans>
          </p>
        }
      />
      <Prose>
        <h2>{t("1. Who we are")}</h2>
        <p>
          <Trans>
            “We” means the operator of this server: the person or organisation that runs Still and Know at
            this address. You can reach the operator through the {contact}. Others run the same software
            elsewhere; these terms are about this server only.
          </Trans>
        </p>

        <h2>{t("2. Your account")}</h2>
        <p>
          <Trans>
            You may have an account if you are sixteen or older. Give an email address that is yours: it is
            how you get back in. Keep your password to yourself. If you think someone else has it, change it
            in Settings, under Security; you are then signed out everywhere else.
          </Trans>
        </p>

        <h2>{t("3. What you write")}</h2>
        <p>
          <Trans>
            It belongs to you, all of it. We take no licence beyond what is needed to store it, back it up and
            show it to you. We do not publish it, sell it or train anything with it.
          </Trans>
        </p>

        <h2>{t("4. What we ask")}</h2>
        <p>
          <Trans>
            Use the service for what it is: your own prayer and reflection. Do not try to reach other people’s
            accounts, do not overload the server, and do not use it to break the law. We may close an account
            that does any of this, and we will tell you why.
          </Trans>
        </p>

        <h2>{t("5. What this is not")}</h2>
        <p>
          <Trans>
            Questions and passages are chosen by people and shown by software. They are not pastoral care,
            therapy, medical, legal or financial advice, and not a crisis service. In an emergency please call
            for help; the numbers are on the page{" "}
            <Link to={paths.safety()} reloadDocument>
              Need help now?
            </Link>
          </Trans>
        </p>

        <h2>{isOpen ? t("6. What it costs") : t("6. Plans and payment")}</h2>
        {isOpen ? (
          <p>{t("Nothing. Everything here is open to everyone, and nothing is sold.")}</p>
        ) : (
          <PlansAndPayment />
        )}

        <h2>{t("7. Leaving")}</h2>
        <p>
          <Trans>
            You may stop at any time. In Settings you can delete your account and everything in it; for seven
            days you can undo that. If you cannot sign in any more, write to us through the {contact}.
          </Trans>
        </p>

        <h2>{t("8. What we promise, and what we cannot")}</h2>
        <p>
          <Trans>
            We do our best to keep the service running, safe and backed up. We cannot promise that it will
            never fail, and it is offered as it is. From time to time, please print or export what you would
            not want to lose. Nothing here takes away rights that the law of your country gives you.
          </Trans>
        </p>

        <h2>{t("9. Changes")}</h2>
        <p>
          <Trans>
            If these terms change in a way that matters to you, we will tell you before they apply. If you do
            not agree, you may leave, and we will delete what you have written.
          </Trans>
        </p>
      </Prose>
    </>
  );
}

function PlansAndPayment() {
  return (
    <p>
      <Trans>
        The Free Plan costs nothing. Where this server offers paid plans, you see the price on the payment
        page before you pay, we email you seven days and one day before each renewal, and you can cancel or
        pause with one press; a plan you cancel lasts until the end of the time paid for. No one is moved to a
        paid plan without choosing it. A key gives a plan for some days and is never charged. When a plan ends
        you keep everything you have written.
      </Trans>
    </p>
  );
}
