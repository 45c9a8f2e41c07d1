/** Content files as modules, compiled and validated by scripts/content-plugin.mjs. */
declare module "~/content/best-day.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["best-day.yaml"];
  export default content;
}

declare module "~/content/coaches.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["coaches.yaml"];
  export default content;
}

declare module "~/content/demonstration.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["demonstration.yaml"];
  export default content;
}

declare module "~/content/faq.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["faq.yaml"];
  export default content;
}

declare module "~/content/feast-days.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["feast-days.yaml"];
  export default content;
}

declare module "~/content/feast-names.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["feast-names.yaml"];
  export default content;
}

declare module "~/content/guides.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["guides.yaml"];
  export default content;
}

declare module "~/content/passages.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["passages.yaml"];
  export default content;
}

declare module "~/content/prompts.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["prompts.yaml"];
  export default content;
}

declare module "~/content/questions/daily-habit.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["questions/daily-habit.yaml"];
  export default content;
}

declare module "~/content/questions/examen.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["questions/examen.yaml"];
  export default content;
}

declare module "~/content/questions/lectio.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["questions/lectio.yaml"];
  export default content;
}

declare module "~/content/themes.yaml" {
  import type { Content } from "~/content/schemas";

  const content: Content["themes.yaml"];
  export default content;
}

declare module "~/content/ways/*" {
  import type { Way } from "~/domain/ways/way";

  const way: Way;
  export default way;
}

/** A list of questions. */
declare module "~/content/questions/*" {
  const questions: readonly string[];
  export default questions;
}
