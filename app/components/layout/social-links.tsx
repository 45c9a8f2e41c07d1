import type { ReactNode } from "react";
import type { House } from "~/domain/support/house";
import { t } from "~/i18n/t";

/** The verse this place is named after, where people already share it; an operator's own pages take its place. */
const SOCIAL: { key: keyof House["social"]; name: string; href: string; drawing: ReactNode }[] = [
  {
    key: "instagram",
    name: t("Instagram"),
    href: "https://www.instagram.com/explore/tags/bestillandknow/",
    drawing: (
      <>
        <rect x="3" y="3" width="18" height="18" rx="5" />
        <circle cx="12" cy="12" r="4" />
        <circle cx="17" cy="7" r="0.6" fill="currentColor" />
      </>
    ),
  },
  {
    key: "facebook",
    name: t("Facebook"),
    href: "https://www.facebook.com/hashtag/bestillandknow",
    drawing: (
      <path d="M13.5 21v-7.5h3l.5-3.5h-3.5V8c0-1.2.6-2 2-2H17V3h-2.5C11.7 3 10 4.7 10 7.5V10H7v3.500h3V21" />
    ),
  },
  {
    key: "youtube",
    name: t("YouTube"),
    href: "https://www.youtube.com/hashtag/bestillandknow",
    drawing: (
      <>
        <rect x="2" y="5" width="20" height="14" rx="4" />
        <path d="m10 9 5 3-5 3z" fill="currentColor" />
      </>
    ),
  },
];

/** Social icons of the footer: plain links out, nothing of theirs is loaded here. */
export function SocialLinks({ social }: Pick<House, "social">) {
  return (
    <ul className="flex flex-wrap gap-x-5">
      {SOCIAL.map(({ key, name, href, drawing }) => (
        <li key={name}>
          <a
            href={social[key] ?? href}
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 text-sm text-muted no-underline hover:text-ink hover:underline"
          >
            <svg
              viewBox="0 0 24 24"
              width="20"
              height="20"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinejoin="round"
              aria-hidden="true"
            >
              {drawing}
            </svg>
            {name}
            {social[key] === null && <span className="sr-only">{t(": #bestillandknow")}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
