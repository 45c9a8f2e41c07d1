/** What administrators are told by mail: facts of the server, never of anybody's journal (product 2.12). */
export type AdminMail =
  | { kind: "alert"; to: string; title: string; state: "opened" | "over"; lines: string[]; alertId: string }
  | { kind: "test"; to: string };

type Parts = { subject: string; lines: string[]; link?: { url: string; label: string }; after: string[] };

export function adminMail(order: AdminMail, origin: string): Parts {
  if (order.kind === "test")
    return {
      subject: "Test mail from Still and Know",
      lines: [
        "This mail was asked for on the System health page. That it has arrived means that mail works.",
      ],
      after: [],
    };
  return {
    subject: order.state === "opened" ? `Alert: ${order.title}` : `Over: ${order.title}`,
    lines: order.lines,
    link: { url: `${origin}/admin/alerts/${order.alertId}`, label: "Open the alert" },
    after: ["You get this mail because you are an administrator of this installation."],
  };
}
