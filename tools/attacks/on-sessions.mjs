import { hiddenIn } from "../visitor.mjs";

export const ON_SESSIONS = [
  {
    name: "sign-ins with a mangled session cookie",
    limit: "each signs in",
    async run(house) {
      const { email, password } = await house.person();
      const statuses = [];
      for (const before of ["sid=", "sid=%", "sid=x", "sid"]) {
        const visitor = house.stranger();
        const hidden = hiddenIn((await visitor.go("/auth/login")).text, 'name="password"') ?? [];
        const answer = await house.send("/auth/login", {
          headers: { Cookie: `${visitor.headers.Cookie}; ${before}`, "X-Forwarded-For": visitor.address },
          body: new URLSearchParams([...hidden, ["email", email], ["password", password]]),
        });
        statuses.push(
          answer.headers.getSetCookie().some((line) => /^(?:__Host-)?sid=./.test(line)) && answer.status,
        );
      }
      return { came: statuses.join(", "), holds: statuses.every((status) => status === 302) };
    },
  },
  {
    name: "a sign-in form sent again",
    limit: "with a wrong password 401 and no session; with the right one another session",
    async run(house) {
      const { email, password } = await house.person();
      const visitor = house.stranger();
      const hidden = hiddenIn((await visitor.go("/auth/login")).text, 'name="password"') ?? [];
      const { Cookie } = visitor.headers;
      const send = (typed) =>
        house.send("/auth/login", {
          headers: { Cookie, "X-Forwarded-For": visitor.address },
          body: new URLSearchParams([...hidden, ["email", email], ["password", typed]]),
        });
      const session = ({ headers }) => /\bsid=([^;]+)/.exec(headers.getSetCookie().join("\n"))?.[1];
      const first = await send(password);
      const wrong = await send("not the password 7");
      const again = await send(password);
      return {
        came: [first, wrong, again].map(({ status }) => status).join(", "),
        holds:
          wrong.status === 401 &&
          !session(wrong) &&
          Boolean(session(first)) &&
          Boolean(session(again)) &&
          session(again) !== session(first),
      };
    },
  },
  {
    name: "the seal’s page",
    limit: "names all that stays clear",
    async run(house) {
      const { text } = await (await house.person()).go("/settings/security/seal");
      const words = ["length", "favourite", "mark", "intention", "time zone"];
      const missing = words.filter((word) => !text.toLowerCase().includes(word));
      return {
        came: missing.length > 0 ? `not named: ${missing.join(", ")}` : "all named",
        holds: missing.length === 0,
      };
    },
  },
];
