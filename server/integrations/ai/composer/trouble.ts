import { readAudience } from './audience-phrase.ts';
import { lookUp } from './idea-words.ts';
import { lacks } from './lack.ts';
import { dealingWith } from './named-thing.ts';
import { isPeople, isPlural } from './nouns.ts';
import { asInfinitive, gerundPhrase } from './verb-forms.ts';

/** A difficulty that the founder names, as "did you … ?" and as "people …", and what people try to do in it. */
export type Trouble = {
  asked: string;
  present: string;
  action: string | null;
  audience: string | null;
  /** True where people are said to be without something: "have no place to eat". */
  lacks?: true;
};

/** The difficulty in a sentence such as "people who struggle with maths"; null when none is named. */
export function readTrouble(sentence: string): Trouble | null {
  for (const [pattern, tell] of troubles) {
    const found = sentence.match(pattern);
    if (!found?.groups) continue;
    const object = cutTrouble(found.groups.object ?? '');
    const told = object === '' ? null : tell(object);
    if (told) return { ...told, audience: audienceBefore(sentence.slice(0, found.index)) };
  }
  return null;
}

/** The words that say why: "so that they get fair prices", as typed; null when the sentence has none. */
export function readReason(sentence: string): string | null {
  const found = sentence.match(
    /\b(so that|so (?=they|people|you|nobody|no one|it|everyone)|without|instead of|because|in order to)\s.+$/i,
  );
  return found ? found[0].replace(/[\s,.;]+$/, '') : null;
}

type Told = Pick<Trouble, 'asked' | 'present' | 'action' | 'lacks'>;

const troubles: [RegExp, (object: string) => Told | null][] = [
  [/\b(?:struggle|struggling|struggles) (?<object>(?:with|to) .+)/i, (object) => told('struggle', object)],
  [
    /\b(?:have|having|has) (?:trouble|difficulty|difficulties|problems|a hard time)(?: with)? (?<object>.+)/i,
    (object) => told('have trouble', asInfinitive(object) ? object : `with ${object}`),
  ],
  [/\bfinds? it (?:hard|difficult) (?<object>to .+)/i, (object) => told('find it hard', object)],
  [/\b(?:forget|forgets|forgetting) (?<object>(?:to|about) .+)/i, (object) => told('forget', object)],
  [/\b(?:can[’']?t|cannot|can not) (?<object>\p{L}+ .+)/iu, unable],
  [
    /\bwastes? (?<object>(?:time|hours|money) .+)/i,
    (object) =>
      told(
        'waste',
        object.replace(/^(time|hours|money) (?:on )?/i, '$1 on ').replace(/ on (\p{L}+ing)\b/u, ' $1'),
      ),
  ],
  [
    /\bspends? (?<object>(?:too much|so much|a lot of|hours of|too many) (?:time|hours|money|effort) (?:on )?.+)/i,
    (object) => told('spend', object),
  ],
  [
    /\bspends? (?<object>(?:(?:an?|the|my|our|their) )?(?:whole|entire|half(?: an?| the)?|many|several|most of (?:my|our|the|their)|hours?|days|weekends|evenings|every) .+)/i,
    (object) => spending(object),
  ],
  ...lacks,
  [/\bloses? (?<object>(?:track|sight) of .+)/i, losingTrack],
  [/\b(?:hate|hates|dread|dreads) (?<object>\p{L}+ing .+)/iu, (object) => told('put off', object)],
  [
    /\b(?:needs?|want|wants|are looking for|looking for)(?: an?| some)?(?: \p{L}+){0,3} ways? to (?<object>.+)/iu,
    (object) => ({ asked: '', present: '', action: object }),
  ],
  [/\b(?:need|wants?|would like|have|trying|try|don[’']t know how) to (?<object>\p{L}+ .+)/iu, plainNeed],
  [
    /\b(?:keeps?|always|constantly|often|stop|never|no more) (?<object>(?:losing|lose|forgetting|missing|miss|breaking|break|misplacing|misplace) .+)/i,
    repeated,
  ],
  [/\bso (?:that )?(?<object>.+ (?:stops?|no longer|never|don[’']t|doesn[’']t) .+)/i, goingWrong],
  [/\bdon[’']?t have (?<object>time to .+)/i, (object) => told('lack the', object)],
];

// "a whole weekend on the bills": what the time goes into is what they do.
function spending(object: string): Told | null {
  const found = object
    .split(',')[0]
    ?.match(
      /^.*?\b(?:time|hours?|days?|weekends?|weeks?|evenings?|mornings?|nights?|months?|sundays?)(?: (?:on|with|for))? (.+)$/i,
    );
  if (!found?.[1]) return null;
  return same(`spend ${found[0]}`, asInfinitive(found[1]) ?? `deal with ${found[1]}`);
}

function plainNeed(object: string): Told | null {
  const action = asInfinitive(object);
  return action ? { asked: '', present: '', action } : null;
}

function unable(object: string): Told {
  const doing = gerundPhrase(object);
  return same(`have trouble ${doing}`, object);
}

function losingTrack(object: string): Told {
  const thing = object.replace(/^\S+ of /, '');
  return same(`lose track of ${thing}`, `keep track of ${thing}`);
}

// "I keep losing my keys": what people do about it is told by the verb.
function repeated(object: string): Told | null {
  const [verb = '', ...rest] = (asInfinitive(object) ?? '').split(' ');
  const thing = rest.join(' ');
  const action = lookUp(insteadOf, verb);
  return action && thing ? same(`${verb} ${thing}`, action.replace('{x}', thing)) : null;
}

// "so that handovers stop going wrong": the guess is that they do go wrong.
function goingWrong(object: string): Told | null {
  const found = object.match(/^(.+?) (?:stops?|no longer|never|don[’']t|doesn[’']t) (\p{L}+)( .+)?$/iu);
  const verb = asInfinitive(found?.[2]?.toLowerCase() ?? '');
  const thing = found?.[1] ?? '';
  if (!verb || thing === '' || !isPlural(thing.split(' ').at(-1) ?? '') || isPeople(thing)) return null;
  const past = lookUp(irregularPasts, verb) ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`);
  const rest = found?.[3] ?? '';
  return {
    asked: `have ${thing} that ${past}${rest}`,
    present: `have ${thing} that ${verb}${rest}`,
    action: `deal with ${thing}`,
  };
}

function same(present: string, action: string | null): Told {
  return { asked: present, present, action };
}

function told(present: string, object: string): Told {
  const gerundOrTo = object.replace(
    /^(with|to|about|time to|((too|so) much |a lot of |hours of |too many )?(time|hours|money|effort)( on)?) /i,
    '',
  );
  const action = asInfinitive(gerundOrTo) ?? dealingWith(gerundOrTo);
  return same(`${present} ${object}`, action);
}

function cutTrouble(object: string): string {
  return object
    .replace(
      /[,;.]? (?:so that|so (?=they|people|you|i\b|we\b|she\b|he\b|it\b)|because|instead of|without|by|using|and (?:are|want|need|would|lose|waste|miss|pay|end up|get|then)|who|but|while)\b.*$/i,
      '',
    )
    .replace(/[\s,.;:]+$/, '');
}

function audienceBefore(text: string): string | null {
  const words = text
    .trim()
    .replace(/ (?:who|that|which)(?: \p{L}+ly| often| always| still)?$/iu, '')
    .replace(/^.*\b(?:for|helps?|among|because|when|where|that) /i, '');
  return readAudience(words.replace(/ (?:often|always|still|also|and|do|just)$/i, ''))?.described ?? null;
}

const insteadOf: Record<string, string> = {
  lose: 'keep track of {x}',
  misplace: 'keep track of {x}',
  forget: 'remember {x}',
  miss: 'be in time for {x}',
  break: 'look after {x}',
};

const irregularPasts: Record<string, string> = {
  go: 'went',
  get: 'got',
  fall: 'fell',
  break: 'broke',
  run: 'ran',
  come: 'came',
};
