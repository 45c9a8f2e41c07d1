import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { useHouse } from "~/components/layout/use-house";
import { Question } from "~/components/reading/question";
import { PageHeading } from "~/components/ui/page-heading";
import FAQ from "~/content/faq.yaml";
import { pageMeta } from "~/domain/support/page-meta";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

export const meta: MetaFunction = () =>
  pageMeta(
    t("Questions and answers"),
    t("Who can read what I write, what about AI, what it costs, what works without JavaScript, and more."),
  );

export default function Faq() {
  const { isOpen } = useHouse();
  const groups = FAQ.filter(({ site }) => !site || site === (isOpen ? "open" : "plans"));
  return (
    <>
      <PageHeading
        title={t("Questions and answers")}
        intro={
          <p>
            <Trans>
              If yours is not here,{" "}
              <Link to={addresses.contact()} reloadDocument>
                write to us
              </Link>
              .
            </Trans>
          </p>
        }
      />
      {groups.map(({ title, answers }) => (
        <section key={title} className="mt-12">
          <h2 className="text-lg font-medium">{title}</h2>
          <div className="mt-2 border-t border-line">
            {answers.map((answer) => (
              <Question key={answer.id} {...answer} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
