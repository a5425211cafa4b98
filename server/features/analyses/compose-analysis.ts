import type {
  AggregatedData,
  Analysis,
  Choices,
  Figure,
  TextNumbers,
  VerdictBasis,
} from '#shared/contracts/surveys/analyses.ts';
import type { OptionMark, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { guessLanguage } from '#shared/rules/plans/guess-language.ts';
import { howOftenOf } from '#shared/rules/plans/write-plan.ts';
import { listedTexts } from '#shared/rules/surveys/answer-evidence.ts';
import type { QuestionTally } from '#shared/rules/surveys/survey-answers.ts';
import { figureSentence, figureWords } from '#shared/rules/verdict/figure-words.ts';
import { countedMarks, isDeciding } from '#shared/rules/verdict/marks.ts';
import { reachVerdict, tryWithout, type Verdict, withRange } from '#shared/rules/verdict/verdict.ts';
import { type Evidence, questionTitles, type WrittenAnswer } from './evidence.ts';
import { explain, quote, summarize } from './sentences.ts';

export type ComposedAnalysis = {
  analysis: Analysis;
  verdict: Verdict;
  figures: Figure[];
  aggregatedData: AggregatedData;
  textNumbers: TextNumbers;
  choices: Choices;
  without: Pick<VerdictBasis, 'oneAnswerDecides' | 'placesThatDecide'>;
};

const pointsShown = 3;
/** Of each list. */
const quotesOffered = 30;
const quotesShown = 2;

/**
 * Reaches the verdict and words it without a model (specification 3, survey analysis; design 7.20). Every sentence is
 * a template around counts, or a quote with the number of its submission. Pure: the same evidence gives the same words.
 */
export function composeAnalysis(evidence: Evidence): ComposedAnalysis {
  const { questions, groups, rule } = evidence;
  const verdict = reachVerdict(questions, groups, rule);
  const without = tryWithout(verdict, groups, rule.line);
  const figures = wordFigures(evidence, verdict);
  const points = pointsOf(evidence, figures);
  return {
    analysis: {
      summary: summarize({ figures, reason: verdict.reason, moreAnswers: verdict.moreAnswers }, rule),
      sentiment: verdict.sentiment,
      goNoGoDecision: verdict.decision,
      recommendationReasoning: explain(evidence, verdict, without),
      keyStrengths: chooseFirst(points.strengths),
      keyWeaknesses: chooseFirst(points.weaknesses),
    },
    verdict,
    figures,
    without,
    ...aggregate(evidence),
  };
}

/** The figures with their sentences, in the order of the survey. */
function wordFigures({ questions, tallies, people }: Evidence, { figures }: Verdict): Figure[] {
  const language = guessLanguage(questions.map(({ question }) => question).join(' '));
  const having = figures[0]?.has ?? 0;
  return figures.map((figure, at) => {
    const position = questions.findIndex(({ question }) => question === figure.question);
    const question = questions[position];
    const marks = question ? countedMarks(question) : [];
    const { options = [] } = tallies[position] ?? {};
    const isUncounted = (option: number) => marks[option] === null && (options[option] ?? 0) > 0;
    const words = figureWords(figure, at === 0 ? { people } : { having }, {
      howOften: howOftenOf(figure.options, language),
      language,
    });
    return {
      ...figure,
      ...words,
      uncountedOptions: question?.options?.filter((_, at) => isUncounted(at)) ?? [],
    };
  });
}

/** Candidates for strengths or weaknesses: figures in the order of their distance from the line, and quotes. */
export type Points = {
  figures: string[];
  /** The question of each figure. */
  questions: string[];
  quotes: string[];
};

/**
 * A figure on the good side of the line is a strength, one on the other side a weakness; where none is, the weaknesses
 * are the chosen options without the problem. A quote belongs to the side that its own author chose in most deciding
 * questions. (Design 7.20: nothing is read from the words.)
 */
export function pointsOf(evidence: Evidence, figures: Figure[]): { strengths: Points; weaknesses: Points } {
  const { line } = evidence.rule;
  const distance = ({ has, counted }: Figure) => has / counted - line / 100;
  const read = figures.filter(({ counted }) => counted > 0);
  const strong = read.filter((figure) => distance(figure) > 0).sort((a, b) => distance(b) - distance(a));
  const against = chosenAgainst(evidence);
  const weak = read.filter((figure) => distance(figure) < 0).sort((a, b) => distance(a) - distance(b));
  return {
    strengths: {
      figures: strong.map(figurePoint),
      questions: strong.map(({ question }) => question),
      quotes: quotesBy('has', evidence),
    },
    weaknesses: {
      figures: weak.length > 0 ? weak.map(figurePoint) : against.map(({ point }) => point),
      questions: (weak.length > 0 ? weak : against).map(({ question }) => question),
      quotes: quotesBy('hasnt', evidence),
    },
  };
}

/** The options of deciding questions that say somebody doesn't have the problem, the most chosen first. */
function chosenAgainst({ questions, tallies }: Evidence): { point: string; question: string }[] {
  const chosen = questions.flatMap((question, position) => {
    const marks = isDeciding(question) ? countedMarks(question) : [];
    const { answered, options } = tallies[position] ?? { answered: 0, options: [] };
    return (question.options ?? []).flatMap((name, at) => {
      const count = options[at] ?? 0;
      return marks[at] === 'hasnt' && count > 0
        ? [
            {
              count,
              question: question.question,
              point: optionPoint(question.question, { name, count }, answered),
            },
          ]
        : [];
    });
  });
  return chosen.toSorted((a, b) => b.count - a.count).slice(0, pointsShown);
}

/** How many of those who were asked chose one option, behind its question. */
export function optionPoint(
  question: string,
  { name, count }: { name: string; count: number },
  answered: number,
): string {
  const range = withRange(count, answered, 0);
  return figurePoint({
    question,
    label: '',
    options: [name],
    uncountedOptions: [],
    ...range,
    ...figureWords({ label: '', options: [name], ...range }, { people: '' }),
  });
}

/** The sentence by which a figure is named as a strength or a weakness. */
export function figurePoint(figure: Figure): string {
  return `${figureSentence(figure)} (${figure.low}–${figure.high} %).`;
}

/** The points that are shown without a model: figures, then quotes. */
export function chooseFirst({ figures, quotes }: Omit<Points, 'questions'>): string[] {
  const shown = quotes.slice(0, quotesShown);
  return [...figures.slice(0, pointsShown - shown.length), ...shown];
}

const shortestQuote = 15;
const longestWholeQuote = 100;

/** The newest answers that are long enough to say something, whole ones first; the same words once. */
function quotesBy(mark: OptionMark, { texts }: Evidence): string[] {
  const own = texts.filter((text) => text.mark === mark && text.answer.trim().length >= shortestQuote);
  const isWhole = ({ answer }: WrittenAnswer) => answer.trim().length <= longestWholeQuote;
  const byWords = new Map<string, WrittenAnswer[]>();
  for (const text of [...own.filter(isWhole), ...own.filter((long) => !isWhole(long))]) {
    const words = text.answer.trim();
    byWords.set(words, [...(byWords.get(words) ?? []), text]);
  }
  return [...byWords]
    .slice(0, quotesOffered)
    .map(([words, same]) => quote(words, [...new Set(same.map(({ number }) => number))]));
}

/** Every option with its count, zero included, and who chose it; or the texts and their numbers, newest first. */
function aggregate(evidence: Evidence): Pick<ComposedAnalysis, 'aggregatedData' | 'textNumbers' | 'choices'> {
  const titles = questionTitles(evidence.questions);
  const data: [string, AggregatedData[string]][] = [];
  const numbers: [string, number[]][] = [];
  const choices: [string, Choices[string]][] = [];
  for (const [position, question] of evidence.questions.entries()) {
    const title = titles[position] ?? '';
    const { type, options } = question;
    if (type !== 'open-ended' && options) {
      const tally = evidence.tallies[position];
      data.push([title, options.map((name, option) => ({ name, count: tally?.options[option] ?? 0 }))]);
      choices.push([title, choicesOf(question, tally)]);
    } else {
      const texts = listed(evidence.texts.filter((text) => text.question === position));
      data.push([title, texts.map(({ answer }) => answer)]);
      numbers.push([title, texts.map(({ number }) => number)]);
    }
  }
  return {
    aggregatedData: Object.fromEntries(data),
    textNumbers: Object.fromEntries(numbers),
    choices: Object.fromEntries(choices),
  };
}

/** The question that can end the survey asks only how often it happened: its options name no trouble. */
function choicesOf({ options, marks, endsWith }: SurveyQuestion, tally?: QuestionTally): Choices[string] {
  return {
    answered: tally?.answered ?? 0,
    options: (options ?? []).map((_, option) => ({
      numbers: tally?.numbers?.[option] ?? [],
      isTrouble: endsWith === undefined && marks?.[option] === 'has',
    })),
  };
}

/** The newest answers, as many as a page can show: one long survey must not make every reading of it slow. */
function listed(texts: WrittenAnswer[]): WrittenAnswer[] {
  let characters = 0;
  return texts.slice(0, listedTexts.perQuestion).filter(({ answer }) => {
    characters += answer.length;
    return characters <= listedTexts.characters;
  });
}
