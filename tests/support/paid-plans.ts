/** Readable text of a document, including alternative texts. */
export function readableText(html: string): string {
  const body = html.replace(/<script\b[^]*?<\/script>/g, "").replace(/<style\b[^]*?<\/style>/g, "");
  const spoken = [...body.matchAll(/\b(?:aria-label|title|alt|placeholder|content)="([^"]*)"/g)];
  return [body.replace(/<[^>]+>/g, " "), ...spoken.map(([, text]) => text)].join("\n");
}

/** The data in a page's scripts, which `readableText` omits. Plan names and prices are quoted there. */
const scriptData = (html: string) =>
  [...html.matchAll(/<script\b[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text).join("\n");

const FOR_SALE =
  /.{0,60}(upgrade|pricing|\bprices?\b|(?:free|growth|formation) plan|other plans?|another plan|see (all )?the plans|redeem|[$€£] ?\d|\bdollars?\b).{0,40}/gi;
const PLAN_OR_PRICE = /"(?:free|growth|formation) plan|"[$€£] ?\d/gi;
const MARKS = /🔒|href="\/subscribe/;

/** Every line of a document that mentions a plan, a price or a lock. */
export const findPlanMentions = (html: string): string[] => [
  ...(readableText(html).match(FOR_SALE) ?? []).map((line) => line.trim()),
  ...(scriptData(html).match(PLAN_OR_PRICE) ?? []),
  ...(MARKS.exec(html) ?? []),
];
