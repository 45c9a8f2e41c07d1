// Every model of the application: whoever creates or checks indexes imports this.
import "./ab-assignment.server";
import "./ai-call.server";
import "./audit-event.server";
import "./contact-message.server";
import "./counter.server";
import "./entry-version.server";
import "./held-post.server";
import "./job.server";
import "./journal-entry.server";
import "./login-attempt.server";
import "./outgoing-mail.server";
import "./own-prompt.server";
import "./prompt-swap.server";
import "./session.server";
import "./submission.server";
import "./user.server";
