import { loader } from "~/routes/admin/figures-file";
import { answer, visit } from "./request";

type Answer = Awaited<ReturnType<typeof answer>>;

/** Follows a redirect to the file of a download ticket. */
export async function fileOf(session: string, { location }: Pick<Answer, "location">): Promise<Answer> {
  const args = await visit(location ?? "/admin/file", { session });
  return answer(() => loader(args));
}
