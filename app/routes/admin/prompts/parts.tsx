import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { DataTable } from "~/components/admin/data-table";
import { PostForm } from "~/components/forms/post-form";
import { Badge } from "~/components/ui/badge";
import type { Season } from "~/domain/church-year/church-year";
import { SEASON_NAMES } from "~/domain/church-year/season-days";
import { CATEGORY_NAMES, type Category } from "~/domain/journal/prompts/prompt-categories";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

export const STATE_CHOICES = [
  ["used", t("In use")],
  ["added", t("Added here")],
  ["retired", t("Retired")],
] as const;
type Prompt = {
  id: string;
  category: Category | "own";
  slot: "any" | "morning" | "evening";
  depth: number;
  text: string;
  season?: Season;
  isAdded: boolean;
  isRetired: boolean;
};

const SLOT_NAMES = { any: t("any time"), morning: t("morning"), evening: t("evening") };

function whenAsked({ slot, depth, season }: Prompt): string {
  const when = SLOT_NAMES[slot];
  return season
    ? t("{when}, depth {depth}, {season}", { when, depth, season: SEASON_NAMES[season] })
    : t("{when}, depth {depth}", { when, depth });
}

export function LibraryTable({ prompts }: { prompts: Prompt[] }) {
  return (
    <DataTable
      caption={t("Questions")}
      rows={prompts}
      rowKey={({ id }) => id}
      empty={t("No question matches this.")}
      columns={[
        {
          label: t("Question"),
          isName: true,
          cell: ({ text, isRetired, isAdded }) => (
            <>
              {text} {isRetired && <Badge>{t("Retired")}</Badge>}
              {isAdded && <Badge tone="accent">{t("Added here")}</Badge>}
            </>
          ),
        },
        { label: t("Category"), cell: ({ category }) => CATEGORY_NAMES[category] },
        { label: t("When"), cell: whenAsked },
        { label: t("Change"), cell: (prompt) => <PromptChange {...prompt} /> },
      ]}
    />
  );
}

function PromptChange({ id, text, category, isAdded, isRetired }: Prompt) {
  if (isAdded)
    return (
      <Link to={addresses.adminPrompt(id)}>
        <Trans>
          Edit<span className="sr-only">: {text}</span>
        </Trans>
      </Link>
    );
  return (
    <PostForm action={addresses.adminPrompts({ category })}>
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="intent"
        value={isRetired ? "return" : "retire"}
        className="min-h-11 underline"
      >
        {isRetired ? t("Restore") : t("Retire")}
        <span className="sr-only">: {text}</span>
      </button>
    </PostForm>
  );
}
