import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Member } from "~/domain/member/member";
import { requireAdmin, requireMember, requirePendingDeletion, requireWayAuthor } from "~/http/guards.server";
import { currentMember } from "~/http/session.server";
import { formAction } from "./form-action.server";
import type { FormContext, FormOptions, FormResult, Guard, Sender } from "./form-options.server";

/** An action whose guard runs after the origin check; `contextOf` adds the guard's result to the context. */
export const guardedAction =
  <G, C extends object>(guard: Guard<G>, contextOf: (guarded: G) => C) =>
  <S extends z.ZodType>(
    args: ActionFunctionArgs,
    options: FormOptions<S, G>,
    act: (context: FormContext<z.output<S>> & C) => Promise<FormResult>,
  ): Promise<FormResult> =>
    formAction(args, options, guard, (context, guarded) => act({ ...context, ...contextOf(guarded) }));

/**
 * An action for everyone. A failure to find the member is ignored, because signing out and quick exit must work while the
 * database is unavailable.
 */
export const publicAction = guardedAction(
  async (request): Promise<Sender<undefined>> => {
    const member = await currentMember(request).catch(() => null);
    return { guarded: undefined, memberId: member?.id };
  },
  () => ({}),
);

const actionFor = (guard: (request: Request) => Promise<Member>) =>
  guardedAction(
    async (request) => {
      const member = await guard(request);
      return { guarded: member, memberId: member.id };
    },
    (member) => ({ member }),
  );

export const memberAction = actionFor(requireMember);

export const adminAction = actionFor(requireAdmin);

/** An action for authors of ways, and for administrators. */
export const wayAuthorAction = actionFor(requireWayAuthor);

/** An action for a member whose account is being deleted. */
export const pendingDeletionAction = guardedAction(
  async (request) => ({ guarded: await requirePendingDeletion(request) }),
  (pendingDeletion) => ({ pendingDeletion }),
);
