import type { Clause } from './clause.ts';
import { pluralOf } from './noun-phrases.ts';
import { isPlural } from './nouns.ts';
import type { Trouble } from './trouble.ts';

/** Reads "Stop no-shows at hairdressers" as a problem of the business: who is booked does not come; else null. */
export function readNoShows(text: string): Clause | null {
  const found = text.match(
    /^(?:stop|reduce|prevent|avoid|cut|end|fewer|fight)(?:ping|ing|ting)? (?<before>(?:[\p{L}-]+ ){0,3})no-?shows?(?: (?:at|for|in|among) (?<behind>[\p{L}\s-]+))?$/iu,
  )?.groups;
  if (!found) return null;
  const place = (found.behind ?? found.before ?? '').replace(/^(the|a|an|my|our|your) /i, '').trim();
  const last = place.split(' ').at(-1) ?? '';
  const audience = place === '' ? null : isPlural(last) ? place : pluralOf(place);
  const who = /clinic|practice|dent|doctor|hospital|therap|physio/i.test(place)
    ? 'patients'
    : /restaurant|hotel|caf|bar\b/i.test(place)
      ? 'guests'
      : 'customers';
  return { audience, action: `deal with ${who} who do not show up` };
}

/** The same as a difficulty: the guess is that it happens. */
export function troubleOfNoShows(text: string): Trouble | null {
  const who = readNoShows(text)?.action?.match(/^deal with (\w+) /)?.[1];
  if (!who) return null;
  const [asked, present] = [`have ${who} who did not show up`, `have ${who} who do not show up`];
  return { asked, present, action: null, audience: null };
}
