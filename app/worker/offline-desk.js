/* The page that the service worker shows while there is no connection: today's passage, its questions, and room to write. */
(() => {
  const worker = navigator.serviceWorker?.controller;
  const desk = document.getElementById("desk");
  if (!worker || !desk) return;

  function ask(message) {
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = ({ data }) => resolve(data);
      worker.postMessage(message, [channel.port2]);
    });
  }

  const clone = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);
  const slot = (element, name) => element.querySelector(`[data-slot="${name}"]`);
  const pad = (number) => String(number).padStart(2, "0");
  const now = new Date();
  const today = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;

  let form;
  let kept = true;

  function showPassage({ lines, reference }) {
    const figure = clone("passage");
    for (const line of lines) {
      const paragraph = document.createElement("p");
      paragraph.className = "verse-line";
      paragraph.textContent = line;
      slot(figure, "lines").append(paragraph);
    }
    slot(figure, "reference").textContent = reference;
    desk.append(figure);
  }

  function field({ key, label, hint }, values) {
    const part = clone("question");
    const area = part.querySelector("textarea");
    area.id = `desk-${key}`;
    area.name = key;
    area.value = values.get(key) ?? "";
    part.querySelector("label").htmlFor = area.id;
    part.querySelector("label").textContent = label;
    slot(part, "hint").textContent = hint ?? "";
    return part;
  }

  function showForm(reflection, owner, waiting) {
    form = clone("writing");
    slot(form, "title").textContent = reflection.title;
    const own = waiting.find(({ path, fields }) => path === reflection.path && isOfDesk(fields));
    const values = new Map(own?.fields ?? []);
    for (const question of reflection.fields) slot(form, "questions").append(field(question, values));
    const hidden = {
      intent: "draft",
      forDate: reflection.forDate,
      draftVersion: "0",
      variant: reflection.variant ?? "",
      _auto: "1",
      _owner: owner,
      _submission: values.get("_submission") ?? `desk-${crypto.randomUUID()}`,
    };
    for (const [name, value] of Object.entries(hidden)) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void keep(reflection.path);
    });
    let timer;
    form.addEventListener("input", () => {
      kept = false;
      clearTimeout(timer);
      timer = setTimeout(() => void keep(reflection.path), 1_500);
    });
    addEventListener("pagehide", () => void keep(reflection.path));
    desk.append(form);
  }

  const isOfDesk = (fields) =>
    fields.some(([name, value]) => name === "_submission" && value.startsWith("desk-"));

  async function keep(path) {
    if (kept) return;
    kept = true;
    const fields = new URLSearchParams(new FormData(form)).toString();
    const done = await ask({ type: "keep", path, fields });
    slot(form, "status").textContent = done ? form.dataset.kept : "";
  }

  function showWaiting(waiting) {
    if (waiting.length === 0) return;
    const section = clone("waiting");
    for (const { fields, savedAt } of waiting) {
      const line = clone("waiting-text");
      const texts = fields
        .filter(
          ([name, value]) =>
            !/^(_|intent|forDate|draftVersion|variant|version|step|all$)/.test(name) && value.trim(),
        )
        .map(([, value]) => value);
      slot(line, "when").textContent = new Date(savedAt).toLocaleString();
      slot(line, "text").textContent = texts.join("\n\n");
      slot(section, "list").append(line);
    }
    desk.append(section);
  }

  async function show() {
    const { today: kept = undefined, unsent = [] } = (await ask({ type: "desk" })) ?? {};
    if (!kept) return;
    const wanted = /^\/journal\/(morning|evening|free)$/.exec(location.pathname)?.[1];
    const ofToday = kept.date === today;
    const due = wanted ?? (ofToday ? kept.due : "free");
    const free = { title: kept.free.title, path: "/journal/free", forDate: today, fields: kept.free.fields };
    const reflection = ofToday ? (kept.reflections.find(({ slot: name }) => name === due) ?? free) : free;
    if (reflection.passage) showPassage(reflection.passage);
    showForm(reflection, kept.owner, unsent);
    showWaiting(unsent.filter(({ fields, path }) => path !== reflection.path || !isOfDesk(fields)));
    desk.hidden = false;
  }

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let leaving = false;

  /** A browser may say that it is online while nothing is reached yet, so the server is asked. */
  async function back() {
    if (leaving || !navigator.onLine) return;
    const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
    if (!answer?.ok || leaving) return;
    leaving = true;
    form?.requestSubmit();
    await Promise.race([ask({ type: "online" }), pause(10_000)]);
    location.replace(/^\/offline(\/|$)/.test(location.pathname) ? "/dashboard" : location.href);
  }

  addEventListener("online", () => void back());
  setInterval(() => void back(), 5_000);
  void show();
})();
