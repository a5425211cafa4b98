import { setImmediate } from 'node:timers/promises';
import nlp from 'compromise';
import type { StoredTheme, ThemeMove } from '#shared/contracts/analyses.ts';
import { listedTexts } from '#shared/rules/surveys/answer-evidence.ts';
import { englishStopWords } from '#shared/rules/text/stop-words.data.ts';
import { singular } from '#shared/rules/text/words.ts';
import { qualityThresholds } from '#shared/rules/verdict/rule.ts';
import type { Evidence, WrittenAnswer } from './evidence.ts';

const limits = {
  themes: 5,
  /** Read of one answer, and of all of them. */
  answer: 600,
  all: 40_000,
  /** Characters of an answer too short to tell its language. */
  fewWords: 30,
  word: 30,
  cached: 2_000,
};

/**
 * Phrases of two or more words that several answers to a question share, most answers first, with its denial:
 * "no problem" is not "problem". English only. The same evidence gives the same themes.
 */
export async function findThemes({
  idea,
  questions,
  texts,
}: Pick<Evidence, 'idea' | 'questions' | 'texts'>): Promise<StoredTheme[]> {
  const open = questions.flatMap(({ type }, question) => (type === 'open-ended' ? [question] : []));
  const found: StoredTheme[] = [];
  for (const question of open) {
    const asked = `${questions[question]?.question ?? ''}\n${idea}`.slice(0, limits.answer);
    const own = texts.filter((text) => text.question === question).slice(0, listedTexts.perQuestion);
    const answers = cut(withoutCopies(own), limits.all / open.length);
    const english = await inEnglish(answers, asked);
    const least = answers.length < 10 ? 2 : 3;
    const numbers = new Map<string, number[]>();
    for (const { answer, number } of english) {
      // Gives way to requests: one answer takes some milliseconds.
      await setImmediate();
      for (const phrase of phrasesOf(answer)) numbers.set(phrase, [...(numbers.get(phrase) ?? []), number]);
    }
    const known = new Set(wordsOf(asked));
    const shared = [...numbers].filter(
      ([phrase, by]) => by.length >= least && !phrase.split(' ').every((word) => known.has(word)),
    );
    const of = english.length;
    found.push(...chooseThemes(shared).map(([theme, by]) => ({ question, theme, numbers: by, of })));
  }
  return found;
}

/** Puts answers where the founder moved them, and nowhere else. */
export function moveAnswers(themes: StoredTheme[], moves: ThemeMove[]): StoredTheme[] {
  const moved = themes.map((theme) => ({ ...theme, numbers: [...theme.numbers] }));
  for (const { question, number, theme } of moves) {
    const own = moved.filter((one) => one.question === question);
    for (const one of own) one.numbers = one.numbers.filter((other) => other !== number);
    const target = own.find((one) => one.theme === theme);
    if (target) target.numbers = [...target.numbers, number].toSorted((a, b) => b - a);
    else if (theme !== null) moved.push({ question, theme, numbers: [number] });
  }
  return moved.filter(({ numbers }) => numbers.length > 0);
}

/** The first of long texts that are the same word for word, as where copies are set apart. */
function withoutCopies(texts: WrittenAnswer[]): WrittenAnswer[] {
  const comparable = ({ answer, number }: WrittenAnswer) => {
    const text = answer.trim().replace(/\s+/g, ' ').toLowerCase();
    return text.length < qualityThresholds.copyCharacters ? `#${number}` : text;
  };
  return [...new Map(texts.map((text) => [comparable(text), text])).values()];
}

function cut(texts: WrittenAnswer[], most: number): WrittenAnswer[] {
  let left = most;
  return texts.flatMap((text) => {
    const answer = text.answer.slice(0, Math.min(limits.answer, Math.max(0, left)));
    left -= answer.length;
    return answer === '' ? [] : [{ ...text, answer }];
  });
}

/** None where most is in another language; a few words look like many, so they go by the rest and the question. */
async function inEnglish(answers: WrittenAnswer[], asked: string): Promise<WrittenAnswer[]> {
  if (answers.length < 2) return [];
  // Loaded at the first analysis with texts: its data takes memory.
  const { eld } = await import('eld/extrasmall');
  const all = [asked, ...answers.map(({ answer }) => answer)].join('\n').slice(0, limits.answer * 5);
  if (eld.detect(all).language !== 'en') return [];
  return answers.filter(({ answer }) => {
    const read = eld.detect(answer);
    return answer.length < limits.fewWords || read.language === 'en' || !read.isReliable();
  });
}

/** An analysis is made again after every answer; the others are not read again. */
const cache = new Map<string, string[]>();

function phrasesOf(answer: string): string[] {
  const known = cache.get(answer);
  if (known) return known;
  const sentences: { terms: Term[] }[] = nlp(answer).json();
  const phrases = [...new Set(sentences.flatMap(({ terms }) => phrasesIn(terms)))];
  if (cache.size >= limits.cached) cache.clear();
  cache.set(answer, phrases);
  return phrases;
}

type Term = { text: string; normal: string; implicit?: string; post: string; tags: string[] };
type Word = { word: string; kind: 'noun' | 'nouns' | 'adjective' | 'verb' };
/** `unclear` behind a denied verb: "we never missed the school bus". */
type Denial = 'none' | 'denied' | 'unclear';

/** Runs of nouns and what describes them; a denial belongs to the first run behind it, and to the next after "or". */
function phrasesIn(terms: Term[]): string[] {
  const phrases: string[] = [];
  let run: Word[] = [];
  let denial: Denial = 'none';
  let before: Denial = 'none';
  const close = () => {
    const last = run.findLastIndex(isNoun);
    if (denial === 'denied' && last < 0 && run.some(({ kind }) => kind === 'verb')) denial = 'unclear';
    run.length = last + 1;
    if (run.length === 0) return;
    if (denial !== 'unclear') phrases.push(...(denial === 'denied' ? deniedPhrases(run) : plainPhrases(run)));
    before = denial;
    denial = 'none';
    run = [];
  };
  for (const [index, term] of terms.entries()) {
    const name = nameOf(term);
    const isWhole = run.length === index && terms.length <= 4;
    const word = isMisreadNoun(term, terms[index + 1], run, isWhole)
      ? { word: singular(term.normal), kind: 'noun' as const }
      : wordOf(term, run.length > 0 || denial === 'denied');
    if (isDenial(term, terms[index + 1])) {
      close();
      denial = denial === 'none' && !weakDenials.has(name) ? 'denied' : 'unclear';
    } else if (word) run.push(word);
    else {
      close();
      if (name === 'or' || name === 'nor') denial = before;
      else if (!isCarrier(term))
        denial = term.tags.includes('Verb') && denial !== 'none' ? 'unclear' : 'none';
      before = 'none';
    }
    if (/[,.;:!?()]/.test(term.post)) {
      close();
      denial = 'none';
    }
  }
  close();
  return phrases;
}

const denials = new Set('no not never without neither nor none zero'.split(' '));
const weakDenials = new Set('hardly barely rarely seldom nothing nobody'.split(' '));
const carryingVerbs = new Set(
  'be is are was were been have has had get gets got find found see saw didnt doesnt isnt wasnt'.split(' '),
);

const nameOf = ({ implicit, normal }: Term) => (implicit || normal).replaceAll('’', "'");

/** "No, the bus was late", "no the bus was late" and "not only the bus" deny nothing. */
function isDenial(term: Term, next: Term | undefined): boolean {
  const name = nameOf(term);
  if (/^(did|does|do|is|was|have|has|had|could|can)nt$/.test(name)) return true;
  if (!denials.has(name) && !weakDenials.has(name)) return false;
  if (name === 'no') return !next?.tags.some((tag) => /^(Determiner|Pronoun|Possessive)$/.test(tag));
  return !(name === 'not' && /^(only|just|because)$/.test(next?.normal ?? ''));
}

/** True for words that may come between a denial and its noun: "never really had any of the". */
function isCarrier(term: Term): boolean {
  const name = nameOf(term);
  const kinds = ['Determiner', 'Adverb', 'Auxiliary', 'Copula', 'Pronoun', 'Possessive'];
  return name === 'of' || carryingVerbs.has(name) || kinds.some((kind) => term.tags.includes(kind));
}

/** A noun, in the singular, or what describes one; null for all else. */
function wordOf({ normal, tags }: Term, isInside: boolean): Word | null {
  const has = (...kinds: string[]) => kinds.some((kind) => tags.includes(kind));
  if (!/^\p{L}[\p{L}'’&]*$/u.test(normal) || normal.length > limits.word) return null;
  if (has('Pronoun', 'Possessive', 'Auxiliary', 'Copula')) return null;
  const isCommon = englishStopWords.has(normal) || weakDenials.has(normal);
  if (has('Noun')) {
    if (isCommon && !(isInside && normal === 'time')) return null;
    return has('Plural') ? { word: singularOf(normal), kind: 'nouns' } : { word: normal, kind: 'noun' };
  }
  if (has('Adjective')) return { word: normal, kind: 'adjective' };
  return has('PastTense', 'Gerund') && !isCommon ? { word: normal, kind: 'verb' } : null;
}

/** Nouns that are read as verbs: "the group chat" (a verb would be "chats"), "the bus stops are far", "Bus stops". */
function isMisreadNoun(
  { normal, tags }: Term,
  next: Term | undefined,
  run: Word[],
  isWhole: boolean,
): boolean {
  const before = run.at(-1);
  if (!before || !tags.includes('PresentTense') || !/^\p{L}{3,30}$/u.test(normal)) return false;
  if (tags.includes('Gerund') || englishStopWords.has(normal)) return false;
  if (tags.includes('Infinitive') && before.kind === 'noun') return true;
  return next ? isNoun(before) && next.tags.includes('Copula') : isWhole;
}

const isNoun = ({ kind }: Word) => kind.startsWith('noun');

type Inflection = { two: { transform: { noun: { toSingular: (noun: string, model: object) => string } } } };
const { toSingular } = (nlp.methods() as Inflection).two.transform.noun;
const singularOf = (noun: string) => toSingular(noun, nlp.model());

/** Parts of the run that end in a noun: "other house", but not "many houses" and "last time". */
function plainPhrases(run: Word[]): string[] {
  return run.flatMap((last, end) => {
    const lengths = isNoun(last) ? [2, 3, 4].filter((length) => length <= end + 1) : [];
    const parts = lengths.map((length) => run.slice(end + 1 - length, end + 1).map(({ word }) => word));
    return parts.filter(isTelling).map((words) => words.join(' '));
  });
}

function isTelling(words: string[]): boolean {
  const isAmount = amounts.has(words[0] ?? '');
  return !isAmount && new Set(words).size > 1 && words.some((word) => !englishStopWords.has(word));
}

const amounts = new Set(
  'all enough few less little lot many more most much own same several such'.split(' '),
);

/** "No free parking spot" is also "no spot", but not "no free parking"; "no missed bus" is not "no bus". */
function deniedPhrases(run: Word[]): string[] {
  const least = run.some(({ kind }) => kind === 'verb') ? run.length : 1;
  const lengths = [1, 2, 3].filter((length) => length >= least && length <= run.length);
  return lengths.map(
    (length) =>
      `no ${run
        .slice(-length)
        .map(({ word }) => word)
        .join(' ')}`,
  );
}

/** All words of a text, as typed and in the singular. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}’']+/gu) ?? [];
  return words.flatMap((word) => [word, singular(word), singularOf(word)]);
}

/** Most answers first, then the longer phrase; of phrases inside each other only the first. */
function chooseThemes(shared: [phrase: string, numbers: number[]][]): [string, number[]][] {
  const ordered = shared.toSorted(
    ([a, by], [b, others]) => others.length - by.length || b.length - a.length || (a < b ? -1 : 1),
  );
  const chosen: [string, number[]][] = [];
  for (const one of ordered) {
    if (chosen.length === limits.themes) break;
    if (!chosen.some(([phrase]) => isPart(phrase, one[0]) || isPart(one[0], phrase))) chosen.push(one);
  }
  return chosen;
}

function isPart(part: string, whole: string): boolean {
  const [[denied, bare], [isDenied, rest]] = [splitDenial(part), splitDenial(whole)];
  return denied === isDenied && ` ${rest} `.includes(` ${bare} `);
}

function splitDenial(phrase: string): [isDenied: boolean, rest: string] {
  return phrase.startsWith('no ') ? [true, phrase.slice(3)] : [false, phrase];
}
