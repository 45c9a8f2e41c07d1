import { AuditEventModel } from "#models/audit-event.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { OutgoingMailModel } from "#models/outgoing-mail.server";
import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { now } from "~/platform/clock";

const DAY = 24 * 60 * 60 * 1000;

export type Figure = { label: string; value: number };
export type FigureGroup = { title: string; figures: Figure[] };

/** What the administrators' overview shows: counts, true at this moment, and never a word of anybody's journal. */
export async function overview(): Promise<FigureGroup[]> {
  const at = now().getTime();
  const [day, week] = [new Date(at - DAY), new Date(at - 7 * DAY)];
  const count = async (label: string, counted: PromiseLike<number>): Promise<Figure> => ({
    label,
    value: await counted,
  });
  const groups: { title: string; figures: Promise<Figure>[] }[] = [
    {
      title: "People",
      figures: [
        count("Accounts", UserModel.countDocuments({})),
        count("New in the last 24 hours", UserModel.countDocuments({ createdAt: { $gte: day } })),
        count("Waiting for verification", UserModel.countDocuments({ emailVerifiedAt: null })),
        count("Signed in during the last 24 hours", UserModel.countDocuments({ lastSeenAt: { $gte: day } })),
        count("Signed in during the last 7 days", UserModel.countDocuments({ lastSeenAt: { $gte: week } })),
        count("Sessions that are open", SessionModel.countDocuments({ expiresAt: { $gt: new Date(at) } })),
      ],
    },
    {
      title: "Journals",
      figures: [
        count("Entries", JournalEntryModel.countDocuments({ status: "final" })),
        count(
          "Entries of the last 24 hours",
          JournalEntryModel.countDocuments({ status: "final", createdAt: { $gte: day } }),
        ),
        count("Drafts", JournalEntryModel.countDocuments({ status: "draft" })),
      ],
    },
    {
      title: "Operation",
      figures: [
        count("Mail waiting", OutgoingMailModel.countDocuments({ state: { $in: ["queued", "sending"] } })),
        count("Mail given up", OutgoingMailModel.countDocuments({ state: "dead" })),
        count(
          "Sign-ins blocked in the last 24 hours",
          AuditEventModel.countDocuments({ kind: "sign_in.locked", at: { $gte: day } }),
        ),
      ],
    },
  ];
  return Promise.all(
    groups.map(async ({ title, figures }) => ({ title, figures: await Promise.all(figures) })),
  );
}
