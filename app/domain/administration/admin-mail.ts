import { adminMailWords } from "~/words/admin/admin-mail";

/** What administrators are told by mail: facts of the server, never of anybody's journal (product 2.12). */
export type AdminMail =
  | { kind: "alert"; to: string; title: string; state: "opened" | "over"; lines: string[]; alertId: string }
  | { kind: "test"; to: string };

type Parts = { subject: string; lines: string[]; link?: { url: string; label: string }; after: string[] };

export function adminMail(order: AdminMail, origin: string): Parts {
  if (order.kind === "test")
    return {
      subject: adminMailWords.testMailFromStillAndKnow,
      lines: [adminMailWords.thisMailWasAsked],
      after: [],
    };
  return {
    subject:
      order.state === "opened"
        ? adminMailWords.alert({ title: order.title })
        : adminMailWords.over({ title: order.title }),
    lines: order.lines,
    link: { url: `${origin}/admin/alerts/${order.alertId}`, label: adminMailWords.openTheAlert },
    after: [adminMailWords.youGetThisMailBecause],
  };
}
