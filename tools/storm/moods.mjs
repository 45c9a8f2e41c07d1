import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail server that takes its time, refuses some letters for now, and is away when it is told to die. */
export class MoodyMail {
  port = 0;
  letters = [];
  #server;

  constructor(notes) {
    this.notes = notes;
  }

  async live() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      onConnect: (_session, done) => void setTimeout(done, Math.random() * 400),
      onData: (stream, _session, done) => {
        void this.#take(stream).then(
          () => done(),
          (error) => done(error),
        );
      },
    });
    this.#server.on("error", () => undefined);
    await new Promise((resolve) => this.#server.listen(this.port, "127.0.0.1", resolve));
    this.port = this.#server.server.address().port;
  }

  async #take(stream) {
    const raw = await buffer(stream);
    await delay(Math.random() * 600);
    if (this.isMoody && Math.random() < 0.2) {
      this.notes.note("emails: refused for now");
      throw Object.assign(new Error("later, please"), { responseCode: 451 });
    }
    const { to, text } = await PostalMime.parse(raw);
    this.letters.push({ to: to?.[0]?.address ?? "", text: text ?? "" });
    this.notes.note("emails: taken");
  }

  die() {
    for (const connection of this.#server.connections) connection._socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

const MOODS = ["good", "good", "slow", "dripping", "500", "429", "garbage", "broken", "silent"];

/** An endpoint of a language model that answers well, slowly, wrongly, by halves or not at all. */
export class MoodyAi {
  mood = "good";

  constructor(notes) {
    this.notes = notes;
    this.server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  async live() {
    await new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${this.server.address().port}/v1`;
  }

  change() {
    this.mood = MOODS[Math.floor(Math.random() * MOODS.length)];
  }

  async #answer(request, response) {
    const body = JSON.parse(String(await buffer(request)));
    const { mood } = this;
    this.notes.note(`the model’s answers: ${mood}`);
    if (mood === "silent") return;
    if (mood === "slow") await delay(4_000);
    if (mood === "500" || mood === "429") return void response.writeHead(Number(mood)).end("{}");
    if (mood === "garbage") return void response.end("<html>Welcome to the hotel network</html>");
    const say = (choice) => {
      const piece = {
        id: "1",
        object: "chat.completion.chunk",
        created: 1,
        model: body.model,
        choices: [choice],
      };
      response.write(`data: ${JSON.stringify(piece)}\n\n`);
    };
    const text = "What was the quietest moment of it? Where did you notice that you were not alone?";
    if (!body.stream) {
      const message = { role: "assistant", content: text };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      return void response.end(
        JSON.stringify({ id: "1", object: "chat.completion", model: body.model, choices }),
      );
    }
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    for (const content of text.match(/.{1,12}/g) ?? []) {
      if (mood === "broken" && Math.random() < 0.3) return void response.destroy();
      say({ index: 0, delta: { role: "assistant", content }, finish_reason: null });
      if (mood === "dripping") await delay(300);
    }
    say({ index: 0, delta: {}, finish_reason: "stop" });
    response.end("data: [DONE]\n\n");
  }
}
