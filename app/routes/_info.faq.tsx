import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { Question } from "~/components/reading/question";
import { PageHeading } from "~/components/ui/page-heading";
import { Sentence } from "~/components/ui/sentence";
import { FAQ } from "~/words/info/faq-answers";
import { pageMeta } from "~/domain/support/page-meta";
import { faqWords } from "~/words/info/faq";

export const meta: MetaFunction = () => pageMeta(faqWords.pageTitle, faqWords.pageDescription);

export default function Faq() {
  return (
    <>
      <PageHeading
        title={faqWords.pageTitle}
        intro={
          <p>
            <Sentence
              text={faqWords.ifYoursIsNotAmongThem}
              parts={{
                contact: (text) => (
                  <Link to="/contact" reloadDocument>
                    {text}
                  </Link>
                ),
              }}
            />
          </p>
        }
      />
      {FAQ.map(({ title, answers }) => (
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
