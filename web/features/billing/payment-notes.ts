import type { Plan, User } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { readAddress } from '#shared/rules/text/addresses.ts';
import { draftKey } from '#web/drafts/draft-store.ts';

// Notes in this tab for the way through signing up and the checkout. Without storage each has a plain fallback.

function readNote(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the note. */
function writeNote(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage is switched off.
  }
}

// Apart from `selectedPlan`, which stays when its payment is done.
const chosenKey = (owner: string) => draftKey(owner, 'chosen-plan');
const visitorKey = chosenKey('visitor');

/** Notes the plan that a visitor chose. The free one leaves nothing to do. */
export function saveChosenPlan(plan: Plan): void {
  writeNote(visitorKey, plan === 'free' ? null : plan);
}

/** The paid plan that still waits for this user, who may have chosen it before signing up; from now on it is theirs. */
export function readChosenPlan(userId: string): PaidPlan | null {
  const chosen = readNote(visitorKey) ?? readNote(chosenKey(userId));
  if (chosen !== 'pro' && chosen !== 'developer') return null;
  writeNote(chosenKey(userId), chosen);
  writeNote(visitorKey, null);
  return chosen;
}

export function clearChosenPlan(userId: string): void {
  writeNote(chosenKey(userId), null);
}

/** Notes the plan that is being bought (specification 4, Checkout). */
export function saveSelectedPlan(plan: PaidPlan): void {
  writeNote('selectedPlan', plan);
}

const beforeKey = ({ id }: User) => draftKey(id, 'plan-before-checkout');

/** Notes the present plan, because the next page load may already read the new one. */
export function savePlanBefore(user: User): void {
  writeNote(beforeKey(user), user.plan);
}

/** The plan before the last checkout, once; the present plan without a note. */
export function takePlanBefore(user: User): string {
  const noted = readNote(beforeKey(user));
  writeNote(beforeKey(user), null);
  return noted ?? user.plan;
}

const redirectKey = 'postPaymentRedirect';
const startKey = (owner: string) => draftKey(owner, 'start-before-checkout');

/** Notes the destination that needed a plan, for the way back from the checkout. */
export function savePostPaymentRedirect(path: string): void {
  writeNote(redirectKey, path);
}

/** The noted path, if it is one of this site. */
export function readPostPaymentRedirect(): string | null {
  const path = readNote(redirectKey);
  return path && isOwnPath(path) ? path : null;
}

export function clearPostPaymentRedirect(): void {
  writeNote(redirectKey, null);
}

/** Notes what the tool that needed a plan was asked for; null when it was asked for nothing. */
export function saveStartBefore(owner: string, start: object | null): void {
  writeNote(startKey(owner), start && JSON.stringify(start));
}

/** The note, once. */
export function takeStartBefore(owner: string): unknown {
  const noted = readNote(startKey(owner));
  writeNote(startKey(owner), null);
  return JSON.parse(noted ?? 'null');
}

function isOwnPath(path: string): boolean {
  const { origin } = window.location;
  return path.startsWith('/') && readAddress(path, origin)?.origin === origin;
}
