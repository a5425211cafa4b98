import type { AccountFacts, Poster, Posters } from '#server/integrations/sources/port.ts';
import type { SecretBox } from '#server/secret-box.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { hasServerRules } from '#shared/rules/outreach/places/server-rules.ts';
import type { AccountRow, NewAccountRow } from './repository.ts';

export type RuledFacts = AccountFacts & { rules?: string[] };

/** An account that was signed in to, with the rules of its server. @throws LinkError. */
export async function signInWithRules(
  poster: Poster,
  given: Parameters<Poster['signIn']>[0],
): Promise<RuledFacts> {
  const facts = await poster.signIn(given);
  const rules = await poster.readRules?.({ ...facts, host: given.host }, given.signal);
  return { ...facts, rules };
}

/** An account's facts as stored: its session is sealed for its row. */
export function sealAccount(
  facts: RuledFacts,
  place: { id: string; ownerId: string; source: SourceName; host: string },
  { box, today }: { box: SecretBox; today: string },
): NewAccountRow {
  return {
    ...place,
    username: facts.username,
    way: facts.session === null ? 'proof' : 'session',
    sealedSession: facts.session === null ? null : box.seal(facts.session, place.id),
    accountCreatedAt: facts.createdAt,
    karma: facts.karma,
    rules: facts.rules?.length ? { texts: facts.rules, readOn: today } : null,
  };
}

/** The account as its owner sees it; nothing of the session is in it. */
export function showAccount(row: AccountRow, posters: Posters): LinkedAccount {
  const { id, source, host, username, way, karma, needsLink, rules } = row;
  return {
    id,
    source,
    host,
    username,
    way,
    karma,
    needsLink,
    rules,
    canPost: canPost(row, posters),
    linkedAt: row.createdAt.toISOString(),
    accountCreatedAt: row.accountCreatedAt?.toISOString() ?? null,
  };
}

/** A server that publishes its rules is sent nothing before its owner has seen them. */
export function canPost(
  { source, host, sealedSession, needsLink, rules }: AccountRow,
  posters: Posters,
): boolean {
  if (rules === null && hasServerRules(source)) return false;
  return sealedSession !== null && !needsLink && posters.posterFor(source)?.sendsTo(host) === true;
}
