import type { ReactNode } from "react";

/** The verse this place is named after, where people already share it. An operator with accounts of their own changes these. */
const SOCIAL: { name: string; href: string; drawing: ReactNode }[] = [
  {
    name: "Instagram",
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
    name: "Facebook",
    href: "https://www.facebook.com/hashtag/bestillandknow",
    drawing: (
      <path d="M14 21v-8h3l.5-3.5H14V7.5c0-1.1.5-2 2-2h1.500V2.400C17 2.200 16 2 15 2c-3 0-4.500 1.800-4.500 4.800v2.700H7.500V13h3v8" />
    ),
  },
  {
    name: "YouTube",
    href: "https://www.youtube.com/hashtag/bestillandknow",
    drawing: (
      <>
        <rect x="2" y="5" width="20" height="14" rx="4" />
        <path d="m10 9 5 3-5 3z" fill="currentColor" />
      </>
    ),
  },
];

/** Social icons of the footer (seed section 2): plain links out, nothing of theirs is loaded here. */
export function SocialLinks() {
  return (
    <ul className="flex flex-wrap gap-x-5">
      {SOCIAL.map(({ name, href, drawing }) => (
        <li key={name}>
          <a
            href={href}
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
            <span className="sr-only">: #bestillandknow</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
