import type { MetaFunction } from "@remix-run/node";
import { PageHeading } from "~/components/ui/page-heading";
import { Prose } from "~/components/ui/prose";
import { COOKIES } from "~/domain/support/cookies";
import { pageMeta } from "~/domain/support/page-meta";

export const meta: MetaFunction = () =>
  pageMeta(
    "Cookie Policy",
    "Every cookie we set, what it is for and how long it lasts. None is for tracking.",
  );

export default function Cookies() {
  return (
    <>
      <PageHeading
        title="Cookie Policy"
        intro={<p>A few small cookies, all of them our own. None follows you, here or anywhere else.</p>}
      />
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
          Over a secure connection the names begin with <code className="font-mono text-sm">__Host-</code>,
          which pins them to this very address. No script can read any of them.
        </p>
        <h2>Why there is no banner</h2>
        <p>
          Because there is nothing to ask. These cookies are needed for what you came to do, such as signing
          in. There are no cookies for advertising or statistics, and none of any third party.
        </p>
        <h2>If you refuse them</h2>
        <p>
          You can read all public pages without cookies. Signing in needs them. You can delete them in your
          browser at any time; you are then signed out, and nothing you have written is lost.
        </p>
      </Prose>
    </>
  );
}
