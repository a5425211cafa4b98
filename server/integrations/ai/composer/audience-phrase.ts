import { isPeople, isPlural } from './nouns.ts';
import { baseVerbs } from './verbs.data.ts';

type AudiencePhrase = {
  /** The people alone: "adult learners". */
  people: string;
  /** The people with what sets them apart: "adult learners with no teacher". */
  described: string;
  rest: string;
};

/** Reads who is meant from the start of a text such as "freelance designers in Berlin chase invoices". */
export function readAudience(text: string): AudiencePhrase | null {
  const words = text.split(' ');
  for (let end = 1; end <= Math.min(words.length, 7); end += 1) {
    const phrase = words.slice(0, end).join(' ');
    if (
      /^(who|that|to|can|with|without|by|for|about|from|via|can[’']?t|cannot|don[’']?t)$/i.test(
        words[end - 1] ?? '',
      )
    )
      return null;
    if (isPeople(phrase) && endsHere(words, end)) return withDescription(words, end);
  }
  return null;
}

/** Who is meant where no word is known: what stands between a helping verb and the next verb. */
export function readAudienceBeforeVerb(text: string): AudiencePhrase | null {
  const words = text.split(' ');
  const verb = words.findIndex(
    (word, index) =>
      index > 0 && index < 6 && baseVerbs.has(word.toLowerCase()) && isPlural(words[index - 1] ?? ''),
  );
  if (verb === -1) return null;
  const people = words.slice(0, verb).join(' ');
  return { people, described: people, rest: words.slice(verb).join(' ') };
}

/** The last "for …" in a text that names people: the audience, and the text without it. */
export function splitAudienceFromEnd(text: string): { audience: AudiencePhrase; before: string } | null {
  for (let at = text.lastIndexOf(' for '); at > 0; at = text.lastIndexOf(' for ', at - 1)) {
    const audience = readAudience(text.slice(at + ' for '.length));
    if (audience) return { audience, before: text.slice(0, at) };
  }
  return null;
}

function endsHere(words: string[], end: number): boolean {
  const word = words[end - 1] ?? '';
  const next = (words[end] ?? '').toLowerCase();
  if (/[’']s?$/.test(word)) return false;
  if (next === '' || /[,;:)]$/.test(word)) return true;
  if (/^(and|or|&)$/.test(next)) return !isPeople(words[end + 1] ?? '') && !isPeople(words[end + 2] ?? '');
  return follows.test(next) || baseVerbs.has(next) || /ly$/.test(next);
}

function withDescription(words: string[], end: number): AudiencePhrase {
  let last = end;
  if (description.test(words[end] ?? '') && !/[,;]$/.test(words[end - 1] ?? '')) {
    last = words.findIndex(
      (word, index) => index > end && endsDescription(word, words[index - 1] ?? '', index, end),
    );
    if (last === -1) last = words.length;
  }
  const people = clean(words.slice(0, end).join(' '));
  const described = clean(words.slice(0, last).join(' '));
  return { people, described, rest: words.slice(last).join(' ') };
}

function endsDescription(word: string, before: string, index: number, end: number): boolean {
  const lower = word.toLowerCase();
  if (
    /^(to|who|that|which|can|so|because|by|using|without|and|while|whose|need|want|struggle|spend|waste|lose|can[’']t|cannot|don[’']t|are|is|have|often|always|never)$/.test(
      lower,
    )
  )
    return true;
  return /,$/.test(before) || (index > end + 1 && baseVerbs.has(lower) && isPlural(before));
}

function clean(text: string): string {
  return text.replace(/[\s,;:.]+$/, '');
}

const description =
  /^(with|without|in|at|of|from|over|under|on|near|around|living|working|between|aged|like)$/i;
const follows =
  /^(can[’']?t|cannot|don[’']?t|to|who|whom|whose|that|which|can|could|with|in|at|of|from|by|so|on|over|under|without|near|around|living|working|between|aged|like|is|are|need|needs|want|have|via|through|using|when|while|because|if|before|after|as|during|together|online|nearby|struggling|looking|trying|about|how|what|why|where|waste|hate|dread|struggle|forget|lack|often|always|never|still|who)$/;
