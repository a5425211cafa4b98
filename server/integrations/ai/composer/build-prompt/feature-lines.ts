import { coachKinds } from '#server/integrations/ai/composer/ideation/coach-kinds.data.ts';
import { type KindId, kinds } from '#server/integrations/ai/composer/kinds.data.ts';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { answersNamed } from '#shared/rules/build-prompt-citations.ts';
import { isRefusingQuestion, splitRefusals, tellsInability } from '#shared/rules/build-prompt-refusals.ts';
import { tellingWords } from '#shared/rules/build-prompt-words.ts';
import { clausesOf, lineOf, speaksOf } from '#shared/rules/feature-witnesses.ts';
import type { Blueprint } from './blueprints.data.ts';
import { content, troubleSigns, troubleThemes, wordsOfTrouble } from './trouble-themes.data.ts';

type Features = { must: string[]; later: string[]; never: string[] };

/** The features of a first version as the kind of problem suggests them: assumptions until an answer speaks of them. */
export function assumedFeatures(kind: KindId, { isWhole, must, later, never }: Blueprint): Features {
  const features: string[] = isWhole ? [] : coachKinds[kind].features;
  return { must: [...must, ...features.slice(0, 2)], later: [...later, ...features.slice(2)], never };
}

/**
 * The same with a survey's answers: features against the troubles that answers tell of come first, each with the
 * answers' numbers; a difficulty that the survey's own options name is quoted, so that its count can be found. What the
 * key action needs is left to the screens. No word of an answer is taken over, since strangers write them.
 */
export function featuresFromAnswers(kind: KindId, blueprint: Blueprint, evidence: AnswerEvidence): Features {
  const features: string[] = blueprint.isWhole ? blueprint.must : coachKinds[kind].features;
  const against = features.map((feature, place) => {
    const difficulty = blueprint.isWhole ? '' : (kinds[kind].hardest.options[place] ?? '');
    const isChosen = evidence.options.some(({ name, count }) => name === difficulty && count > 0);
    return isChosen && !holds(feature, difficulty)
      ? `${feature}; for those who said “${difficulty}”`
      : feature;
  });
  return { must: [...themesIn(evidence), ...against], later: blueprint.later, never: blueprint.never };
}

function holds(feature: string, difficulty: string): boolean {
  const words = tellingWords(feature);
  const telling = [...tellingWords(difficulty)];
  return telling.length > 0 && telling.every((word) => words.has(word));
}

/** Features for the troubles that most answers tell of, with those answers' numbers. */
function themesIn({ idea, answers }: AnswerEvidence): string[] {
  const ideaWords = tellingWords(idea);
  const told = answers.flatMap((answer) => troublesTold(answer) ?? []);
  return troubleThemes
    .map(({ feature, words }) => {
      const theme = { words: tellingWords(words), line: lineOf(feature), ideaWords };
      const telling = told.filter((answer) => isAbout(theme, answer));
      return { feature, numbers: [...new Set(telling.map(({ number }) => number))] };
    })
    .filter(({ numbers }) => numbers.length > 0)
    .sort((a, b) => b.numbers.length - a.numbers.length)
    .slice(0, mostThemes)
    .map(({ feature, numbers }) => `${feature} [${answersNamed(numbers.slice(0, mostNumbers))}]`);
}

type Told = {
  number: number;
  clauses: ReturnType<typeof clausesOf>;
  refused: Set<string>;
  hasTrouble: boolean;
};
type Theme = { words: Set<string>; line: ReturnType<typeof lineOf>; ideaWords: Set<string> };

/** What an answer says of troubles; null for who is content, or was asked what they would not want. */
function troublesTold({ number, question, text }: AnswerEvidence['answers'][number]): Told | null {
  const { told, refused } = splitRefusals(text);
  if (content.test(text) || isRefusingQuestion(question)) return null;
  const hasSign = troubleSigns.test(told) || tellsInability(told);
  const hasTrouble = hasSign || [...tellingWords(told)].some((word) => troubleWords.has(word));
  return { number, clauses: clausesOf(told), refused: tellingWords(refused), hasTrouble };
}

/**
 * One word alone tells nothing: "the price of petrol, mostly" is no trouble with prices. It takes a trouble, a clause
 * that speaks of the theme's line and holds a word of the theme, and no word of the theme said with a "no".
 */
function isAbout({ words, line, ideaWords }: Theme, { clauses, refused, hasTrouble }: Told): boolean {
  if (!hasTrouble || [...words].some((word) => refused.has(word))) return false;
  return clauses.some(
    (clause) => [...words].some((word) => clause.words.has(word)) && speaksOf(line, clause, ideaWords),
  );
}

const troubleWords = tellingWords(wordsOfTrouble);
const mostThemes = 4;
const mostNumbers = 12;
