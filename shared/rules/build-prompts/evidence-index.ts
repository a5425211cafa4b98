import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import { asksForRefusals, complaintsIn, isRefusingQuestion, splitRefusals } from './build-prompt-refusals.ts';
import { differentWords, isEveryday, rareWords, speltWords, tellingWords } from './build-prompt-words.ts';

type Answer = AnswerEvidence['answers'][number];
type Option = Omit<AnswerEvidence['options'][number], 'question'>;
/** One clause of an answer: stems that tell something, and all its words as they are spelt. */
type Clause = { words: Set<string>; spelt: Set<string> };
/** Stems of an answer: stated, refused with a "no", and complained of. */
type IndexedAnswer = {
  number: number;
  clauses: Clause[];
  refused: Set<string>;
  refusedText: string;
  complaints: Set<string>;
};

/** A survey's answers made ready to speak for features. */
export type EvidenceIndex = {
  /** Numbers that exist. */
  numbers: Set<number>;
  newest: number | null;
  answers: IndexedAnswer[];
  options: (Option & { words: Set<string> })[];
  /** Words of the idea itself, which tell no feature from another. */
  ideaWords: Set<string>;
  /** Words that more than half of the answers hold. */
  frequent: Set<string>;
  canMatch: boolean;
};

export function indexEvidence({ idea, newest, answers, options }: AnswerEvidence): EvidenceIndex {
  const questions = [...new Set(answers.map(({ question }) => question))];
  const refusing = new Set(questions.filter(isRefusingQuestion));
  const indexed = answers.map((answer) => indexAnswer(answer, refusing));
  return {
    numbers: new Set(answers.map(({ number }) => number)),
    newest,
    answers: indexed,
    options: options
      .filter(
        ({ question, name, count }) => count > 0 && !denial.test(name.trim()) && !asksForRefusals(question),
      )
      .map(({ name, count, answered, numbers }) => ({
        name: shown(name),
        count,
        answered,
        numbers,
        words: tellingWords(name),
      })),
    ideaWords: tellingWords(idea),
    frequent: frequentWords(
      indexed.map(({ clauses }) => new Set(clauses.flatMap(({ words }) => [...words]))),
    ),
    canMatch: answers.length > 0 || options.length > 0,
  };
}

function indexAnswer({ number, question, text }: Answer, refusing: Set<string>): IndexedAnswer {
  if (denial.test(text.trim()) || refusing.has(question))
    return { number, clauses: [], ...refusedIn(text), complaints: new Set() };
  const { stated, refused } = splitRefusals(text);
  const complaints = tellingWords(complaintsIn(stated));
  return { number, clauses: clausesOf(stated), ...refusedIn(refused), complaints };
}

function refusedIn(text: string): { refused: Set<string>; refusedText: string } {
  return { refused: tellingWords(text), refusedText: inWords(text) };
}

/** The clauses of what `splitRefusals` found told; so many that a text of nothing but full stops takes no time. */
export function clausesOf(stated: string): Clause[] {
  return stated
    .split('. ', mostClauses)
    .map((text) => ({ words: tellingWords(text), spelt: speltWords(text) }));
}

/** A feature's line made ready to be looked for: its stems, its names, and what it is called by. */
export function lineOf(feature: string): Line {
  const begin =
    feature
      .match(/\p{L}+/gu)
      ?.slice(0, 3)
      .join(' ') ?? '';
  const head = [...tellingWords(begin)].find((word) => !isEveryday(word));
  return {
    words: tellingWords(feature),
    rare: rareWords(feature),
    head: head ?? null,
    name: inWords(feature).replace(/^ (?:an?|the)(?= )/, ''),
  };
}

type Line = { words: Set<string>; rare: Set<string>; head: string | null; name: string };

/**
 * True when one clause speaks of a line: it holds two different words of it, one of them neither everyday nor the
 * idea's own, or a name. Words that are spread over an answer are together by chance.
 */
export function matchesLine(line: Line, clause: Clause, ideaWords: Set<string>): boolean {
  return sharesTwo(line, clause.words, ideaWords) || [...line.rare].some((word) => clause.spelt.has(word));
}

function sharesTwo({ words }: Line, said: Set<string>, ideaWords: Set<string>): boolean {
  const shared = [...said].filter((word) => words.has(word));
  return differentWords(shared) > 1 && shared.some((word) => !ideaWords.has(word) && !isEveryday(word));
}

type FeatureMatch = { answers: number[]; against: number[]; options: Option[] };

/**
 * The answers, by number, and the options that speak of a feature. A cited answer counts when one of its clauses speaks
 * of it; one that was not cited is added when the clause still does without words that the idea or most answers hold.
 * An answer that refuses such words, or what the feature is called by, never counts: it is `against` the feature.
 * Up to eight answers support it, eight speak against it, two options are named.
 */
export function matchFeature(feature: string, cited: number[], index: EvidenceIndex): FeatureMatch {
  const line = lineOf(feature);
  // A feature that the idea names is made of the idea's words: they are all there is to find it by.
  const isOfIdea = [...line.words].every((word) => index.ideaWords.has(word));
  const asked = isOfIdea ? { ...index, ideaWords: new Set<string>() } : index;
  const wanted = new Set(cited);
  const matching = new Set<number>();
  const clear = new Set<number>();
  const against = new Set<number>();
  for (const answer of index.answers) {
    const { number, clauses } = answer;
    if (isAgainst(line, answer, asked.ideaWords)) against.add(number);
    else if (clauses.some((clause) => isClear(line, clause, asked))) clear.add(number);
    else if (wanted.has(number) && clauses.some((clause) => matchesLine(line, clause, asked.ideaWords)))
      matching.add(number);
  }
  // Somebody who refuses it in one answer asks for it in no other.
  for (const number of against) for (const found of [matching, clear]) found.delete(number);
  for (const number of clear) if (wanted.has(number)) matching.add(number);
  const added = [...clear].filter((number) => !matching.has(number)).sort((a, b) => a - b);
  const kept = [...matching, ...added.slice(0, Math.max(0, mostAnswers - matching.size))];
  return {
    answers: kept.sort((a, b) => a - b),
    against: [...against].sort((a, b) => a - b).slice(0, mostAnswers),
    options: optionsIn(feature, line.words, index),
  };
}

function isAgainst(
  line: Line,
  { refused, refusedText, complaints }: IndexedAnswer,
  ideaWords: Set<string>,
): boolean {
  const { head, name } = line;
  const isCalled = head !== null && (refused.has(head) || complaints.has(head));
  return (
    isCalled ||
    (name.length >= shortestName && refusedText.includes(name)) ||
    sharesTwo(line, refused, ideaWords)
  );
}

function isClear(line: Line, { words, spelt }: Clause, { ideaWords, frequent }: EvidenceIndex): boolean {
  const rare = [...words].filter((word) => !ideaWords.has(word) && !frequent.has(word));
  return matchesLine(line, { words: new Set(rare), spelt }, ideaWords);
}

/** Options that the feature names as they are, or whose telling words, two at least, it holds. */
function optionsIn(feature: string, words: Set<string>, { options, ideaWords }: EvidenceIndex): Option[] {
  const said = inWords(feature);
  const tells = (word: string) => !ideaWords.has(word) && !isEveryday(word);
  const isHeld = (telling: string[]) =>
    differentWords(telling) > 1 && telling.every((word) => words.has(word)) && telling.some(tells);
  const isNamed = (name: string, telling: string[]) =>
    said.includes(inWords(name)) && (name.length >= shortestNamed || telling.some(tells));
  return options
    .filter(({ name, words: telling }) => isHeld([...telling]) || isNamed(name, [...telling]))
    .sort((a, b) => b.count - a.count)
    .slice(0, mostOptions)
    .map(({ name, count, answered, numbers }) => ({ name, count, answered, numbers }));
}

/** For finding whole words only. */
function inWords(text: string): string {
  return ` ${
    onOneLine(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}

// Spaces around it included.
const shortestName = 8;
// Shorter names, such as "Yes" or "Often", are found in lines by chance.
const shortestNamed = 12;
const mostClauses = 100;
const mostAnswers = 8;
const mostOptions = 2;

// People without the trouble asked for nothing, whatever words their answers hold.
const denial =
  /^(?:no(?:pe|ne|thing)?|never|nein|nichts|nie|nada|nunca|rien|jamais|niente|n\/a)(?:,? (?:at all|really|never|nothing|so far|yet|special|thanks))?[\s.!]*$|\b(?:never|(?:did|do|does|would)(?:n['’]?t| not)(?: really| ever| actually)?) (?:need|needed|miss|missed|help)\b|\b(?:would not|wouldn['’]?t|don['’]?t|do not) (?:want|use)\b|\b(?:no|not a|never a|without any|never had a|never had any) (?:real |big )?(?:problem|trouble|issue)s?\b/i;

function frequentWords(sets: Set<string>[]): Set<string> {
  if (sets.length < 4) return new Set();
  const counts = new Map<string, number>();
  for (const words of sets) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count * 2 > sets.length).map(([word]) => word));
}

/** An option's name as a citation can hold it: on one line and without its quotes. */
function shown(name: string): string {
  const line = onOneLine(name);
  return line.length > 80 ? `${withoutHalfCharacter(line.slice(0, 79))}…` : line;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('"', "'").trim();
}
