import { readAudience, readAudienceBeforeVerb, splitAudienceFromEnd } from './audience-phrase.ts';
import { type Clause, readOwnAction, readProductClause } from './clause.ts';
import { readTrouble } from './trouble.ts';
import { asInfinitive } from './verb-forms.ts';

/** Reads what a sentence says after its product: "for …", "that …", "where …", "to …", "connecting …". */
export function readRest(rest: string): Clause {
  const [link = '', ...others] = rest.split(' ');
  const after = others.join(' ');
  const lower = link.toLowerCase();
  if (lower === 'for') return readFor(after);
  if (lower === 'where' || lower === 'so') return readWhere(after.replace(/^that /, ''));
  if (lower === 'that' || lower === 'which' || lower === 'to') return readThat(after);
  if (lower === 'with') return readWith(after);
  const verb = asInfinitive(rest);
  if (verb) return readProductClause(verb);
  const ending = splitAudienceFromEnd(` ${rest}`);
  return { audience: ending?.audience.described ?? null, action: null };
}

/** Reads what stands behind "that": what the product does, or what people do with it. */
export function readThat(after: string): Clause {
  const people = readAudience(after);
  if (people && /^(can|could|use)\b/.test(people.rest)) return readWhere(after);
  const isVerb = asInfinitive(after) !== null;
  if (isVerb || !people || people.people.split(' ').length > 3) return readProductClause(after);
  return asInfinitive(people.rest) ? readWhere(after) : { audience: people.described, action: null };
}

function readFor(after: string): Clause {
  const people = readAudience(after);
  if (!people) {
    const [, others, doing] = after.match(/^((?:\p{L}+[- ]){0,3}\p{L}+s) to (.+)$/iu) ?? [];
    if (others && asInfinitive(doing ?? '')) return { audience: others, action: doing ?? null };
    const action = asInfinitive(after);
    return action ? readOwnAction(action) : { audience: null, action: null };
  }
  const rest = people.rest.replace(/^,\s*/, '');
  const [link = '', ...others] = rest.split(' ');
  const tail = others.join(' ');
  if (link === 'to') return { audience: people.described, action: tail };
  if (link === 'who' && !readTrouble(rest) && tail.split(' ').length <= 8) {
    return { audience: `${people.described} ${rest}`, action: null };
  }
  if (/^(about|on)$/.test(link)) return { audience: people.described, action: `find out about ${tail}` };
  if (/^(that|which|where)$/.test(link) && tail) return { ...readRest(rest), audience: people.described };
  return { audience: people.described, action: null };
}

function readWhere(after: string): Clause {
  const people = readAudience(after) ?? readAudienceBeforeVerb(after);
  const action = (people?.rest ?? after).replace(
    /^(who |that )?(can|could|will|get to|are able to|may)\s+(easily )?/i,
    '',
  );
  const got = action.match(
    /^(?:take|upload|scan|enter|type|snap|point|describe|answer)\b.*? (?:and|to) ((?:get|see|find|receive|know|learn) .+)$/i,
  );
  return { audience: people?.described ?? null, action: asInfinitive(got?.[1] ?? action) };
}

function readWith(after: string): Clause {
  const to = after.match(/ (?:that|to) (.+)$/);
  if (to?.[1]) return readProductClause(to[1]);
  const ending = splitAudienceFromEnd(after);
  return { audience: ending?.audience.described ?? null, action: `get ${ending?.before ?? after}` };
}
