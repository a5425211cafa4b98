import {
  activityNouns,
  describing,
  fondness,
  productAdjectives,
  technology,
  tellings,
  wholeActivities,
} from './activities.data.ts';
import { lookUp } from './idea-words.ts';
import { objectOf, pluralOf, withArticle } from './noun-phrases.ts';
import { isPlural, singularOf } from './nouns.ts';
import { professionals } from './people.data.ts';
import { asInfinitive, baseOfGerund } from './verb-forms.ts';
import { productPurpose } from './verbs.data.ts';

/** What people do about a thing that is only named: "dog walking" → "walk the dog"; null when its name says nothing. */
export function activityOf(thing: string): string | null {
  const [first = '', ...others] = thing.split(' ');
  const often = others.length > 0 ? rhythms[first.toLowerCase()] : undefined;
  if (often) {
    const action = wholeOf(others.join(' '));
    if (action) return `${action} ${often}`;
  }
  const doing = asDoing(thing);
  if (doing) return doing;
  const hired = thing.match(/^(?:rent|hire)-an?-(\p{L}+)(.*)$/iu);
  if (hired) return `hire ${withArticle(hired[1] ?? '')}${hired[2]}`;
  if (/^(lost|missing|stolen)\b/i.test(thing)) return lookingFor(thing);
  if (/^(second-hand|secondhand|pre-loved|used|refurbished|upcycled) /i.test(thing))
    return `buy or sell ${thing}`;
  return wholeOf(thing) ?? actOn(thing) ?? ofWhatIsTold(thing) ?? withoutDescription(thing);
}

// "Renting out parking spaces" says what is done; "cooking classes" and "wedding cakes" only name it.
function asDoing(thing: string): string | null {
  const [first = '', second = '', ...others] = thing.split(' ');
  if (!/ing$/i.test(first) || /^(wedding|building|evening|clothing|morning)$/i.test(first)) return null;
  const hasObject = /^(out|up|off|away|for|on|your|my|their|the|an?)$|s$/i.test(second);
  if (isNamedActivity(thing) || !(hasObject || isPlural(others.at(-1) ?? second))) return null;
  return asInfinitive(thing);
}

/** What people do about a named thing at least: they deal with it. */
export function dealingWith(thing: string): string {
  return activityOf(thing) ?? `deal with ${pluralOf(thing)}`;
}

/** What people who love a thing look for: "board game lovers" → "discover new board games"; else null. */
export function lookForBeloved(audience: string | null): string | null {
  const thing = audience?.match(fondness)?.[1];
  return thing ? `discover new ${pluralOf(thing)}` : null;
}

/** The text without the words of technology at its start: "AI-powered interview preparation" → "interview preparation". */
export function withoutTechnology(text: string): string {
  const words = text.replace(/ (on demand|as a service|near (you|me|us))$/i, '').split(' ');
  const start = words.findIndex((word) => !technology.test(word));
  return start === -1 ? text : words.slice(start).join(' ');
}

/** Whether a word before a product says what it is made of or how it comes ("AI-powered"), not what it is for. */
export function isProductAdjective(word: string): boolean {
  return productAdjectives.test(word);
}

/** What people do who use a thing whose whole name stands for it: "job board" → "find a job"; else null. */
export function wholeActivity(thing: string): string | null {
  const words = thing.toLowerCase().split(' ');
  const singular = [...words.slice(0, -1), singularOf(words.at(-1) ?? '')].join(' ');
  const whole = lookUp(wholeActivities, singular) ?? lookUp(wholeActivities, thing.toLowerCase());
  return whole ?? lookUp(wholeActivities, singular.split(' ').slice(-2).join(' ')) ?? null;
}

function wholeOf(thing: string): string | null {
  const words = thing.toLowerCase().split(' ');
  const whole = wholeActivity(thing);
  if (whole) return whole;
  if (livingThings.test(thing)) return `look after ${thing}`;
  if (/\b(chores|homework|laundry|errands|housework|taxes|revision)$/i.test(thing)) return `do ${thing}`;
  return words.length === 1 ? baseOfGerund(words[0] ?? '') : null;
}

// The last word names what is done with those before it: "note taker", "plant identification", "shift swapping".
function actOn(thing: string): string | null {
  const words = thing.split(' ');
  const noun = words.slice(0, -1).join(' ');
  const last = singularOf(words.at(-1)?.toLowerCase() ?? '');
  if (noun === '' || /^(an?|the)$/i.test(noun)) return null;
  if (describing.test(noun)) return null;
  const way = lookUp(activityNouns, last);
  if (way && noun.split(' ').length <= 5) {
    if (way.includes('{x}') && /^(lost|missing|stolen) /i.test(noun)) return lookingFor(noun);
    return way.replace('a {noun}', withArticle(noun)).replace('{noun}', noun).replace('{x}', objectOf(noun));
  }
  const verb = baseOfGerund(last);
  if (verb === 'train' && !trainable.test(noun)) return `get ${noun} training`;
  if (verb) return `${verb} ${objectOf(noun)}`;
  const purpose = professionals.test(last) ? undefined : lookUp(productPurpose, last);
  return purpose && agent.test(last) && !/^(the|an?) /i.test(noun) ? `${purpose} ${objectOf(noun)}` : null;
}

// "dog training videos" are about training a dog, "tax filing help" is about filing taxes.
function ofWhatIsTold(thing: string): string | null {
  const words = thing.split(' ');
  return words.length > 2 && tellings.test(words.at(-1) ?? '')
    ? activityOf(words.slice(0, -1).join(' '))
    : null;
}

// "eco-friendly cleaning": what is described is one activity.
function withoutDescription(thing: string): string | null {
  const [first = '', ...others] = thing.split(' ');
  return others.length > 0 && describing.test(first) ? activityOf(others.join(' ')) : null;
}

/** Whether a phrase that opens with an -ing form names an activity ("cooking classes", "dog walking"), not what to do. */
export function isNamedActivity(phrase: string): boolean {
  const words = phrase.toLowerCase().split(' ');
  if (!/ing$/.test(words[0] ?? '') || words.length < 2) return false;
  return /ing$/.test(words.at(-1) ?? '') || nounsAfterGerund.has(singularOf(words[1] ?? ''));
}

function lookingFor(thing: string): string {
  const named = thing.replace(
    / (alerts?|notices?|notifications?|posters?|finder|network|board|search)$/i,
    '',
  );
  return `look for ${withArticle(named.toLowerCase())}`;
}

const agent = /(er|or)$/;

const trainable = /(dogs?|pupp(y|ies)|horses?|staff|employees?|volunteers?|teams?|muscles?|models?)$/i;

const nounsAfterGerund = new Set(
  `class lesson shoe club course partner group gear spot space plan list route tour workshop session retreat event machine
  room buddy companion kit bag trip holiday game lot material board supply tip advice skill habit pool wall app tool`.split(
    /\s+/,
  ),
);

// How often a thing is meant to be done, as people say it behind the verb.
const rhythms: Record<string, string> = {
  daily: 'every day',
  nightly: 'every night',
  weekly: 'every week',
  monthly: 'every month',
};

const livingThings =
  /^(dogs?|cats?|pets?|puppies|kittens|horses?|plants?|houseplants|gardens?|babies|kids|children|bees|chickens|bikes?|cars?)$/i;
