// Imports every model, for code that creates or checks indexes, or iterates over all collections.
import "./alert.server";
import "./coaches.server";
import "./form-submission.server";
import "./insight.server";
import "./invitation.server";
import "./journal-entry.server";
import "./operations.server";
import "./picture.server";
import "./plans.server";
import "./prayers.server";
import "./prompts.server";
import "./reminders.server";
import "./session.server";
import "./statistics.server";
import "./transfer-file.server";
import "./user.server";
