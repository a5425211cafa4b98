import { findAssignments } from './secret-assignments.ts';
import { findCommands } from './secret-commands.ts';
import { findHeaders } from './secret-headers.ts';
import { secretKinds } from './secret-kinds.data.ts';
import { markOf, markPattern } from './secret-mark.ts';
import { findPhrases } from './secret-phrases.ts';
import { plainLook } from './secret-plain-look.ts';
import { findPrivateKeys } from './secret-private-keys.ts';
import { apartFrom, joinRanges, rangesOf, type SecretRange } from './secret-ranges.ts';
import { isStandIn } from './secret-stand-in.ts';

/** How many secrets of one kind were taken out of a text. */
export type FoundSecrets = { kind: string; count: number };

/**
 * Takes keys, tokens and passwords out of a text and says in their place what was there: `[masked: Stripe key]`. All
 * that stands around stays. Masked text stays as it is, and so do placeholders, ids and hashes. Takes time in
 * proportion to the text, whatever it holds.
 */
export function maskSecrets(text: string): { text: string; found: FoundSecrets[] } {
  const counts = new Map<string, number>();
  let masked = text;
  // What stood too close to another secret to be seen is seen in the next round.
  for (let round = 0; round < mostRounds; round++) {
    const secrets = findSecrets(masked);
    if (secrets.length === 0) break;
    for (const { kind } of secrets) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    masked = putMarks(masked, secrets);
  }
  return { text: masked, found: Array.from(counts, ([kind, count]) => ({ kind, count })) };
}

/** So that a text that is made for it can't keep this busy. */
const mostRounds = 4;

function putMarks(text: string, secrets: SecretRange[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { kind, start, end } of secrets) {
    pieces.push(text.slice(at, start), markOf(kind));
    at = end;
  }
  return [...pieces, text.slice(at)].join('');
}

function findSecrets(given: string): SecretRange[] {
  const { text, placeOf } = plainLook(given);
  const known = secretKinds
    .filter(({ hints }) => hints.some((hint) => text.includes(hint)))
    .flatMap(({ kind, pattern, isOne }) =>
      rangesOf(text, kind, pattern).filter(({ start, end }) => {
        const secret = text.slice(start, end);
        return !isStandIn(secret) && (isOne?.(secret) ?? true);
      }),
    );
  const finders = [findPrivateKeys, findAssignments, findPhrases, findHeaders, findCommands];
  const all = [...known, ...finders.flatMap((find) => find(text))];
  const marks = Array.from(text.matchAll(markPattern), ({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  }));
  return joinRanges(apartFrom(marks, all)).map((range) => ({
    ...range,
    start: placeOf(range.start),
    // Up to the last sign of it, not to the one after.
    end: placeOf(range.end - 1) + 1,
  }));
}
