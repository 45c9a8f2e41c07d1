import type { ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { PendingDeletion } from "~/domain/identity/session-lock.server";
import type { Member } from "~/domain/member/member";
import { requireAdmin, requireMember, requirePendingDeletion, requireWayAuthor } from "~/http/guards.server";
import { formAction } from "./form-action.server";
import type { FormContext, FormOptions, FormResult } from "./form-options.server";

type Act<S extends z.ZodType, C = object> = (context: FormContext<z.output<S>> & C) => Promise<FormResult>;

/** An action for everyone. */
export function publicAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: FormOptions<S>,
  act: Act<S>,
): Promise<FormResult> {
  return formAction(args, options, async () => undefined, act);
}

/** An action for signed-in members. */
export function memberAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: FormOptions<S, Member>,
  act: Act<S, { member: Member }>,
): Promise<FormResult> {
  return formAction(args, options, requireMember, (context, member) => act({ ...context, member }));
}

/** An action for a member whose account is being deleted. */
export function pendingDeletionAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: FormOptions<S>,
  act: Act<S, { pendingDeletion: PendingDeletion }>,
): Promise<FormResult> {
  return formAction(args, options, requirePendingDeletion, (context, pendingDeletion) =>
    act({ ...context, pendingDeletion }),
  );
}

/** An action of the administrators' area. */
export function adminAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: FormOptions<S, Member>,
  act: Act<S, { member: Member }>,
): Promise<FormResult> {
  return formAction(args, options, requireAdmin, (context, member) => act({ ...context, member }));
}

/** An action for members who may write the ways of this instance. */
export function wayAuthorAction<S extends z.ZodType>(
  args: ActionFunctionArgs,
  options: FormOptions<S, Member>,
  act: Act<S, { member: Member }>,
): Promise<FormResult> {
  return formAction(args, options, requireWayAuthor, (context, member) => act({ ...context, member }));
}
