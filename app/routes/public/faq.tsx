import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { useInstance } from "~/components/layout/use-instance";
import { Icon } from "~/components/ui/icon";
import { PageHeading } from "~/components/ui/page-heading";
import FAQ from "~/content/faq.yaml";
import type { FaqAnswer } from "~/content/schemas";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

function Question({ id, question, paragraphs, more }: FaqAnswer) {
  return (
    <details id={id} className="group border-b border-line">
      <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-medium">
        {question}
        <Icon name="plus" className="shrink-0 text-muted transition group-open:[transform:rotate(45deg)]" />
      </summary>
      <div className="prose-quiet max-w-measure pb-6">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {more && (
          <p>
            <Link to={more.to} reloadDocument>
              {more.label}
            </Link>
          </p>
        )}
      </div>
    </details>
  );
}

export const meta: MetaFunction = () =>
  pageMeta(
    t("Questions and answers"),
    t("Who can read what I write, what about AI, what it costs, what works without JavaScript, and more."),
  );

export default function Faq() {
  const { isOpen } = useInstance();
  const groups = FAQ.filter(({ site }) => !site || site === (isOpen ? "open" : "plans"));
  return (
    <>
      <PageHeading
        title={t("Questions and answers")}
        intro={
          <p>
            <Trans>
              If yours is not here,{" "}
              <Link to={paths.contact()} reloadDocument>
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
