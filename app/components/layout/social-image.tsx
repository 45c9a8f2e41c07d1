import { TAGLINE } from "~/domain/accounts/support/public-pages";

/** The picture that other sites show beside a link to a public page. Such pictures need whole addresses. */
export function SocialImage({ origin }: { origin: string }) {
  return (
    <>
      <meta property="og:image" content={`${origin}/link-picture.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={TAGLINE.text} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
