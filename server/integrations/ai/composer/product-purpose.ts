import { lookUp } from './idea-words.ts';
import { isPlural } from './nouns.ts';
import type { ProductFrame } from './product-frame.ts';
import { asInfinitive, baseOfGerund } from './verb-forms.ts';
import { productPurpose } from './verbs.data.ts';

/** What people do with a thing of this name: "meal planner" → "plan meals"; null when the name says nothing. */
export function actionOfProduct(frame: ProductFrame, hasAudience: boolean): string | null {
  if (frame.head === 'crm') return 'keep track of customers';
  if (frame.subject === '') return purposeOfRest(frame, hasAudience);
  const subject = lowerStart(frame.subject);
  const purpose = lookUp(productPurpose, frame.head);
  const object = !hasAudience && frame.rest.startsWith('for ') ? ` ${frame.rest}` : '';
  if (purpose && !purpose.startsWith('deal')) {
    return `${purpose} ${pluralOf(subject)}${object}`;
  }
  return activityOf(subject);
}

// "Marketplace for second-hand bikes", "course on investing": the object stands behind the product.
function purposeOfRest(frame: ProductFrame, hasAudience: boolean): string | null {
  const found = frame.rest.match(/^(?:for|on|about|of) (.+)$/i);
  const object = found?.[1]?.replace(/ for (?!.* for ).*$/i, hasAudience ? '' : '$&');
  if (!object || (hasAudience && /^for /i.test(frame.rest))) return null;
  const purpose = lookUp(productPurpose, frame.head);
  if (/^(on|about) /i.test(frame.rest))
    return `${purpose === 'learn' ? 'learn' : 'find out'} about ${object}`;
  return purpose && !purpose.startsWith('deal') ? `${purpose} ${object}` : activityOf(object);
}

/** What people do about a thing that is only named: "dog walking" → "walk a dog", "taxes" → "deal with taxes". */
export function activityOf(thing: string): string {
  const words = thing.split(' ');
  if (livingThings.test(thing)) return `look after ${thing}`;
  const named = words.length > 1 ? lookUp(activityNouns, words.at(-1)?.toLowerCase() ?? '') : undefined;
  if (named) return named.replace('{x}', words.slice(0, -1).join(' '));
  if (/\b(chores|homework|laundry|errands|housework|taxes|revision)$/i.test(thing)) return `do ${thing}`;
  const verb = baseOfGerund(words.at(-1)?.toLowerCase() ?? '');
  const noun = words.slice(0, -1).join(' ');
  if (verb && words.length === 2)
    return `${verb} ${isCountable(noun) ? `${articleFor(noun)} ${noun}` : noun}`;
  if (verb && words.length === 1) return verb;
  if (verb) return `get ${thing} done`;
  return asInfinitive(thing) && /ing\b/.test(words[0] ?? '')
    ? (asInfinitive(thing) ?? thing)
    : `deal with ${thing}`;
}

/** The article a word takes, by how it sounds. */
export function articleFor(word: string): 'a' | 'an' {
  if (/^(hour|honest|heir|x-?ray|[FHLMNRSX][A-Z]|8|11\b|18\b)/.test(word)) return 'an';
  return /^[aeiou]/i.test(word) && !/^(uni|use|usu|euro|one\b|once|u[A-Z])/i.test(word) ? 'an' : 'a';
}

/** The text with a small first letter, unless its first word is an acronym or a name. */
export function lowerStart(text: string): string {
  const [first = ''] = text.split(' ');
  if (/^\p{Lu}(\p{Ll}|[’'])+s?$/u.test(first) && !properNames.test(first))
    return text.charAt(0).toLowerCase() + text.slice(1);
  return /^[AI]$/.test(first) && first !== 'I' ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** The phrase with an article where its noun can be counted and has none. */
export function withArticle(phrase: string): string {
  const isBare = isCountable(phrase.split(' ').at(-1) ?? '') && !/^(an?|the|some) /i.test(phrase);
  return isBare ? `${articleFor(phrase)} ${phrase}` : phrase;
}

function pluralOf(phrase: string): string {
  const last = phrase.split(' ').at(-1) ?? '';
  if (!isCountable(last)) return phrase;
  if (/[^aeiou]y$/.test(phrase)) return `${phrase.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(phrase) ? `${phrase}es` : `${phrase}s`;
}

function isCountable(noun: string): boolean {
  return (
    /^\p{Ll}+$/u.test(noun) &&
    !isPlural(noun) &&
    (!/(ing|ness|ment|ance|ics)$/.test(noun) || /^(wedding|building|painting|meeting)$/.test(noun)) &&
    !uncountable.test(noun)
  );
}

// Nouns that name what is done with the word before them: "music practice", "waste management".
const activityNouns: Record<string, string> = {
  analysis: 'make sense of {x}',
  automation: 'take care of {x}',
  care: 'take care of {x}',
  collection: 'collect {x}',
  education: 'learn about {x}',
  identification: 'identify {x}',
  management: 'manage {x}',
  practice: 'practise {x}',
  prevention: 'prevent {x}',
  rental: 'rent {x}',
  repair: 'repair {x}',
  search: 'search for {x}',
  translation: 'get {x} translated',
};

const livingThings =
  /^(dogs?|cats?|pets?|puppies|kittens|horses?|plants?|houseplants|gardens?|babies|kids|children|bees|chickens|bikes?|cars?)$/i;

const uncountable =
  /^(music|food|money|coffee|tea|weight|sleep|time|health|travel|water|tax|vat|housework|homework|work|rent|energy|waste|inventory|furniture|medication|medicine|insurance|finance|software|hardware|data|information|news|luggage|clothing|equipment|advice|research|content|traffic|parking|poetry|art|fitness|nutrition|grief|care|carbon|stock|debt|progress|mood|pain|craft|marketing|baby|fertility|pregnancy|growth|blood)$/;

const properNames =
  /^(English|Spanish|French|German|Italian|Japanese|Chinese|Korean|Portuguese|Arabic|Russian|Dutch|Turkish|Hindi|Polish|Swedish|Latin|American|British|Canadian|Australian|Indian|African|European|Asian|Muslim|Christian|Jewish|Islamic|Etsy|Amazon|Shopify|Google|Apple|Instagram|Facebook|Airbnb|Uber|Slack|Notion|Excel|Discord|Reddit|Minecraft|Lego|Python|Java|Linux|Android|Berlin|London|Paris|Ukrainian|Christmas|Easter|Ramadan|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December)s?$/;
