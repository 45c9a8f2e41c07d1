import type { AiFeature } from "~/domain/member/consent";
import { t } from "~/i18n/t";

type Asking = { title: string; lines: string[]; agree: string };

/** What a person reads before they agree; the exact text that would be sent is shown beside it. */
export function consentText(feature: AiFeature, host: string): Asking {
  const about = [
    t(
      "{host} is the endpoint chosen by the operator of this server. We cannot see what it does with a text after it has answered; its own terms apply there.",
      { host },
    ),
    t(
      "Nothing is sent but what you wrote: not your name, not your email address. Entries you exclude from insights never leave.",
    ),
    t("Pictures are never sent, nor what you say is on them."),
    t("You can withdraw this at any time; from then on nothing more is sent."),
  ];
  if (feature === "insights")
    return {
      title: t("Let a language model write your weekly insight?"),
      lines: [
        t(
          "Once a week, the entries of that week are sent to {host}, which suggests threads, a question, a passage and a prayer. Anything it says without quoting your own words is left out.",
          { host },
        ),
        ...about,
        t("Without it, simple rules on this server make your insight, and nothing is sent anywhere."),
      ],
      agree: t("Agree to send each week’s entries to {host}", { host }),
    };
  return {
    title: t("Let a language model answer in coaching?"),
    lines: [
      t(
        "What you write to a coach, and the entries you choose for it, are sent to {host} with that coach’s instructions.",
        { host },
      ),
      ...about,
      t("Without it, fixed questions on this server lead you, and nothing is sent anywhere."),
    ],
    agree: t("Agree to send what I write to a coach to {host}", { host }),
  };
}
