import { pluralOf } from './noun-phrases.ts';
import { isPeople, isPlural } from './nouns.ts';

/** Who speaks in the first person, in the plural, and what is left to read: "As a nurse, I never …". */
export function readSpeaker(sentence: string): { audience: string; rest: string } | null {
  for (const opening of openings) {
    const found = sentence.match(opening)?.groups;
    if (!found?.who) continue;
    const audience = asPlural(found.who.replace(/[\s,]+$/, ''));
    if (audience) return { audience, rest: (found.rest ?? '').trim() };
  }
  return null;
}

/** Whether a sentence tells of the speaker ("every year I …", "my …") and names no people of its own. */
export function isFirstPerson(sentence: string): boolean {
  return /^(?:[\p{L}-]+ ){0,3}(I|we)\b/iu.test(sentence);
}

// "landlord with three small flats" → "landlords with three small flats"; null when it names no people.
function asPlural(who: string): string | null {
  const [head = ''] = who.split(/ (?:with|in|at|of|from|without|on|near) /);
  const last = head.split(' ').at(-1) ?? '';
  const plural = isPlural(last) ? head : pluralOf(head);
  const isKnown = isPeople(plural) || isPeople(head) || /(lord|keeper|nurse|man|woman)$/i.test(last);
  return isKnown && who.split(' ').length <= 12 ? plural + who.slice(head.length) : null;
}

const openings = [
  /^(?:i am|i[’']m|we are|we[’']re) (?:an? |the |two |three )(?<who>.+?)(?:,? (?:and|who|but|so|because) (?=\S)(?<rest>.+)|, (?<rest>.+)|$)/i,
  /^(?:i am|i[’']m|we are|we[’']re) (?<who>\p{L}+s(?: (?:with|in|from|of) .+?)?)(?:,? (?:and|who|but) (?<rest>.+)|, (?<rest>.+)|$)/iu,
  /^(?:being|as) (?:an? |the )?(?<who>[^,]+?),? (?=(?:i|we)\b)(?<rest>.+)$/i,
];
