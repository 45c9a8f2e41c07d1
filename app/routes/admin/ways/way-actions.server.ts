import type { ActionFunctionArgs } from "@remix-run/node";
import { CHANGED_ELSEWHERE } from "~/domain/journal/schema";
import { todayIn } from "~/domain/member/current-member.server";
import { isKnownPassage, readCheckedWay, readWayBytes } from "~/domain/ways/available-ways.server";
import { WAY_ID } from "~/domain/ways/way";
import {
  BEGINS_WITHOUT_DATE,
  dayFromForm,
  dayToForm,
  headFromForm,
  headToForm,
  wayIdFromName,
  WriteWaySchema,
} from "~/domain/ways/way-form";
import {
  changeWay,
  removeWay,
  saveWay,
  saveWayParts,
  type ChangeWayResult,
} from "~/domain/ways/write-way.server";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormContext, FormResult } from "~/http/form/form-options.server";
import { wayAuthorAction } from "~/http/form/guarded-actions.server";
import type { StoredFields } from "~/http/form/validate-form.server";
import { notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** The stored text of the file, or the stored fields of its head or of one of its days. */
async function storedFields(form: FormData): Promise<StoredFields | undefined> {
  const [name, intent] = [form.get("name"), form.get("intent")];
  if (typeof name !== "string" || !WAY_ID.test(name)) return undefined;
  if (intent === "save") {
    const text = readWayBytes(name)?.toString("utf8");
    return text === undefined ? undefined : { text };
  }
  const way = await readCheckedWay(name);
  if (way && intent === "saveHead") return headToForm(way);
  const day = way?.days[Number(form.get("day")) - 1];
  return day && (intent === "saveDay" || intent === "saveDayAndAdd") ? dayToForm(day) : undefined;
}

const NO_PASSAGE = {
  passage: [t("No translation here has this passage, or it is not one passage of one book.")],
};

/** Saves or removes a way or one of its days; the action of the list and of the page of one way. */
export const handleWayAction = (args: ActionFunctionArgs) =>
  wayAuthorAction(
    args,
    { schema: WriteWaySchema, stored: storedFields },
    async ({ value, member, refuse }) => {
      if (value.intent === "remove") {
        if (!(await removeWay(member, value.name))) throw notFound();
        return redirectWithToast(paths.adminWays(), {
          title: t("The way is no longer offered"),
          text: t("Its file was put aside. What people wrote on it stays."),
          tone: "info",
        });
      }
      if ("passage" in value && !isKnownPassage(value.passage))
        return refuse({ status: 400, fields: NO_PASSAGE });
      switch (value.intent) {
        case "save": {
          const { name: id, text, seen } = value;
          return replyTo(await saveWay(member, { id, text, seen }), paths.adminWay(id), refuse);
        }
        case "create": {
          const head = headFromForm(value);
          if (!head) return refuse({ status: 400, fields: BEGINS_WITHOUT_DATE });
          const id = wayIdFromName(head.name, todayIn(member.timezone));
          const way = { ...head, days: [dayFromForm(value)] };
          return replyTo(await saveWayParts(member, { id, seen: "" }, way), paths.adminWay(id), refuse);
        }
        case "saveHead": {
          const head = headFromForm(value);
          if (!head) return refuse({ status: 400, fields: BEGINS_WITHOUT_DATE });
          const saved = await changeWay(member, value, ({ days }) => ({ ...head, days }));
          return replyTo(saved, paths.adminWay(value.name), refuse);
        }
        case "saveDay":
        case "saveDayAndAdd": {
          const { name, day } = value;
          const saved = await changeWay(member, value, (way) => ({
            ...way,
            days: [...way.days.slice(0, day - 1), dayFromForm(value), ...way.days.slice(day)],
          }));
          const next = value.intent === "saveDayAndAdd" ? `?day=${day + 1}#day` : "";
          return replyTo(saved, paths.adminWay(name) + next, refuse);
        }
        case "removeDay": {
          const { name, day } = value;
          const saved = await changeWay(member, value, (way) => ({
            ...way,
            days: way.days.filter((_, at) => at !== day - 1),
          }));
          return replyTo(saved, paths.adminWay(name), refuse);
        }
      }
    },
  );

function replyTo(
  saved: ChangeWayResult,
  next: string,
  refuse: FormContext<unknown>["refuse"],
): FormResult | Promise<FormResult> {
  if (saved.ok) return redirectWithToast(next, { title: t("The way is saved"), tone: "success" });
  switch (saved.code) {
    case "faulty":
      return refuse({ status: 400, fields: { text: saved.faults } });
    case "conflict":
      return refuse({ status: 409, notice: CHANGED_ELSEWHERE });
    case "taken": {
      const message = [t("There is a way of this name already.")];
      return refuse({ status: 409, fields: { name: message, title: message } });
    }
    case "full":
      return refuse({
        status: 409,
        notice: {
          title: t("The way was not saved"),
          text: t("There are sixty ways here. Please remove one first."),
        },
      });
    case "no_days":
      return refuse({
        status: 409,
        notice: { title: t("The day was not removed"), text: t("A way needs at least one day.") },
      });
    case "unreadable":
      return refuse({
        status: 409,
        notice: {
          title: t("The way was not saved"),
          text: t("Its file has errors. They are shown beside its text."),
        },
      });
  }
}
