import type { MetaFunction } from "@remix-run/node";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { Sentence } from "~/components/ui/sentence";
import { COOKIES } from "~/domain/support/cookies";
import { pageMeta } from "~/domain/support/page-meta";
import { cookiesWords } from "~/words/info/cookies";

export const meta: MetaFunction = () => pageMeta(cookiesWords.pageTitle, cookiesWords.pageDescription);

export default function Cookies() {
  return (
    <>
      <PageHeading title={cookiesWords.pageTitle} intro={<p>{cookiesWords.aFewSmallCookies}</p>} />
      <dl className="max-w-measure border-t border-line">
        {COOKIES.map(({ name, purpose, lasts }) => (
          <div key={name} className="border-b border-line py-5">
            <dt className="font-mono text-sm font-medium">{name}</dt>
            <dd className="mt-1">{purpose}</dd>
            <dd className="mt-1 text-sm text-muted">{lasts}</dd>
          </div>
        ))}
      </dl>
      <Prose className="mt-10">
        <p>
          <Sentence
            text={cookiesWords.overASecureConnection}
            parts={{ code: (text) => <code className="font-mono text-sm">{text}</code> }}
          />
        </p>
        <h2>{cookiesWords.whyThereIsNoBanner}</h2>
        <p>{cookiesWords.becauseThereIsNothingToAsk}</p>
        <h2>{cookiesWords.ifYouRefuseThem}</h2>
        <p>{cookiesWords.youCanReadAllPublicPages}</p>
      </Prose>
    </>
  );
}
