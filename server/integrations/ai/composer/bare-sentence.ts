import { compoundNouns } from './activities.data.ts';
import { readAudience, readAudienceBeforeVerb, splitAudienceFromEnd } from './audience-phrase.ts';
import { type Clause, readProductClause } from './clause.ts';
import { activityOf, dealingWith, isNamedActivity, withoutTechnology } from './named-thing.ts';
import { readNoShows } from './no-shows.ts';
import { lowerStart, withArticle } from './noun-phrases.ts';
import { isPlural } from './nouns.ts';
import { readThat } from './product-said.ts';
import { asInfinitive } from './verb-forms.ts';
import { baseVerbs, nounLikeVerbs } from './verbs.data.ts';

/** Reads a sentence without a known product: an order ("Split bills"), a need, or a thing ("dog walking"). */
export function readBare(text: string): Clause {
  const noShows = readNoShows(text);
  if (noShows) return noShows;
  if (/^(\p{L}+ ){0,3}\p{L}+s (you|we|they|people|parents) can (trust|rely on|afford)$/iu.test(text))
    return { audience: null, action: `find ${lowerStart(text)}` };
  const doing = text.match(/^.{2,60}? (?:that|which) (\p{L}+s .+)$/u);
  if (doing?.[1]) {
    const clause = readThat(doing[1]);
    return clause.action
      ? clause
      : { ...readBare(text.slice(0, text.search(/ (that|which) /))), audience: clause.audience };
  }
  const infinitive = asInfinitive(text);
  if (infinitive && isOrder(text)) return readProductClause(infinitive);
  const people = readAudience(text) ?? readAudienceBeforeVerb(text);
  const action = people?.rest.replace(/^(can|could|should) /i, '') ?? '';
  const verb = action.split(' ')[0]?.toLowerCase() ?? '';
  if (people && baseVerbs.has(verb) && !complaints.test(verb)) return { audience: people.described, action };
  const ending = splitAudienceFromEnd(text);
  const thing = lowerStart(withoutTechnology(ending?.before ?? text));
  if (ending) return { audience: ending.audience.described, action: gettingOf(thing) };
  if (people && /^(on demand|nearby|near (me|you))?$/i.test(people.rest))
    return { audience: null, action: `find ${lowerStart(people.people)}` };
  if (people) return { audience: people.described, action: null };
  return { audience: null, action: ofThing(thing) };
}

// A word that may be a noun opens an order when a plural object follows: "Rent designer dresses".
function isOrder(text: string): boolean {
  const [first = '', ...others] = text.split(' ');
  const named = text.split(/ (?:for|at|in|with|to|from|near|between) /)[0] ?? '';
  if (isNamedActivity(named) || compoundNouns.test(text)) return false;
  if (!nounLikeVerbs.has(first.toLowerCase())) return true;
  const end = others.findIndex((word) => /^(for|at|in|with|to|from|on|of|and|near|between)$/i.test(word));
  const object = end === -1 ? others : others.slice(0, end);
  return /^(an?|the|your|my|our|their)$/i.test(object[0] ?? '') || isPlural(object.at(-1) ?? '');
}

function ofThing(thing: string): string | null {
  if (thing.split(' ').length > 6 || /^(i|we|my|our)\b/i.test(thing)) return null;
  const offered = thing.replace(/ (taught|made|run|led|built|designed|written|hosted|powered) by .*$/i, '');
  const [head = '', link = '', tail = ''] = offered.split(/ (for|without|in|at|near|from|between|by) (.+)/);
  const activity = /^(an?|the|some) /i.test(head) ? activityOf(withoutArticle(head)) : activityOf(head);
  if (activity) return link === '' || link === 'for' ? activity : `${activity} ${link} ${tail}`;
  if (link === 'for')
    return /^(an?|the) /i.test(head) ? keptOrFound(offered) : `get ${withArticle(head)} for ${tail}`;
  return /^(an?|the|some) /i.test(thing)
    ? (activityOf(withoutArticle(thing)) ?? keptOrFound(thing))
    : dealingWith(thing);
}

function gettingOf(thing: string): string {
  if (/^(an?|the) /i.test(thing)) return activityOf(withoutArticle(thing)) ?? keptOrFound(thing);
  return activityOf(thing) ?? `get ${withArticle(thing)}`;
}

// "A shared list of what is in the freezer" is kept up by those who use it.
function keptOrFound(thing: string): string {
  return records.test(thing) ? `keep ${thing}` : `find ${thing}`;
}

const records =
  /^(an?|the) (\S+ ){0,3}(list|log|logbook|diary|journal|register|record|inventory|timeline|archive|wiki) of /i;

const complaints = /^(want|need|spend|lose|waste|hate|struggle|forget|have|suffer)$/;

function withoutArticle(thing: string): string {
  return withoutTechnology(thing.replace(/^\S+ /, ''));
}
