import type { MetaFunction } from "@remix-run/node";
import { useContext } from "react";
import { DocumentContext } from "~/components/document-context";
import { OfflineNotice } from "~/components/feedback/offline-notice";
import { Button } from "~/components/ui/button";
import { OFFLINE_TEXTS as TEXTS } from "~/domain/journal/offline-page";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [
  { title: t("{title} · Still and Know", { title: TEXTS.title }) },
  { name: "robots", content: "noindex" },
];

/**
 * Page that the service worker caches and shows for any URL while offline. It consists of templates filled by one
 * small script, because the application's script may not be cached.
 */
export default function OfflineEditor() {
  const { nonce } = useContext(DocumentContext);
  return (
    <>
      {/* An empty `href` is the requested page. */}
      <OfflineNotice again="" />
      <div id="desk" hidden className="mt-12 grid grid-cols-1 gap-10 border-t border-line pt-8" />
      <Templates />
      <script src={paths.offlineScript()} nonce={nonce} defer />
    </>
  );
}

function Templates() {
  return (
    <>
      <template id="passage">
        <figure>
          <blockquote className="scripture border-l-2 border-day pl-5" data-slot="lines" />
          <figcaption className="mt-2 pl-5 text-sm text-muted" data-slot="reference" />
        </figure>
      </template>
      <template id="held">
        <section className="border-l-2 border-line pl-5">
          <h2 className="text-sm text-muted">{TEXTS.held}</h2>
          <ul className="mt-1 space-y-2" data-slot="list" />
          <p className="mt-2 text-sm" data-slot="more">
            <a href={paths.prayers()} className="inline-flex min-h-11 items-center">
              {TEXTS.carry}
            </a>
          </p>
        </section>
      </template>
      <template id="held-one">
        <li>
          <p className="break-words font-serif text-xl leading-snug" data-slot="name" />
          <p className="break-words font-serif text-muted empty:hidden" data-slot="line" />
        </li>
      </template>
      <template id="writing">
        <form className="grid grid-cols-1 gap-8" data-kept={TEXTS.kept}>
          <div>
            <h2 className="text-xl font-medium" data-slot="title">
              {TEXTS.title}
            </h2>
            <p className="mt-2 text-muted">{TEXTS.write}</p>
            <p className="mt-4 whitespace-pre-line font-serif text-lg empty:hidden" data-slot="point" />
          </div>
          <div className="grid grid-cols-1 gap-8" data-slot="questions" />
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit">{TEXTS.keep}</Button>
            <p role="status" className="text-sm text-muted" data-slot="status" />
          </div>
        </form>
      </template>
      <template id="question">
        <div>
          <label htmlFor="desk-text" className="font-medium">
            {TEXTS.question}
          </label>
          <p className="text-sm text-muted" data-slot="hint" />
          <textarea dir="auto" id="desk-text" rows={4} className="writing mt-1" />
        </div>
      </template>
      <template id="locked">
        <Notice {...TEXTS.locked} />
      </template>
      <template id="signed-out">
        <Notice {...TEXTS.signedOut} />
      </template>
      <template id="waiting">
        <section>
          <h2 className="text-lg font-semibold">{TEXTS.waiting}</h2>
          <ul className="mt-3 space-y-6" data-slot="list" />
        </section>
      </template>
      <template id="waiting-text">
        <li>
          <p className="text-sm text-muted" data-slot="when" />
          <p className="whitespace-pre-line break-words font-serif" data-slot="text" />
          <p className="mt-1 text-sm" data-slot="refused">
            {TEXTS.refused.here}
          </p>
        </li>
      </template>
    </>
  );
}

function Notice({ title, text }: { title: string; text: string }) {
  return (
    <section className="border-l-2 border-line pl-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-1">{text}</p>
      <p className="mt-1" data-slot="encrypted">
        {TEXTS.encrypted}
      </p>
    </section>
  );
}
