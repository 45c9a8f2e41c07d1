import { hiddenIn } from "../visitor.mjs";

/** Forms that are larger, deeper, stranger or more frequent than any person's. */

const TYPED = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data; boundary=b";
const JSONS = "application/json";
const part = (name, value = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at)).join("");

/** Whatever is wrong with a body is said in time. */
const BODIES = [
  ["many names in a form", "/contact", PARTS, () => many(80_000, (at) => part(`n${at}`)), 413],
  ["many empty fields", "/contact", TYPED, () => "a&".repeat(125_000), 413],
  ["one part of 5 MB", "/contact", PARTS, () => part("message", "x".repeat(5_000_000)), 413],
  ["a long head of a part", "/contact", PARTS, () => part("x".repeat(100_000), "y"), 400],
  ["a boundary that nearly comes", "/contact", PARTS, () => "\r\n--a".repeat(40_000), 400],
  ["bytes that are no text", "/contact", TYPED, () => new Uint8Array(200_000).fill(0xff), 400],
  ["names with brackets", "/auth/login", TYPED, () => many(90, (at) => `a[${at}][b].c[]=1&`), 400],
  ["deep JSON", "/api/auth/login", JSONS, () => "[".repeat(60_000), 400],
  ["wide JSON", "/api/auth/login", JSONS, () => `{${many(6_000, (at) => `"k${at}":1,`)}"z":1}`, 400],
  [
    "questions for the database in a form",
    "/api/auth/login",
    JSONS,
    () => '{"email":{"$gt":""},"password":{"$ne":1},"__proto__":{"a":1}}',
    400,
  ],
].map(([name, place, type, make, wanted]) => ({
  name,
  limit: `${String(wanted)} within 1 s`,
  async run(house) {
    const { status, ms } = await house.send(place, { type, body: make() });
    return { came: `${status} in ${ms.toFixed(0)} ms`, holds: status === wanted && ms < 1_000 };
  },
}));

const median = (times) => [...times].sort((one, other) => one - other)[times.length >> 1] ?? Infinity;

async function signInTimes(house, person, count) {
  const times = [];
  for (let at = 0; at < count; at++) {
    const visitor = house.stranger();
    const { text } = await visitor.go("/auth/login");
    const fields = [...(hiddenIn(text, 'name="password"') ?? [])];
    fields.push(["email", person.email], ["password", person.password]);
    const begun = performance.now();
    const { status } = await visitor.post("/auth/login", new URLSearchParams(fields));
    if (status !== 302) throw new Error(`A sign-in was answered with ${status}.`);
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** Registrations without an end from one network, a hundred a second. @returns what ends them */
function registrations(house) {
  const seen = new Map();
  let nth = 0;
  const waiting = new Set();
  const timer = setInterval(() => {
    if (waiting.size > 60) return;
    const email = `flood${++nth}@example.test`;
    const fields = { username: `flood${nth}`, email, password: "Stillness7", confirmPassword: "Stillness7" };
    const body = new URLSearchParams({ ...fields, agreeToTerms: "on" });
    const headers = { "X-Forwarded-For": "10.55.5.5" };
    const asked = house
      .send("/auth/register", { body, headers })
      .catch(() => ({ status: "closed" }))
      .then(({ status }) => {
        seen.set(status, (seen.get(status) ?? 0) + 1);
        waiting.delete(asked);
      });
    waiting.add(asked);
  }, 10);
  return async () => {
    clearInterval(timer);
    await Promise.all(waiting);
    return seen;
  };
}

export const ON_FORMS = [
  ...BODIES,
  {
    name: "registrations without an end",
    limit:
      "a sign-in takes at most three times as long beside them, or 500 ms; at most ten of a network are let in",
    async run(house) {
      const person = await house.person();
      const quiet = await signInTimes(house, person, 5);
      const end = registrations(house);
      const beside = await signInTimes(house, person, 7);
      const seen = await end();
      const answers = [...seen].map(([status, times]) => `${status} ${times}x`).join(", ");
      return {
        came: `${quiet.toFixed(0)} ms quiet, ${beside.toFixed(0)} ms beside (${answers})`,
        holds: (beside <= 3 * quiet || beside <= 500) && (seen.get(302) ?? 0) <= 10,
      };
    },
  },
  {
    name: "a form from another site",
    limit: "403, nothing of it is kept, and no form that would send it",
    async run(house) {
      const person = await house.person();
      const word = "planted-by-another-site";
      const statuses = [];
      for (const Origin of ["https://evil.test", "null", "http://localhost.evil.test"]) {
        const { Cookie } = person.headers;
        const body = new URLSearchParams({ body: word, intent: "finish" });
        const answer = await house.send("/journal/free", { body, headers: { Cookie, Origin } });
        const forms = answer.text.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
        statuses.push(forms.some((form) => form.includes(word)) ? "a form with it" : answer.status);
      }
      const isKept = (await person.go("/journal/history")).text.includes(word);
      return {
        came: `${statuses.join(", ")}; ${isKept ? "kept" : "not kept"}`,
        holds: !isKept && statuses.every((status) => status === 403),
      };
    },
  },
  {
    name: "the same form a hundred times at once",
    limit: "one entry",
    // A hundred forms of one person at once are a hundred times a form's own work.
    waitMs: 400,
    async run(house) {
      const person = await house.person();
      const hidden = hiddenIn((await person.go("/journal/free")).text, 'name="body"') ?? [];
      const fields = [...hidden, ["body", "once and not again"], ["intent", "finish"]];
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => person.post("/journal/free", new URLSearchParams(fields))),
      );
      const places = new Set(answers.map(({ location }) => location));
      const { text } = await person.go("/journal/history");
      const entries = new Set(text.match(/\/journal\/entries\/[\w-]+/g)).size;
      return {
        came: `${entries} entries, ${places.size} places, ${[...new Set(answers.map(({ status }) => status))].join(", ")}`,
        holds: entries === 1 && places.size === 1,
      };
    },
  },
  {
    name: "pages sent by nobody, to be kept",
    limit: "answered without a fault; 4.7 MB refused with 413",
    async run(house) {
      const headers = { Cookie: "sid=invented; browser=invented; saved=invented" };
      const seen = new Map();
      for (let at = 0; at < 40; at++) {
        const body = new URLSearchParams({ body: "x".repeat(50_000), intent: "finish", at: String(at) });
        const { status } = await house.send("/journal/free", { body, headers });
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
      const large = await house.send("/journal/free", { type: TYPED, body: "body=".padEnd(4_700_000, "x") });
      const came = [...seen].map(([status, times]) => `${status} ${times}x`).join(", ");
      return { came: `${came}; ${large.status}`, holds: large.status === 413 };
    },
  },
];
