import type { WrittenAnswer } from '#shared/rules/verdict.ts';

/**
 * Whether a text claims nothing beyond its sources: each count, pair ("12 of 23"), interval and percentage stands in
 * `facts` in the same role; what is quoted is verbatim in an answer (in the one whose number follows, if one does) or
 * in `facts`; no links, markup, number-free amounts ("most people", "half") or digits of other scripts.
 */
export function isTraceable(text: string, facts: string, answers: WrittenAnswer[]): boolean {
  const plain = withoutQuotes(text);
  if (forbidden.test(plain) || !quotesIn(text).every((found) => isQuoted(found, facts, answers)))
    return false;
  const known = readClaims(withoutQuotes(facts));
  const numbers = new Set(answers.map(({ number }) => `#${number}`));
  const claims = readClaims(plain);
  return (
    claims.references.every((reference) => numbers.has(reference)) &&
    roles.every((role) => claims[role].every((claim) => known[role].includes(claim)))
  );
}

type Quote = { words: string; references: string[] };
const quoted = /(?:“([^“”]*)”|"([^"]*)"|«([^«»]*)»|‘([^‘]*?)’(?!\p{L}))(?:\s*\((#\d+(?:,\s*#\d+)*)\))?/gu;

function quotesIn(text: string): Quote[] {
  return [...text.matchAll(quoted)].map(([, curly, straight, angled, single, references]) => ({
    words: normalised(curly ?? straight ?? angled ?? single ?? ''),
    references: references?.match(/#\d+/g) ?? [],
  }));
}

function withoutQuotes(text: string): string {
  return text.replace(quoted, ' … ');
}

function isQuoted({ words, references }: Quote, facts: string, answers: WrittenAnswer[]): boolean {
  if (words === '') return false;
  const sources = answers.filter(({ answer }) => normalised(answer).includes(words));
  if (references.length === 0) return sources.length > 0 || normalised(facts).includes(words);
  return references.every((reference) => sources.some(({ number }) => reference === `#${number}`));
}

// Ellipses mark a cut, isolates keep directions apart, and a full stop may move inside the quotes.
function normalised(words: string): string {
  return words
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s….]+|[\s….,]+$/g, '');
}

const roles = ['figures', 'pairs', 'ranges', 'percents', 'numbers'] as const;
type Claims = Record<(typeof roles)[number] | 'references', string[]>;

function readClaims(text: string): Claims {
  const words = text
    .normalize('NFKC')
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
    .replace(spelled, digitsOf);
  return {
    figures: found(
      words,
      /(\d+) (?:out )?of (?:the )?(\d+),? \(?(\d+) ?(?:%|percent)? ?(?:[-–—]|to) ?(\d+) ?(?:%|percent)/gi,
    ),
    pairs: found(words, /(\d+) ?(?:of|out of|in|\/|⁄) ?(?:the |every )?(?:newest )?(\d+)/gi),
    ranges: found(words, /(\d+) ?(?:%|percent)? ?(?:[-–—]|to|and) ?(\d+) ?(?:%|percent|per cent)/gi),
    percents: found(words, /(\d+(?:\.\d+)?) ?(?:%|percent|per cent)/gi),
    numbers: found(words.replace(/#\d+/g, ''), /(\d+(?:\.\d+)?)/g),
    references: words.match(/#\d+/g) ?? [],
  };
}

function found(words: string, pattern: RegExp): string[] {
  return [...words.matchAll(pattern)].map(([, ...parts]) => parts.join('|'));
}

function digitsOf(word: string): string {
  const [first = '', second = ''] = word.toLowerCase().split(/[\s-]/);
  const value = tens.includes(first) ? 10 * (tens.indexOf(first) + 2) : small.indexOf(first);
  return String(value + Math.max(0, small.indexOf(second)));
}

const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const small = [
  ...[
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
// "One" alone is mostly no count ("the one that …"); before these words it is.
const one = 'one(?= (?:of|in|out of|per|percent|person|people|respondent|answer|submission|signal|more)\\b)';
const spelled = new RegExp(
  `\\b(?:(?:${tens.join('|')})(?:[\\s-](?:${small.slice(1, 10).join('|')}))?|${small.filter((word) => word !== 'one').join('|')}|${one})\\b`,
  'gi',
);

const forbidden =
  /[<>"“”«»„`*_[\]{}|\\]|https?:|www\.|\.(?:com|net|org|io)\b|(?![0-9])\p{Nd}|\b(?:half|halves|thirds?|(?:quarter|fifth|sixth|seventh|eighth|ninth|tenth)s?|majority|minority|double|triple|dozens?|hundreds?|thousands?|millions?|billions?|everyone|everybody|nearly all|almost all|all (?:of|people|respondents|users|answers|founders|participants)|most(?! (?:chosen|recent)\b))\b/iu;
