import { loneAdjectives } from './activities.data.ts';
import { isProductAdjective } from './named-thing.ts';
import { isPeople, singularOf } from './nouns.ts';
import { baseOfGerund } from './verb-forms.ts';
import { plainProducts, productPurpose } from './verbs.data.ts';

export type ProductFrame = {
  /** What the thing is called: "habit tracker"; '' when the sentence names no thing. */
  product: string;
  /** The words before its last: "habit", without "AI", "online" and the like. */
  subject: string;
  head: string;
  /** What follows: "for people with ADHD", "that helps …". */
  rest: string;
};

/** Splits "I want to build a habit tracker for people" into the thing and what is said of it. */
export function readProductFrame(sentence: string): ProductFrame {
  const text = withoutOpening(sentence);
  const words = text.split(' ');
  const end = words.findIndex(
    (word, index) => index > 0 && isConnector(word, words[index - 1] ?? '', words[index + 1] ?? ''),
  );
  const nounPhrase = words.slice(0, end === -1 ? undefined : end);
  const head = singularOf((nounPhrase.at(-1) ?? '').toLowerCase().replace(/[^\p{L}-]/gu, ''));
  const known = plainProducts.has(head) || Object.hasOwn(productPurpose, head);
  const holdsVerb = nounPhrase.some((word) =>
    /^(needs?|wants?|is|are|have|has|lose|waste|spend|cannot|can|could|should|would|never|struggles?|struggling)$/i.test(
      word,
    ),
  );
  const isDoing =
    baseOfGerund(nounPhrase[0]?.toLowerCase() ?? '') !== null &&
    /^(out|up|off|away)$/i.test(nounPhrase[1] ?? '');
  if (!known || holdsVerb || isDoing || nounPhrase.length > 7)
    return { product: '', subject: '', head: '', rest: text };
  const before = nounPhrase.slice(0, -1).filter((word) => !/^(an?|the|some|our|my)$/i.test(word));
  return {
    product: [...before, nounPhrase.at(-1)].join(' '),
    subject: subjectOf(before),
    head,
    rest: end === -1 ? '' : words.slice(end).join(' '),
  };
}

function subjectOf(words: string[]): string {
  const said = words.filter((word) => !isProductAdjective(word));
  return said.every((word) => loneAdjectives.test(word)) ? '' : said.join(' ');
}

function withoutOpening(sentence: string): string {
  return sentence
    .replace(/^.{1,80}?\b(i|we) (just )?(want|need|would like) (?=(an?|some) )/i, '')
    .replace(
      /^(so|well|ok|hi|hello|hey|basically|maybe|idea|my idea|the idea|startup idea|concept)\b\s*[,:–—-]+\s*/i,
      '',
    )
    .replace(/^(my|our|the) ((startup|app|business|product|company) )?(idea )?(is|would be)( to)? /i, '')
    .replace(
      /^(imagine|introducing|think of|what if there (was|were)|what if|there should be|how about|it is|it’s|it's|this is) /i,
      '',
    )
    .replace(
      /^(i|we)( am|’m|'m| are|’re|'re|’d|'d| would)?( like| want| plan| hope| going| wish| thinking)?( to| about| of)? ?/i,
      openingVerb,
    )
    .replace(
      /^(to )?(build|create|develop|design|launch|start|make|open|run|set up|found|building|creating|making|developing|opening|starting)( up)? (?=(an?|the|some(thing)?) )/i,
      '',
    )
    .replace(
      /^(we|i|it|our (app|product|tool|platform)) (?=(help|use|let|make|connect|match|offer|provide|give|build|automate|turn)s? )/i,
      '',
    )
    .trim();
}

// "I want to build …" is an opening; "I cook for …" is not.
function openingVerb(match: string): string {
  return /(like|want|plan|hope|going|wish|thinking|’m|'m|am|’re|'re|are|’d|'d)/i.test(match) ? '' : match;
}

function isConnector(word: string, before: string, after: string): boolean {
  const lower = word.toLowerCase();
  if (
    /^(for|that|which|where|to|who|so|with|by|in|on|of|from|using|like|because|when|while|as|via|at|between|about|without|instead)$/.test(
      lower,
    )
  )
    return true;
  const previous = before.toLowerCase();
  const isThing = plainProducts.has(previous) || Object.hasOwn(productPurpose, previous);
  // A gerund with nothing behind it ends the product's name: "hotline training for …".
  const isName = baseOfGerund(lower) !== null && /^(for|with|in|at|by|that|on|of)?$/i.test(after);
  if (isName || plainProducts.has(singularOf(after.toLowerCase()))) return false;
  return isThing && (baseOfGerund(lower) !== null || isPeople(lower));
}
