import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { requireAdmin, requireMember, requirePendingDeletion, requireWayAuthor } from "~/http/guards.server";
import { formAction } from "./form-action.server";
import type { FormContext, FormOptions, FormResult } from "./form-options.server";

/** An action whose guard runs after the origin check; `contextOf` adds the guard's result to the context. */
export const guardedAction =
  <G, C extends object>(guard: (request: Request) => Promise<G>, contextOf: (guarded: G) => C) =>
  <S extends z.ZodType>(
    args: ActionFunctionArgs,
    options: FormOptions<S, G>,
    act: (context: FormContext<z.output<S>> & C) => Promise<FormResult>,
  ): Promise<FormResult> =>
    formAction(args, options, guard, (context, guarded) => act({ ...context, ...contextOf(guarded) }));

export const publicAction = guardedAction(
  () => Promise.resolve(undefined),
  () => ({}),
);

export const memberAction = guardedAction(requireMember, (member) => ({ member }));

/** An action for a member whose account is being deleted. */
export const pendingDeletionAction = guardedAction(requirePendingDeletion, (pendingDeletion) => ({
  pendingDeletion,
}));

export const adminAction = guardedAction(requireAdmin, (member) => ({ member }));

/** An action for authors of ways, and for administrators. */
export const wayAuthorAction = guardedAction(requireWayAuthor, (member) => ({ member }));
