import type { AnswerEvidence } from './answer-evidence.ts';
import { tellingWords } from './build-prompt-words.ts';

type Option = { name: string; count: number; answered: number };

/** A survey's answers made ready to speak for features. */
export type Witnesses = {
  /** Numbers that exist. */
  numbers: Set<number>;
  answers: { number: number; words: Set<string> }[];
  options: (Option & { words: Set<string> })[];
  /** Words of the idea itself, which tell no feature from another. */
  ideaWords: Set<string>;
  /** Words that more than half of the answers hold. */
  frequent: Set<string>;
  canJudge: boolean;
};

export function witnessesOf({ idea, answers, options }: AnswerEvidence): Witnesses {
  const told = answers.filter(({ text }) => !denial.test(text.trim()));
  const spoken = told.map(({ number, text }) => ({ number, words: tellingWords(text) }));
  return {
    numbers: new Set(answers.map(({ number }) => number)),
    answers: spoken,
    options: options
      .filter(({ name, count }) => count > 0 && !denial.test(name.trim()))
      .map(({ name, count, answered }) => ({
        name: shown(name),
        count,
        answered,
        words: tellingWords(name),
      })),
    ideaWords: tellingWords(idea),
    frequent: frequentWords(spoken.map(({ words }) => words)),
    canJudge: answers.length > 0 || options.length > 0,
  };
}

/**
 * The answers, by number, and the options that speak for a feature. A cited answer counts when it shares one word that
 * the idea does not hold, or two that it does. One that was not cited is added when it shares two words that neither
 * the idea nor most answers hold. Answers are added up to eight; two options are named.
 */
export function askedFor(
  feature: string,
  cited: number[],
  witnesses: Witnesses,
): { answers: number[]; options: Option[] } {
  const words = tellingWords(feature);
  const wanted = new Set(cited);
  const holding = new Set<number>();
  const clear = new Set<number>();
  for (const { number, words: said } of witnesses.answers) {
    const shared = [...said].filter((word) => words.has(word));
    const own = shared.filter((word) => !witnesses.ideaWords.has(word));
    if (wanted.has(number) && (own.length > 0 || shared.length > 1)) holding.add(number);
    if (own.filter((word) => !witnesses.frequent.has(word)).length > 1) clear.add(number);
  }
  const added = [...clear].filter((number) => !holding.has(number)).sort((a, b) => a - b);
  const kept = [...holding, ...added.slice(0, Math.max(0, mostAnswers - holding.size))];
  return { answers: kept.sort((a, b) => a - b), options: optionsIn(feature, words, witnesses) };
}

/** Options that the feature names, or all of whose telling words it holds, at least one of them not the idea's own. */
function optionsIn(feature: string, words: Set<string>, { options, ideaWords }: Witnesses): Option[] {
  const said = onOneLine(feature).toLowerCase();
  const isHeld = (telling: Set<string>) =>
    [...telling].every((word) => words.has(word)) && [...telling].some((word) => !ideaWords.has(word));
  return options
    .filter(
      ({ name, words: telling }) =>
        isHeld(telling) || (name.length >= shortestNamed && said.includes(name.toLowerCase())),
    )
    .sort((a, b) => b.count - a.count)
    .slice(0, mostOptions)
    .map(({ name, count, answered }) => ({ name, count, answered }));
}

// Shorter names, such as "Yes" or "Often", stand in lines by chance.
const shortestNamed = 12;
const mostAnswers = 8;
const mostOptions = 2;

// Who had no trouble asked for nothing, whatever words stand in the answer.
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
  return line.length > 80 ? `${line.slice(0, 79).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('"', "'").trim();
}
