import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { hasServerRules } from '#shared/rules/outreach/places/server-rules.ts';
import { ageLabel } from '#web/features/outreach/labels.ts';

/** How replies go out with this account. */
export function sendingLabel({ source, way, canPost, needsLink, rules }: LinkedAccount): string {
  if (needsLink) return 'Your sign-in has ended. Sign in again below: replies wait for it.';
  if (way === 'proof')
    return 'Proven by a code in its profile. You post by hand, and we find your reply there.';
  if (rules === null && hasServerRules(source))
    return "We don't know this server's rules, so you post by hand. Link it again to read them.";
  return canPost
    ? 'Replies that you approve are sent from it. Only its session is kept, encrypted.'
    : 'Replies there are posted by hand.';
}

/** "Karma 120 · 7 years old"; empty where the source tells neither. `now` in epoch milliseconds. */
export function standingLabel({ karma, accountCreatedAt }: LinkedAccount, now: number): string {
  const age = accountCreatedAt === null ? null : ageLabel(accountCreatedAt, now);
  const parts = [karma === null ? null : `Karma ${karma.toLocaleString()}`, age && `${age} old`];
  return parts.filter((part) => part !== null).join(' · ');
}
