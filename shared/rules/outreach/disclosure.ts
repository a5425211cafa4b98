import { linkMark, markMentions, type NamedProduct, nameMark } from './product-mentions.ts';

/** A sentence that says who is writing; it may come beside one mention of the product without being a second. */
export function disclosureOf(product: { name: string }): string {
  return `Disclosure: I built ${product.name.trim()}.`;
}

/**
 * How often a reply mentions a product: by its name as a word, its address or its tracked link (design 7.12). A name and
 * its link in one sentence, or a bare link behind it, are one mention; so is a link beside the sentence that discloses.
 * A sentence that begins with "Disclosure:", alone or with the only link, counts only when nothing else names the product.
 */
export function countMentions(text: string, product: NamedProduct & { url: string }): number {
  const marked = markMentions(text, product);
  const marks = marked.replace(unmarked, '').length;
  if (marks <= 1) return marks;
  const units = sentencesOf(marked).map(countUnit);
  const mentions = units.reduce<Unit[]>(joinUnit, []);
  const total = mentions.reduce((sum, { names, links }) => sum + Math.max(names, links), 0);
  const linked = mentions.reduce((sum, { links }) => sum + links, 0);
  const isRepeated = mentions.some(
    ({ isNotice, names, links }) => isNotice && names === 1 && (links === 0 || linked === 1),
  );
  return isRepeated && total > 1 ? total - 1 : total;
}

/** The sentences of a text that name a product or link to it. */
export function namingSentences(text: string, product: NamedProduct & { url: string }): string[] {
  const sentences = sentencesOf(markMentions(text, product));
  return sentences
    .filter((sentence) => anyMark.test(sentence))
    .map((sentence) =>
      sentence
        .replaceAll(nameMark, product.name.trim())
        .replaceAll(linkMark, product.trackedLink ?? product.url)
        .trim(),
    );
}

/**
 * True when a text says in its writer's own name that they made what it is about: "I built …", "I'm the maker of …",
 * "my app …", "Disclosure: …", not negated or wished. With `product`, it must be about that product.
 */
export function discloses(text: string, product?: NamedProduct): boolean {
  const marked = markMentions(text, product ?? { name: '' });
  return sentencesOf(marked).some((sentence) => isDisclosing(sentence, product !== undefined));
}

type Unit = { names: number; links: number; isDisclosing: boolean; isNotice: boolean; isBareLink: boolean };

function countUnit(sentence: string): Unit {
  const names = sentence.split(nameMark).length - 1;
  const links = sentence.split(linkMark).length - 1;
  return {
    names,
    links,
    isDisclosing: names + links === 1 && isDisclosing(sentence, true),
    // Text behind its link praises more than it discloses.
    isNotice: /^\W*(?:full )?disclosure\b/i.test(sentence) && (links === 0 || endingMark.test(sentence)),
    isBareLink: links === 1 && !/[\p{L}\p{N}]/u.test(sentence.replace(/\b(?:link|here|see|website)\b/gi, '')),
  };
}

const endingMark = new RegExp(`[${nameMark}${linkMark}][^\\p{L}\\p{N}]*$`, 'u');
const anyMark = new RegExp(`[${nameMark}${linkMark}]`);
const unmarked = new RegExp(`[^${nameMark}${linkMark}]`, 'g');

/** Puts a link that is alone, or beside a disclosure, to the naming before or behind it. */
function joinUnit(before: Unit[], unit: Unit): Unit[] {
  const last = before.at(-1);
  const isPair =
    last !== undefined &&
    last.names + unit.names === 1 &&
    last.links + unit.links === 1 &&
    last.names + last.links === 1 &&
    (unit.isBareLink || last.isBareLink || unit.isDisclosing || last.isDisclosing);
  if (!isPair) return [...before, unit];
  // A sentence about the link says more than a disclosure does.
  const isNotice = (last.isNotice && unit.isBareLink) || (unit.isNotice && last.isBareLink);
  return [...before.slice(0, -1), { ...unit, names: 1, links: 1, isNotice, isBareLink: false }];
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+|[。！？\n\r]+/u).filter((sentence) => sentence.trim() !== '');
}

function isDisclosing(sentence: string, isNamed: boolean): boolean {
  const patterns = isNamed ? patternsOfProduct : patternsOfAnything;
  return patterns.some((pattern) => {
    const match = pattern.exec(sentence);
    if (!match || negation.test(match[0])) return false;
    return !negated.test(sentence.slice(Math.max(0, match.index - 40), match.index));
  });
}

const negation = /\b(?:not|never)\b|n't\b/i;
const negated =
  /(?:\b(?:not|never|nobody|without|neither|nor|wish|if|unless|pretend(?:ed|ing)?|as though)\b|n't\b)[^,;:]{0,20}$/i;
const adverb =
  '(?: (?:just|also|actually|recently|originally|currently|personally|already|now|only|both|myself|ourselves|happily|proudly))*';
const noun =
  '(?:apps?|tools?|products?|projects?|sites?|websites?|services?|startups?|start-ups?|compan(?:y|ies)|extensions?|plug-?ins?|software|platforms?|programs?|creations?|business(?:es)?|side[- ]projects?|librar(?:y|ies)|bots?|games?|newsletters?)';
// "I made that decision" is about something else: the thing that was made must not follow them.
const pronoun =
  '(?:it\\b(?! (?:to|through|work|happen|a|clear|up)\\b)|(?:this|that|one|something)(?=\\W*$|[.,;:!?()–—-]| (?:for|to|because|and|so|after|when|with|in|last|which|that|called|as|exactly|similar|like|myself|ourselves)\\b))';
const things = `(?:${pronoun}|(?:a|an|the|my|our|these|such a|exactly (?:this|that))(?: [\\w'-]+){0,4}? ${noun}\\b)`;
const made =
  '(?:built|made|created|develop(?:ed)?|designed|wrote|coded|founded|co-?founded|started|launched|build|make|maintain)';
const making = '(?:building|making|creating|developing|working on|behind|maintaining)';
const founder = '(?:co-?)?(?:maker|founder|creator|builder|owner)s?';
const maker =
  '(?:(?:co-?)?(?:maker|founder|creator|author|developer|dev|builder|owner|maintainer)s?|(?:person|people|one|team))';

function disclosingPatterns(isNamed: boolean): RegExp[] {
  const who = String.raw`\b(?:i|we)\b(?:'ve|'m|'re| have| had| am| are| was| were)?(?: been)?${adverb}`;
  const mark = `[${nameMark}${linkMark}]`;
  const product = isNamed ? `(?:${mark}|${pronoun})` : String.raw`[\p{L}\p{N}]`;
  const target = isNamed ? `(?:${things}|${mark})` : `(?:${things}|["']?\\p{Lu}|https?:)`;
  const ownThing = String.raw`\b(?:my|our)(?: own)?(?: [\w-]+){0,2}? ${noun}\b`;
  const called = `,?(?: is| called| named|:|,| \\()?(?: called| named)? ?["']?${mark}`;
  return [
    `${who} (?:${made}|${making})(?: and [a-z]+)? ${target}`,
    String.raw`(?:\b(?:which|that|what|something|${noun})|${mark})[,(]? \(?${who} (?:${made}|${making})\b`,
    String.raw`\b(?:i'm|i am|we're|we are|as|being)${adverb}(?: (?:the|a|an|one of the|on the))?(?: [\w-]+){0,2} ${maker} (?:of|behind|who (?:built|made)) ${product}`,
    String.raw`\b${founder} here\b|${mark} ${maker} here\b`,
    String.raw`(?:^\W*|, ?|\()(?:the )?(?:[\w-]+ )?${maker} (?:of|behind) ${product}`,
    String.raw`\b(?:i'm|i am|we're|we are) (?:the )?(?:its|their|${mark}'s) ${maker}\b`,
    isNamed ? `${ownThing}${called}` : ownThing,
    String.raw`(?:${mark}|\b(?:it|this|that)\b)['\w ,()-]{0,20}${ownThing}`,
    String.raw`(?:${mark}|\b(?:it|this|that))(?:'s| is) (?:mine|ours)\b`,
    String.raw`\b(?:i|we) work (?:for|at|on) ${product}`,
    String.raw`\b(?:i'm|i am|we're|we are) (?:affiliated|associated) with ${product}`,
    String.raw`\bdisclosure\b ?[:,–—-](?=.*(?:\b(?:built|made|created|making|building|affiliated|${founder}|mine|ours)\b|\bwork (?:for|at|on)\b|${ownThing}))(?!.*(?:\bnot?\b|\bnever\b|n't))`,
  ].map((pattern) => new RegExp(pattern, 'iu'));
}

const patternsOfProduct = disclosingPatterns(true);
const patternsOfAnything = disclosingPatterns(false);
