import type { AnswerEvidence } from './answer-evidence.ts';
import { isLeavingQuestion, isRefusingQuestion, splitRefusals } from './build-prompt-refusals.ts';
import { tellingWords } from './build-prompt-words.ts';
import { withoutHalfCharacter } from './reply-cut.ts';

type Answer = AnswerEvidence['answers'][number];
type Option = Omit<AnswerEvidence['options'][number], 'question'>;
/** The words that an answer says, and those that it says with a "no". */
type Told = { number: number; words: Set<string>; refused: Set<string> };

/** A survey's answers made ready to speak for features. */
export type Witnesses = {
  /** Numbers that exist. */
  numbers: Set<number>;
  newest: number | null;
  answers: Told[];
  options: (Option & { words: Set<string> })[];
  /** Words of the idea itself, which tell no feature from another. */
  ideaWords: Set<string>;
  /** Words that more than half of the answers hold. */
  frequent: Set<string>;
  canJudge: boolean;
};

export function witnessesOf({ idea, newest, answers, options }: AnswerEvidence): Witnesses {
  const questions = [...new Set(answers.map(({ question }) => question))];
  const refusing = new Set(questions.filter(isRefusingQuestion));
  const told = answers.map((answer) => toldBy(answer, refusing));
  return {
    numbers: new Set(answers.map(({ number }) => number)),
    newest,
    answers: told,
    options: options
      .filter(
        ({ question, name, count }) => count > 0 && !denial.test(name.trim()) && !asksForRefusals(question),
      )
      .map(({ name, count, answered }) => ({
        name: shown(name),
        count,
        answered,
        // With a "no" in it, an option counts only where it is named word for word.
        words: splitRefusals(name).refused === '' ? tellingWords(name) : new Set(),
      })),
    ideaWords: tellingWords(idea),
    frequent: frequentWords(told.map(({ words }) => words)),
    canJudge: answers.length > 0 || options.length > 0,
  };
}

function toldBy({ number, question, text }: Answer, refusing: Set<string>): Told {
  if (denial.test(text.trim()) || refusing.has(question))
    return { number, words: new Set(), refused: tellingWords(text) };
  const { told, refused } = splitRefusals(text);
  return { number, words: tellingWords(told), refused: tellingWords(refused) };
}

function asksForRefusals(question: string): boolean {
  return isRefusingQuestion(question) || isLeavingQuestion(question);
}

type Asked = { answers: number[]; against: number[]; options: Option[] };

/**
 * The answers, by number, and the options that speak of a feature. A cited answer counts when it shares one word that
 * the idea does not hold, or two that it does. One that was not cited is added when it shares two words that neither
 * the idea nor most answers hold. An answer that says such words with a "no" never counts: it may be `against` the
 * feature. Up to eight answers are added, eight stand against, two options are named.
 */
export function askedFor(feature: string, cited: number[], witnesses: Witnesses): Asked {
  const words = tellingWords(feature);
  const wanted = new Set(cited);
  const holding = new Set<number>();
  const clear = new Set<number>();
  const against = new Set<number>();
  const sharing = (said: Set<string>) => {
    const shared = [...said].filter((word) => words.has(word));
    const own = shared.filter((word) => !witnesses.ideaWords.has(word));
    const rare = own.filter((word) => !witnesses.frequent.has(word));
    return { touches: own.length > 0 || shared.length > 1, isClear: rare.length > 1 };
  };
  for (const { number, words: said, refused } of witnesses.answers) {
    const no = sharing(refused);
    const yes = sharing(said);
    if (no.touches && (no.isClear || wanted.has(number) || words.size === 1)) against.add(number);
    if (no.touches) continue;
    if (yes.touches && wanted.has(number)) holding.add(number);
    if (yes.isClear) clear.add(number);
  }
  // Somebody who refuses it in one answer asks for it in no other.
  for (const number of against) for (const found of [holding, clear]) found.delete(number);
  const added = [...clear].filter((number) => !holding.has(number)).sort((a, b) => a - b);
  const kept = [...holding, ...added.slice(0, Math.max(0, mostAnswers - holding.size))];
  return {
    answers: kept.sort((a, b) => a - b),
    against: [...against].sort((a, b) => a - b).slice(0, mostAnswers),
    options: optionsIn(feature, words, witnesses),
  };
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
  return line.length > 80 ? `${withoutHalfCharacter(line.slice(0, 79))}…` : line;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('"', "'").trim();
}
