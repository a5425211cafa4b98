import { readAudience, readAudienceBeforeVerb, splitAudienceFromEnd } from './audience-phrase.ts';
import { lookUp } from './idea-words.ts';
import { isPeople, isPlural } from './nouns.ts';
import { asInfinitive, baseOfAnyThirdPerson, infinitivePhrase } from './verb-forms.ts';
import { baseVerbs, enablingVerbs, personsSide, productsOwn } from './verbs.data.ts';

/** Who wants to do what, as read from a part of the idea; both as typed where that is possible. */
export type Clause = { audience: string | null; otherSide?: string; action: string | null };

/** Reads what a product does ("helps nurses swap shifts", "picks up old furniture") as what people do. */
export function readProductClause(text: string): Clause {
  const plain = withoutAdverbs(text);
  const verbAtStart = plain.replace(/^\S+/, (word) => baseOfAnyThirdPerson(word) ?? word);
  const phrase = infinitivePhrase(verbAtStart);
  const [verb = '', ...others] = phrase.split(' ');
  const rest = others.join(' ');
  const lower = verb.toLowerCase();
  if (emptyVerbs.test(lower)) return { audience: null, action: null };
  if (enablingVerbs.has(lower)) return readEnabling(lower, rest);
  if (/^(pay|reward)$/.test(lower) && / to /.test(rest) && readAudience(rest))
    return readEnabling(lower, rest);
  if (lower === 'make') return readMaking(rest);
  if (lower === 'use') return readUsing(rest);
  if (/^(give|offer|provide|bring|send|show|tell|teach)$/.test(lower)) return readGiving(lower, rest);
  if (/^(connect|match|pair|link|introduce|unite)$/.test(lower)) return readConnecting(lower, rest);
  if (/^(remind|alert|notify|warn|inform)$/.test(lower)) return readReminding(lower, rest);
  const isSubject =
    text.split(' ')[0] !== phrase.split(' ')[0] &&
    (asInfinitive(text) ?? baseOfAnyThirdPerson(plain.split(' ')[0] ?? '')) !== null &&
    !/ing\b/.test(text.split(' ')[0] ?? '');
  return readAction(phrase, isSubject ? { ...personsSide, ...productsOwn } : personsSide);
}

/** Reads what people do themselves: "swap shifts", "compare prices for small shops". */
export function readOwnAction(phrase: string): Clause {
  return readAction(phrase, {});
}

function readAction(phrase: string, told: Record<string, string>): Clause {
  const ending = splitAudienceFromEnd(phrase);
  const hasObject = ending?.before.includes(' ');
  const action = ending && hasObject ? ending.before : phrase;
  const words = action.split(' ');
  const two = lookUp(told, words.slice(0, 2).join(' ').toLowerCase());
  const way = two ?? lookUp(told, words[0]?.toLowerCase() ?? '');
  const object = words.slice(two ? 2 : 1).join(' ');
  // What a product does beyond its first verb ("… and resells it") is no concern of the people's.
  const ownObject = object.replace(/ and (\p{L}+)( .*)?$/u, (joined, next: string) =>
    baseVerbs.has(next) ? '' : joined,
  );
  const receiver = way ? ownObject.match(/^(.+) to (.+)$/) : null;
  const receivers = receiver ? readAudience(receiver[2] ?? '') : null;
  if (way && receivers?.rest === '')
    return { audience: receivers.described, action: way.replace('{x}', receiver?.[1] ?? '') };
  return {
    audience: ending && hasObject ? ending.audience.described : null,
    action: way && object ? way.replace('{x}', ownObject) : action,
  };
}

function readEnabling(verb: string, rest: string): Clause {
  const to = /^to\s+/.test(rest) ? rest.replace(/^to\s+/, '') : null;
  if (to) return readOwnAction(to);
  const found = readAudience(rest) ?? readAudienceBeforeVerb(rest);
  if (!found) {
    const [first = ''] = rest.split(' ');
    if (baseVerbs.has(first.toLowerCase())) return readOwnAction(rest);
    return { audience: null, action: verb === 'get' ? `get ${rest}` : `deal with ${rest}` };
  }
  const action = withoutAdverbs(found.rest.replace(/^(to|can|could)\s+/, ''));
  if (/^(with|in|through|on)\s/.test(action))
    return { audience: found.described, action: action.replace(/^\S+/, 'deal with') };
  const who = found.rest.match(/^who .*? to (?=\p{L})/u);
  if (who) return { audience: found.described, action: found.rest.slice(who[0].length) };
  return { audience: found.described, action: startsWithVerb(action) ? action : null };
}

function readMaking(rest: string): Clause {
  const easy = rest.match(
    /^(?:it )?(?:\p{L}+er|more \p{L}+|\p{L}+)(?: and \p{L}+)?(?: for (.+?))? to (.+)$/iu,
  );
  if (easy && /^it |^(easy|easier|simple|simpler|possible|fun) /i.test(rest)) {
    const audience = easy[1] ? readAudience(easy[1]) : null;
    return { audience: audience?.described ?? easy[1] ?? null, action: easy[2] ?? null };
  }
  const felt = peopleAndState(rest);
  if (felt) return felt;
  const thing = rest.match(
    /^(.+?) (?:easy|easier|simple|simpler|faster|cheaper|fun|better|affordable|accessible|less \p{L}+|more \p{L}+)\b(?: for (.+))?/iu,
  );
  if (thing) return { audience: thing[2] ?? null, action: `deal with ${thing[1]}` };
  return readOwnAction(`make ${rest}`);
}

// "people happy": the people end where the state begins.
function peopleAndState(text: string): Clause | null {
  const words = text.split(' ');
  const end = words.findIndex((_, index) => index < 4 && isPeople(words.slice(0, index + 1).join(' ')));
  const state = words
    .slice(end + 1)
    .join(' ')
    .replace(/^feel /, '');
  if (end === -1 || state === '' || isPlural(words[end + 1] ?? '')) return null;
  const action = startsWithVerb(state) ? state : `feel ${state}`;
  return { audience: words.slice(0, end + 1).join(' '), action };
}

function readUsing(rest: string): Clause {
  const purpose = rest.match(/^.{2,60}? to (\p{L}+ .+)$/u);
  return purpose?.[1] ? readProductClause(purpose[1]) : readOwnAction(`use ${rest}`);
}

function readGiving(verb: string, rest: string): Clause {
  const found = readAudience(rest);
  const got = verb === 'teach' ? 'learn' : verb === 'show' || verb === 'tell' ? 'find out' : 'get';
  if (found?.rest) {
    const thing = found.rest
      .replace(/^with\s+/, '')
      .replace(/^(an?|the) (easy |simple |better |quick |new )*way to /i, 'to ');
    if (/^to /.test(thing) && got === 'get')
      return { audience: found.described, action: thing.replace(/^to /, '') };
    if (/^how to /.test(thing) && got === 'learn')
      return { audience: found.described, action: thing.replace(/^how /, 'learn ') };
    return { audience: found.described, action: `${got} ${thing}` };
  }
  const to = rest.match(/^(.+?) to (.+)$/);
  const receiver = to?.[2] ? readAudience(to[2]) : null;
  if (to && receiver) return { audience: receiver.described, action: `${got} ${to[1]}` };
  const own = readOwnAction(`${got} ${rest}`);
  return {
    ...own,
    action:
      own.action?.replace(/^(get|find out) (an?|the) (easy |simple |better |quick |new )*way to /i, '') ??
      null,
  };
}

function readConnecting(verb: string, rest: string): Clause {
  const [left = '', right = ''] = rest.split(/ (?:directly )?(?:with|to|and) (.+)/);
  const first = readAudience(left)?.described ?? left.replace(/ directly$/, '');
  if (!right) return { audience: first, action: `find and reach other ${first}` };
  const other = readAudience(right);
  if (!other) return { audience: readAudience(left)?.described ?? null, action: `${verb} ${rest}` };
  const to = other.rest.match(/^(?:who|that) .*|^to .*/);
  const action = `find and reach ${other.described}${to ? ` ${to[0]}` : ''}`;
  return { audience: first, otherSide: other.described, action };
}

function readReminding(verb: string, rest: string): Clause {
  const found = readAudience(rest) ?? { described: null, rest };
  const remember = verb === 'remind';
  const [link = '', ...others] = found.rest.split(' ');
  const thing = others.join(' ');
  if (link === 'to') return { audience: found.described, action: `remember to ${thing}` };
  if (/^(about|of)$/.test(link))
    return {
      audience: found.described,
      action: remember ? `remember ${thing}` : `find out in time about ${thing}`,
    };
  if (link === 'before') return { audience: found.described, action: `act before ${thing}` };
  return { audience: found.described, action: `${remember ? 'remember' : 'find out in time'} ${found.rest}` };
}

function startsWithVerb(text: string): boolean {
  return baseVerbs.has((text.split(' ')[0] ?? '').toLowerCase());
}

function withoutAdverbs(text: string): string {
  return text.replace(/^((can|will|would|could|may|just|also|\p{L}+ly) )+/iu, '');
}

// What a product is or does for show says nothing about what people do.
const emptyVerbs = /^(be|is|are|come|go|work|run|look|fit|live|last|stay|feel|know|understand|act|pay)$/;
