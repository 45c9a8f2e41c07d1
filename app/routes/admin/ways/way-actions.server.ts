import type { ActionFunctionArgs } from "@remix-run/node";
import { CHANGED_ELSEWHERE } from "~/domain/journal/schema";
import { WAY_ID, WriteWaySchema } from "~/domain/ways/way";
import { removeWay, saveWay, wayToWrite } from "~/domain/ways/write-way.server";
import { redirectWithToast } from "~/http/cookies.server";
import { wayAuthorAction } from "~/http/form/guarded-actions.server";
import { notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

const storedText = (form: FormData) => {
  const name = form.get("name");
  const text = typeof name === "string" && WAY_ID.test(name) ? wayToWrite(name)?.text : undefined;
  return text ? { text } : undefined;
};

/** Saves or removes a way; the action of the list and of the page of one way. */
export const handleWayAction = (args: ActionFunctionArgs) =>
  wayAuthorAction(args, { schema: WriteWaySchema, stored: storedText }, async ({ value, member, refuse }) => {
    const { intent, name: id, text, seen } = value;
    if (intent === "remove") {
      if (!(await removeWay(member, id))) throw notFound();
      return redirectWithToast(paths.adminWays(), {
        title: t("The way is not offered any more"),
        text: t("Its file was put aside. What people wrote on it stays."),
        tone: "info",
      });
    }
    const saved = await saveWay(member, { id, text, seen });
    if (saved.ok)
      return redirectWithToast(paths.adminWay(id), { title: t("The way is saved"), tone: "success" });
    switch (saved.code) {
      case "faulty":
        return refuse({ status: 400, fields: { text: saved.faults } });
      case "conflict":
        return refuse({ status: 409, notice: CHANGED_ELSEWHERE });
      case "taken":
        return refuse({ status: 409, fields: { name: [t("There is a way of this name already.")] } });
      case "full":
        return refuse({
          status: 409,
          fields: { name: [t("There are sixty ways here. Please remove one first.")] },
        });
    }
  });
