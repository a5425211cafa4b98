import { isEnglish, plainIdea, sentencesOf } from './idea-text.ts';
import { readProductFrame } from './product-frame.ts';
import { asInfinitive } from './verb-forms.ts';
import { baseVerbs, enablingVerbs } from './verbs.data.ts';

/**
 * The features that an idea names itself, in its own words: "It has …", "…, with …", "Only … can …", and what a product
 * does where several verbs say it. Says nothing where it is not sure.
 */
export function saidFeatures(idea: string): string[] {
  const features = sentencesOf(plainIdea(idea)).filter(isEnglish).flatMap(featuresIn);
  const fitting = features.filter((feature) => feature.split(' ').length <= mostWords);
  return [...new Set(fitting.map(upperStart))].slice(0, mostFeatures);
}

const mostFeatures = 5;
const mostWords = 12;

function featuresIn(sentence: string): string[] {
  if (/^only (?!.*\b(?:hope|if|when)\b).{2,60} can \p{L}{2}/iu.test(sentence)) return [sentence];
  const had = sentence.match(having)?.[1];
  if (had) return itemsOf(had);
  const { product, rest } = readProductFrame(sentence);
  if (product === '') return [];
  return [...doneBy(rest), ...givenWith(rest)];
}

const having =
  /^(?:it|(?:the|my|our) (?:app|product|tool|site|website|platform|service)|(?:the )?(?:main |key |core )?features)(?: should| must| will)?(?: also)? (?:has|have|includes?|comes? with|needs?|are) (?!to |no\b|not\b|\w+(?:ed|en|own) )(.+)$/i;

// "… for nurses with a baby and a dog" tells of people: without a comma, only what stands right behind the product counts.
function givenWith(rest: string): string[] {
  const behind = rest.match(/^with (.+?)(?= (?:for|that|which|to|so|where) |$)/i)?.[1];
  if (behind) return severalOf(itemsOf(behind));
  const added = rest.match(/, with (.+)$/i)?.[1];
  if (!added || vague.test(added)) return [];
  const items = itemsOf(added);
  return /^an? /i.test(added) ? items : severalOf(items);
}

const vague =
  /^(?:an?|the) (?:help|focus|emphasis|goal|aim|view|option|way|twist|click|tap|few|lot|bit)\b|^(?:no|their|our|my|your|his|her|each|one)\b/i;

function severalOf(items: string[]): string[] {
  return items.length > 1 ? items : [];
}

/** The items of "a late list, reminders by e-mail and a QR code"; none when one of them is no thing. */
function itemsOf(list: string): string[] {
  const [said = ''] = list.split(/,? (?:so that|so|because|but|while|which|if|when) /i);
  const isClosed = /, and /i.test(said);
  const parts = said
    .split(/, (?:and (?:also )?)?/i)
    .flatMap((part, index, all) =>
      part.split(!isClosed && all.length > 1 && index === all.length - 1 ? / and / : / and (?=(?:an?|the) )/),
    )
    .map((part) => part.trim());
  return parts.every(isThing) ? parts : [];
}

function isThing(part: string): boolean {
  const [first = ''] = part.split(' ');
  return part.length > 2 && !noThing.test(part) && !(isDoing(first) && !/[a-z]{3,}s$/.test(first));
}

const noThing =
  /^(?:it|they|we|you|i|my|our|your|their|his|her|who|that|this|to|for|with|not|no|never|or|more|everything|all|lots?|many|been|\d\S*)\b|\b(?:etc|problems?|trouble|potential|market|demand|users|customers|competitors|revenue)\b/i;

/** What stands behind "that", verb by verb, where the product does more than one thing. */
function doneBy(rest: string): string[] {
  const said = rest
    .match(/(?:^|\s)(?:that|which) (.+)$/i)?.[1]
    ?.replace(/,? (?:with|so that|because|without) .*$/i, '');
  if (!said || !isDoing(said.split(' ')[0] ?? '')) return [];
  const deeds = said
    .split(/,? and (?:also )?|, /i)
    .reduce<string[]>((found, part, index) => joined(found, part, said, index), []);
  // "… and resells it" says nothing alone.
  const whole = deeds.filter((deed) => !/^\S+(?: \S+)? (?:it|them)$/i.test(deed)).flatMap(questionsApart);
  return whole.length > 1 ? whole.filter((deed) => !enabling(deed)) : [];
}

// Parts that begin with no verb of the product's belong to the one before, with whatever joined them.
function joined(found: string[], part: string, said: string, index: number): string[] {
  const last = found.at(-1);
  if (index === 0 || last === undefined || isDoing(part.split(' ')[0] ?? '')) return [...found, part];
  const start = said.indexOf(last);
  const end = said.indexOf(part, start + last.length) + part.length;
  return [...found.slice(0, -1), said.slice(start, end)];
}

/** "keeps track of who has what, who is absent": each question with the verb that they share. */
function questionsApart(deed: string): string[] {
  const [first = '', ...others] = deed.split(/,(?: and)? (?=(?:who|what|which|where|when|how)\b)/);
  const verb = first.match(/^(.+?) (?:who|what|which|where|when|how) /)?.[1];
  return verb ? [first, ...others.map((other) => `${verb} ${other}`)] : [deed];
}

function enabling(deed: string): boolean {
  const [verb = ''] = (asInfinitive(deed) ?? deed).split(' ');
  return enablingVerbs.has(verb) || verb === 'connect' || verb === 'make';
}

function isDoing(word: string): boolean {
  const lower = word.toLowerCase();
  return lower.endsWith('s') && !baseVerbs.has(lower) && asInfinitive(lower) !== null;
}

function upperStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
