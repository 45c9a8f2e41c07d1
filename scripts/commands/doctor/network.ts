import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import { env } from "~/platform/env.server";
import { createSmtpTransport, describeMailError } from "~/platform/mail/transport.server";
import { newFinding, type Finding } from "./finding";

const TIMEOUT_MS = 8_000;
export type SeenTime = { at: number; who: string };
type ProbeResult =
  | { state: "ours"; proxies: number; date: number }
  | { state: "other" }
  | { state: "away"; code: string };

const codeOf = (error: unknown): string => {
  const { cause, code, name } = error as { cause?: { code?: string }; code?: string; name?: string };
  return cause?.code ?? code ?? name ?? "unknown";
};

const signed = (secret: string, purpose: string, value: string) =>
  createHmac("sha256", secret).update(`${purpose}\n${value}`).digest("base64url");

/** Asks /healthz at `origin` whether it is this instance. */
async function ask(origin: string, secret: string): Promise<ProbeResult> {
  const nonce = randomBytes(16).toString("base64url");
  const url = `${origin}/healthz?doctor=${nonce}.${signed(secret, "doctor asks", nonce)}`;
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    const [proxies = "", answer = ""] = (response.headers.get("X-Doctor") ?? "").split(".");
    if (answer === "" || answer !== signed(secret, "doctor is told", `${nonce} ${proxies}`))
      return { state: "other" };
    return { state: "ours", proxies: Number(proxies), date: Date.parse(response.headers.get("Date") ?? "") };
  } catch (error) {
    return { state: "away", code: codeOf(error) };
  }
}

function portProblem(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? "unknown"));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** The port, and whether PUBLIC_ORIGIN leads to the server behind it. */
export async function checkServer(
  secret: string | null,
): Promise<{ findings: Finding[]; seen: SeenTime | null }> {
  const { HOST, PORT, PUBLIC_ORIGIN } = env;
  const problem = await portProblem(PORT, HOST);
  if (problem === null)
    return {
      findings: [
        newFinding("Port", "good", `Port ${PORT} is free; the server is not running.`),
        newFinding("PUBLIC_ORIGIN", "note", "Not asked: there is no server running that could answer."),
      ],
      seen: null,
    };
  if (problem !== "EADDRINUSE")
    return {
      findings: [
        newFinding("Port", "wrong", `This user cannot listen on ${HOST}, port ${PORT} (${problem}).`),
      ],
      seen: null,
    };
  if (secret === null)
    return {
      findings: [
        newFinding("Port", "note", `Something listens on port ${PORT}. Without secrets it cannot be asked.`),
      ],
      seen: null,
    };
  const near = /^(0\.0\.0\.0|::)$/.test(HOST) ? "127.0.0.1" : HOST;
  const own = await ask(`http://${near.includes(":") ? `[${near}]` : near}:${PORT}`, secret);
  if (own.state !== "ours")
    return {
      findings: [
        newFinding("Port", "wrong", `Port ${PORT} is taken by another program, or the server hangs.`),
      ],
      seen: null,
    };
  const public_ = await ask(PUBLIC_ORIGIN, secret);
  const running = newFinding("Port", "good", `The server runs on port ${PORT}.`);
  if (public_.state !== "ours") {
    const words =
      public_.state === "away"
        ? `${PUBLIC_ORIGIN} cannot be reached from here (${public_.code}).`
        : `${PUBLIC_ORIGIN} leads somewhere else: what answers there is not this site.`;
    return { findings: [running, newFinding("PUBLIC_ORIGIN", "wrong", words)], seen: null };
  }
  const { proxies, date } = public_;
  const through =
    proxies === 0 ? "without a proxy" : `through ${proxies} ${proxies === 1 ? "proxy" : "proxies"}`;
  return {
    findings: [
      running,
      newFinding("PUBLIC_ORIGIN", "good", `${PUBLIC_ORIGIN} leads here, ${through}.`),
      proxies === env.TRUST_PROXY
        ? newFinding("TRUST_PROXY", "good", `${env.TRUST_PROXY}.`)
        : newFinding(
            "TRUST_PROXY",
            "wrong",
            `${env.TRUST_PROXY}, but PUBLIC_ORIGIN leads here ${through}. Set TRUST_PROXY=${proxies}.`,
          ),
    ],
    seen: proxies > 0 && Number.isFinite(date) ? { at: date, who: "what answers at PUBLIC_ORIGIN" } : null,
  };
}

/** Checks the mail server; with an address, sends a message to it. */
export async function checkMail(to: string | undefined): Promise<Finding> {
  if (!env.SMTP_URL)
    return newFinding("Mail", "note", "SMTP_URL is empty: mail is printed to the log and reaches nobody.");
  const smtp = await createSmtpTransport(env.SMTP_URL, TIMEOUT_MS);
  try {
    await smtp.verify();
    if (!to)
      return newFinding("Mail", "good", "The mail server takes us in. --mail ADDRESS sends a letter too.");
    const text = "npm run doctor sent this letter. Its arrival means that sending mail works.";
    await smtp.sendMail({ from: env.MAIL_FROM, to, subject: "A letter from the doctor", text });
    return newFinding("Mail", "good", `The mail server took a letter for ${to}.`);
  } catch (error) {
    return newFinding(
      "Mail",
      "wrong",
      `The mail server refused: ${describeMailError(error)}. Look at SMTP_URL.`,
    );
  } finally {
    smtp.close();
  }
}

/** Checks that the model's endpoint responds and accepts the key. */
export async function checkModel(): Promise<{ finding: Finding; seen: SeenTime | null }> {
  const endpoint = aiEndpoint();
  const what = "Model";
  if (!endpoint)
    return {
      finding: newFinding(what, "note", "AI_BASE_URL is empty: the built-in rules are used."),
      seen: null,
    };
  try {
    const response = await fetch(`${endpoint.baseUrl}/models`, {
      headers: endpoint.apiKey ? { Authorization: `Bearer ${endpoint.apiKey}` } : {},
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    const at = Date.parse(response.headers.get("Date") ?? "");
    const seen = Number.isFinite(at) ? { at, who: endpoint.host } : null;
    const { status } = response;
    if (status === 401 || status === 403)
      return { finding: newFinding(what, "wrong", `${endpoint.host} refuses AI_API_KEY (${status}).`), seen };
    if (status >= 500)
      return {
        finding: newFinding(what, "wrong", `${endpoint.host} answers with an error (${status}).`),
        seen,
      };
    return { finding: newFinding(what, "good", `${endpoint.host} answers.`), seen };
  } catch (error) {
    const words = `${endpoint.host} does not answer (${codeOf(error)}). Look at AI_BASE_URL.`;
    return { finding: newFinding(what, "wrong", words), seen: null };
  }
}

/** The same timeout as on the sign-in page. */
const PROVIDER_TIMEOUT_MS = 2_000;

/** Checks that the OpenID Connect provider responds and that its issuer matches the setting. */
export async function checkProvider(): Promise<Finding> {
  const { OIDC_ISSUER } = env;
  if (!OIDC_ISSUER) return newFinding("Sign-in", "note", "OIDC_ISSUER is empty: people sign in here alone.");
  const at = OIDC_ISSUER.replace(/\/$/, "") + "/.well-known/openid-configuration";
  const away = (why: string) =>
    newFinding("Sign-in", "wrong", `${at} ${why}. Look at OIDC_ISSUER, and whether the provider runs.`);
  try {
    const response = await fetch(at, {
      redirect: "manual",
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return away(`answers with ${response.status}`);
    }
    const { issuer } = ((await response.json().catch(() => null)) ?? {}) as { issuer?: unknown };
    if (typeof issuer !== "string" || !URL.canParse(issuer)) return away("does not say who answers there");
    if (new URL(issuer).href === new URL(OIDC_ISSUER).href)
      return newFinding("Sign-in", "good", `${OIDC_ISSUER} answers, and calls itself so.`);
    const words = `OIDC_ISSUER is ${OIDC_ISSUER}, but what answers there calls itself ${issuer}. Set OIDC_ISSUER=${issuer}`;
    return newFinding("Sign-in", "wrong", words);
  } catch (error) {
    const { name } = error as Error;
    return away(
      name === "TimeoutError" ? "did not answer within two seconds" : "cannot be reached from here",
    );
  }
}
