import { data, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { prayerValues } from "~/components/prayers/prayer-forms";
import {
  addIntentions,
  deleteIntention,
  layDownIntention,
  restIntention,
  resumeIntention,
  saveIntention,
  type ChangeResult,
} from "~/domain/journal/prayers/change-intentions.server";
import { intentionView, type IntentionView } from "~/domain/journal/prayers/intention";
import { readIntention } from "~/domain/journal/prayers/list-intentions.server";
import {
  askForPrayer,
  endRequest,
  isKeeper,
  moderateRequest,
  prayerListMode,
} from "~/domain/journal/prayers/prayer-requests.server";
import {
  DAY_HAS_PASSED,
  INTENTION_REFUSALS,
  INTENTION_SCHEMAS,
  isRequestIntent,
  PRAYER_REQUEST_SCHEMAS,
  TOO_MANY_REQUESTS,
  TOO_OFTEN_ASKED,
} from "~/domain/journal/prayers/schema";
import { CHANGED_ELSEWHERE } from "~/domain/journal/schema";
import { todayIn } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import type { StoredFields } from "~/http/form/validate-form.server";
import { notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** `saved` is the stored intention after a conflict. */
type PrayersReply = FormReply & { saved?: IntentionView };

const LIST = paths.prayers();
const KEEPERS_ONLY = {
  title: t("Nothing was changed"),
  text: t("Only keepers of the prayer list can do this."),
};
const MODERATED = {
  approveRequest: t("Everyone here can read it now"),
  shortenRequest: t("Saved"),
  removeRequest: t("Request removed"),
} as const;

/** The forms of `/journal/prayers`, by intent. */
const PrayersSchema = z.discriminatedUnion("intent", [...INTENTION_SCHEMAS, ...PRAYER_REQUEST_SCHEMAS]);

async function storedIntention(form: FormData, member: Member): Promise<StoredFields | undefined> {
  const [intent, id] = [form.get("intent"), form.get("prayerId")];
  if (isRequestIntent(intent) && prayerListMode() === "off") throw notFound();
  if ((intent !== "save" && intent !== "laydown") || typeof id !== "string") return undefined;
  const intention = await readIntention(member, id);
  if (!intention) return undefined;
  if (intent === "laydown") return { came: intention.came };
  const { name, line, rhythm, ...days } = prayerValues(intention);
  // A form with a rhythm submits its checkboxes only if checked, so their stored values must not replace missing ones.
  if (!form.has("rhythm")) return { name, line, rhythm, ...days };
  return { name, line, until: days.until, day: days.day };
}

/** The action of the list of intentions and of an intention's page. */
export const handleIntentionAction = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: PrayersSchema, stored: storedIntention, once: true },
    async ({ value, member, submission, refuse }) => {
      const done = (to: string, title: string) => redirectWithToast(to, { title, tone: "success" });
      const answer = (result: ChangeResult, to: string, title: string) => {
        if (result.ok) return done(to, title);
        switch (result.code) {
          case "not_found":
            throw notFound();
          case "over":
            return refuse({ status: 400, fields: { until: [DAY_HAS_PASSED] } });
          case "too_many":
            return refuse({ status: 409, notice: INTENTION_REFUSALS.too_many });
          case "conflict": {
            const reply = refuse({ status: 409, notice: CHANGED_ELSEWHERE });
            if (reply instanceof Response) return reply;
            return data<PrayersReply>(
              { ...reply.data, saved: intentionView(result.saved, todayIn(member.timezone)) },
              { status: 409 },
            );
          }
        }
      };
      switch (value.intent) {
        case "add":
          return answer(await addIntentions(member, value, submission), LIST, t("Added"));
        case "save": {
          const { prayerId, version, name, line, rhythm, shared } = value;
          const result = await saveIntention(member, prayerId, { name, line, rhythm, shared }, version);
          return answer(result, `${LIST}/${prayerId}`, t("Saved"));
        }
        case "laydown": {
          const result = await layDownIntention(member, value.prayerId, value.came, value.version);
          return answer(result, `${LIST}/past`, t("Finished"));
        }
        case "resume":
          return answer(
            await resumeIntention(member, value.prayerId),
            `${LIST}/${value.prayerId}`,
            t("Resumed"),
          );
        case "rest":
          if (!(await restIntention(member, value.prayerId))) throw notFound();
          return done(`${LIST}/${value.prayerId}`, t("Paused"));
        case "delete":
          if (!(await deleteIntention(member, value.prayerId))) throw notFound();
          return redirectWithToast(LIST, { title: t("Deleted"), tone: "info" });
        case "ask":
          switch (await askForPrayer(member, value)) {
            case "ok":
              return done(LIST, t("Your request has been added"));
            case "too_many":
              return refuse({ status: 400, fields: { request: [TOO_MANY_REQUESTS] } });
            case "too_often":
              return refuse({ status: 429, notice: TOO_OFTEN_ASKED });
          }
          break;
        case "endRequest":
          if (!(await endRequest(member, value))) throw notFound();
          return done(LIST, t("Taken off the list"));
        default:
          if (!isKeeper(member)) return refuse({ status: 403, notice: KEEPERS_ONLY });
          if (!(await moderateRequest(member, value))) throw notFound();
          return done(LIST, MODERATED[value.intent]);
      }
    },
  );
