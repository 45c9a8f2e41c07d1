import { HtmlValidate } from "html-validate/node";
import { beforeAll, describe, expect, it } from "vitest";
import { repeatedHeaders, startAnsweringServer } from "#tests/support/answering-server";
import { CANARY, crawlApplication, VISITORS, WATCHED_ENTRIES, type CrawledPage } from "#tests/support/crawl";
import { VISITS } from "#tests/support/every-visit";
import { maskRandom, outlinePage } from "#tests/support/page-outline";

/** Opens every route and every listed path once as every visitor; all tests read that result. */
let pages: CrawledPage[] = [];
beforeAll(async () => {
  pages = await crawlApplication();
}, 600_000);

const rightful = () => pages.filter(({ isRightful }) => isRightful);
const shown = () => rightful().filter(({ status, html }) => status === 200 && html !== "");
const nameOf = ({ visitor, path }: CrawledPage) => `${visitor} ${path}`;

const WRITES = /^(insert|update|replace|delete|bulkWrite|findOneAnd(Update|Replace|Delete)|drop|createIndex)/;
const QUIET = /^\/(journal|bible|ways|coaches|insights)\b/;
const MAX_READS = 4;
const MAX_ROUND_TRIPS = 2;
/** Downloads that write: they use up their ticket, or are audited. */
const WRITING_DOWNLOADS = new Set([
  "admin/download-file",
  "admin/analytics-file",
  "admin/audit-file",
  "admin/trial-keys-file",
  "admin/users-file",
  "member/settings/data-download",
  "member/journal/book-file",
  "auth/pending-deletion-download",
]);

/** Headers with another value on each page. */
const VARYING_HEADERS = new Set([
  "content-disposition",
  "content-length",
  "content-security-policy",
  "etag",
  "location",
  "set-cookie",
]);

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // React's spelling, which the standard allows.
    "attr-case": "off",
    "attr-quotes": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "void-style": "off",
    // Matters of style: a label may name and contain its control, and a text field may omit its type.
    "no-redundant-for": "off",
    "no-implicit-input-type": "off",
    "prefer-native-element": "off",
    "tel-non-breaking": "off",
    "long-title": "off",
    // A named list and a region with the name of its section are valid; tables scroll in such a region.
    "aria-label-misuse": "off",
    "unique-landmark": "off",
    // Checkboxes of one question share a name, as do buttons of one form.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "submit", "reset"] }],
    // The timer that works without script.
    "meta-refresh": "off",
    "no-inline-style": "error",
  },
});

describe("page", () => {
  it("responds with its status to an authorized visitor", () => {
    const unexpected = rightful().filter(({ id = "", status }) => status !== (VISITS[id]?.status ?? 200));
    expect(unexpected.map((page) => `${nameOf(page)}: ${page.status}`)).toEqual([]);
  });

  it("redirects anonymous visitors of a member's page to sign in and back", () => {
    const open = pages.filter(({ id, visitor }) => id?.startsWith("member/") && visitor === "anonymous");
    expect(open.length).toBeGreaterThan(60);
    for (const { path, status, location } of open)
      expect([path, status, location]).toEqual([
        path,
        302,
        `/auth/login?redirectTo=${encodeURIComponent(path.replaceAll("%20", "+"))}`,
      ]);
  });

  it("redirects others from administration: anonymous visitors to /admin-login, members to their dashboard", () => {
    // Authors of ways need not be administrators.
    const open = pages.filter(
      ({ id, visitor }) => /^admin\/(?!way)/.test(id ?? "") && visitor !== "administrator",
    );
    expect(open.length).toBeGreaterThan(60);
    for (const { path, status, location, visitor } of open)
      expect([path, visitor, status, location]).toEqual([
        path,
        visitor,
        302,
        visitor === "free" || visitor === "member" ? "/dashboard" : "/admin-login",
      ]);
  });

  it("writes nothing when it is opened, except the audit line of a member who tries administration", () => {
    const opened = pages.filter(
      ({ id = "", visitor }) =>
        !WRITING_DOWNLOADS.has(id) && (!id.startsWith("admin/") || !/^(free|member)$/.test(visitor)),
    );
    const writing = opened.filter(
      ({ operations, commits }) => commits > 0 || operations.some((operation) => WRITES.test(operation)),
    );
    expect(writing.map((page) => `${nameOf(page)}: ${page.operations.join(" ")}`)).toEqual([]);
  });

  it("needs at most four database reads in two round trips", () => {
    const slow = shown().filter(
      ({ visitor, trips }) =>
        visitor === "member" && (trips.length > MAX_ROUND_TRIPS || trips.flat().length > MAX_READS),
    );
    expect(slow.map(({ path, trips }) => [path, trips])).toEqual([]);
  });

  it.each(VISITORS)("is valid HTML for the visitor %s", async (visitor) => {
    const problems: string[] = [];
    for (const page of shown().filter((each) => each.visitor === visitor)) {
      // The stylesheet has no address without a build.
      const html = page.html.replaceAll('rel="stylesheet" href=""', 'rel="stylesheet" href="/s.css"');
      const { results } = await validator.validateString(html);
      for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
        problems.push(`${nameOf(page)}: ${ruleId} ${message} (${selector})`);
    }
    expect(problems).toEqual([]);
  });

  it("loads no script when it is public", () => {
    const paths = ["/", "/home", "/about", "/faq", "/terms", "/privacy", "/cookies"];
    const open = shown().filter(({ visitor, path }) => visitor === "anonymous" && paths.includes(path));
    expect(open).toHaveLength(paths.length);
    expect(open.filter(({ html }) => /<script|modulepreload/.test(html)).map(nameOf)).toEqual([]);
  });

  it("has a short footer when it is for writing or reading, and all links otherwise", () => {
    for (const { path, html } of shown().filter(({ visitor }) => visitor === "member")) {
      const footer = html.slice(html.lastIndexOf("<footer"), html.lastIndexOf("</footer>"));
      const links = [...footer.matchAll(/href="(\/[^"]*)"/g)].map(([, to]) => to);
      if (QUIET.test(path)) expect([path, ...links]).toEqual([path, "/safety", "/about"]);
      else expect([path, ...links]).toEqual(expect.arrayContaining([path, "/privacy", "/terms", "/faq"]));
    }
  });
});

describe("administrator", () => {
  const watching = () => pages.filter(({ visitor, body }) => visitor === "administrator" && body !== "");
  const count = new RegExp(`(?<![\\w.,-])${WATCHED_ENTRIES}(?![\\w-]|[.,]\\d)`);
  const hour = /0?3:1[79](?!-)/;
  const wordsOf = (html: string) =>
    html.replace(/<(script|style|option)\b[^]*?<\/\1>/g, "").replace(/<[^>]+>|\s+/g, "|");

  it("sees no text of a member on any page or in any CSV file", () => {
    expect(watching().length).toBeGreaterThan(60);
    const telling = watching().filter(({ body }) => body.includes(CANARY));
    expect(telling.map(nameOf)).toEqual([]);
  });

  it("sees neither how much a member writes nor when", () => {
    const area = watching().filter(({ path, status }) => status === 200 && path.startsWith("/admin"));
    expect(area.length).toBeGreaterThan(25);
    for (const [id, known] of [
      ["admin/users-file", "aunt"],
      ["admin/analytics-file", "2026-11-20"],
      ["admin/audit-file", "line,when,what"],
    ])
      expect(area.find((page) => page.id === id)?.body, id).toContain(known);
    const telling = area.filter(({ body }) => count.test(wordsOf(body)) || hour.test(wordsOf(body)));
    expect(telling.map(nameOf)).toEqual([]);
  });
});

describe("response headers", () => {
  it("include Cache-Control", () => {
    // Remix drops the headers that a resource route throws with a 404.
    const silent = pages.filter(({ status, headers }) => status !== 404 && !headers.has("Cache-Control"));
    expect(silent.map(nameOf)).toEqual([]);
  });

  it("are sent once, including those of the server", async () => {
    const server = await startAnsweringServer();
    const repeated: string[] = [];
    const kindOf = ({ status, headers }: CrawledPage) =>
      [status, ...[...headers].filter(([name]) => !VARYING_HEADERS.has(name))].join("\n");
    // Many pages have the same headers, and one page of each kind is enough.
    for (const page of new Map(pages.map((each) => [kindOf(each), each])).values()) {
      const sent = await server.send(page.status, page.headers);
      expect(Object.keys(sent)).toContain("x-content-type-options");
      repeated.push(...repeatedHeaders(sent).map((name) => `${nameOf(page)}: ${name}`));
    }
    server.close();
    expect(repeated).toEqual([]);
  });
});

describe("recorded crawl", () => {
  /** Pages left out, because their content depends on this process and its files. */
  const OF_PROCESS = /^\/admin\/(database|system-health)(\?|$)|analytics\?days=365$/;
  const FIGURES = /^\/admin\/(database|house|analytics)/;
  /** A thread's random id selects its first question, so the questions of these pages are masked. */
  const CHOSEN = /^\/coaches\/threads\//;

  const outlineOf = ({ path, html }: CrawledPage) => {
    const outline = outlinePage(html);
    if (FIGURES.test(path)) return outline.replace(/[\d.,]+( [kM]B)?/g, "#");
    return CHOSEN.test(path) ? outline.replace(/^.*\?$/gm, "A question?") : outline;
  };

  it("has the same response for every path and visitor", async () => {
    const lines = pages.map(({ visitor, id, path, status, location, type }) => {
      const where = location && maskRandom(new URL(location, "http://x").pathname);
      return `${id ?? maskRandom(path)} ${visitor}: ${status} ${where ?? type}`;
    });
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../crawl/answers.txt");
  });

  it.each(["anonymous", "free", "member", "administrator", "leaving"] as const)(
    "has the same pages for %s",
    async (visitor) => {
      const own = pages.filter((page) => page.visitor === visitor && page.status === 200 && page.html !== "");
      const kept =
        visitor === "free"
          ? own.filter(({ path }) =>
              /^\/(dashboard|journal\/(morning|evening|prompts|history)|coaches|insights|subscribe|settings\/(plan|prayer))$/.test(
                path,
              ),
            )
          : own.filter(({ isRightful, path }) => isRightful && !OF_PROCESS.test(path));
      const [first] = kept;
      const frame = first
        ? `${outlinePage(first.html, "header:not(main header)")}\n${outlinePage(first.html, "footer")}`
        : "";
      const titled = kept.map((page) => {
        const [, title = ""] = /<title>([^<]*)/.exec(page.html) ?? [];
        return `=== ${maskRandom(page.path)} · ${title}\n${outlineOf(page)}`;
      });
      await expect(`${frame}\n${titled.join("\n\n")}\n`).toMatchFileSnapshot(`../crawl/${visitor}.txt`);
    },
  );
});
