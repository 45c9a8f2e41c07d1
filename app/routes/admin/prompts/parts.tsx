import * as addresses from "~/addresses";
import { Cell, DataTable, Row, RowHead } from "~/components/admin/data-table";
import { PostForm } from "~/components/forms/post-form";
import { Badge } from "~/components/ui/badge";
import { Link } from "~/components/ui/link";
import { CATEGORY_NAMES, type Category } from "~/content/prompts/prompt";
import type { Season } from "~/domain/church-year/church-year";
import { SEASON_NAMES } from "~/domain/church-year/season-days";
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
  if (prompts.length === 0) return <p className="text-muted">{t("No question matches this.")}</p>;
  return (
    <DataTable
      caption={t("Questions")}
      columns={[
        { label: t("Question") },
        { label: t("Category") },
        { label: t("When") },
        { label: t("Change") },
      ]}
    >
      {prompts.map((prompt) => (
        <Row key={prompt.id}>
          <RowHead>
            {prompt.text} {prompt.isRetired && <Badge>{t("Retired")}</Badge>}
            {prompt.isAdded && <Badge tone="accent">{t("Added here")}</Badge>}
          </RowHead>
          <Cell>{CATEGORY_NAMES[prompt.category]}</Cell>
          <Cell>{whenAsked(prompt)}</Cell>
          <Cell last>
            {prompt.isAdded ? (
              <Link to={addresses.adminPrompt(prompt.id)}>
                <Trans>
                  Edit<span className="sr-only">: {prompt.text}</span>
                </Trans>
              </Link>
            ) : (
              <PostForm action={addresses.adminPrompts({ category: prompt.category })}>
                <input type="hidden" name="id" value={prompt.id} />
                <button
                  type="submit"
                  name="intent"
                  value={prompt.isRetired ? "return" : "retire"}
                  className="min-h-11 underline"
                >
                  {prompt.isRetired ? t("Restore") : t("Retire")}
                  <span className="sr-only">: {prompt.text}</span>
                </button>
              </PostForm>
            )}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
