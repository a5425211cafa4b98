import nlp from 'compromise';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { ideaNouns, singular } from '#shared/rules/plan-writing/idea-nouns.ts';
import lists from '#shared/rules/plan-writing/words.json' with { type: 'json' };
import texts from './build-prompt-texts.json' with { type: 'json' };

/** The nouns of an idea, for screens and records: what it is about, and who takes part. */
export type IdeaThings = { things: string[]; people: string[]; language: IdeaReading['language'] };

type Term = { text: string; post: string; tags: string[]; chunk?: string };

/**
 * Runs of nouns in the sentence, each named by its last: "amateur choirs" are choirs. Before what is done, the
 * noun is a thing of its own: a "dog walker" has dogs. Other languages keep the nouns of the reading as they stand.
 */
export function ideaThings(idea: string, reading: IdeaReading): IdeaThings {
  const { language } = reading;
  if (language !== 'en') {
    const own = ideaNouns(reading, language === 'other' ? 'en' : language);
    return { things: own.what.slice(0, most), people: own.who.slice(0, 1), language };
  }
  const sentences: { terms: Term[] }[] = nlp(idea.slice(0, 600)).json();
  const found = sentences.flatMap(({ terms }) => nounsIn(terms));
  const [group = ''] = reading.who.split(/ (?:with|without|in|at|on|of|from|for|who|that|which|whose) /i);
  const people = ideaNouns({ ...reading, who: group }, 'en')
    .who.slice(0, 1)
    .map(plural);
  const words = group.toLowerCase().split(' ');
  const named = words.filter((_, index) => !acts.has(singular(words[index + 1] ?? '', 'en')));
  const others = new Set([...named, ...ideaNouns(reading, 'en').who].map(plural));
  const things = [...new Set(found)].filter((noun) => !isGeneric(noun) && !others.has(noun));
  return { things: things.slice(0, most), people, language };
}

const most = 3;
const noThing = new Set(['Pronoun', 'Organization', 'Date', 'Place']);
const generic = new Set(`${lists.en.generic} ${texts.products}`.split(' '));
const isGeneric = (noun: string) => generic.has(noun) || generic.has(singular(noun, 'en'));
const acts = new Map(Object.entries(texts.acts));

function nounsIn(terms: Term[]): string[] {
  const nouns: string[] = [];
  let run: string[] = [];
  const close = () => {
    run.forEach((word, index) => {
      const next = run[index + 1] ?? '';
      if (index === run.length - 1 || acts.has(next)) nouns.push(plural(word));
      nouns.push(...(acts.get(word.replace(/s$/, '')) ?? []));
    });
    run = [];
  };
  for (const [index, { text, post, tags }] of terms.entries()) {
    const word = text.toLowerCase();
    // A no-show is what goes wrong, not a thing.
    if (terms[index - 1]?.text.toLowerCase() === 'no') continue;
    const isName = index > 0 && /^\p{Lu}/u.test(text);
    const isThing = tags.includes('Noun') && !tags.some((tag) => noThing.has(tag)) && !isName;
    const isNoun = isThing && /^\p{L}{3,}$/u.test(word);
    if (isNoun) run.push(word);
    if (!isNoun && run.length > 0) close();
    if (acts.has(word) && !isNoun) nouns.push(...(acts.get(word) ?? []));
    if (/[,.;:!?]/.test(post)) close();
  }
  close();
  return nouns;
}

/** False for "bread", of which nobody keeps one. */
export function isCounted(noun: string): boolean {
  return !texts.uncounted.split(' ').includes(noun);
}

/** "piece" is "pieces"; what is not counted stays: "bread". */
function plural(noun: string): string {
  if (!isCounted(noun) || /[^s]s$/.test(noun)) return noun;
  const word = nlp(noun);
  word.tag('Noun');
  return word.nouns().toPlural().text() || noun;
}
