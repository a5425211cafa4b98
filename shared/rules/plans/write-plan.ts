import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { SurveyQuestion, ValidationPlan } from '#shared/contracts/surveys/validation.ts';
import { asSentence, inSentence } from '#shared/rules/text/in-sentence.ts';
import { findCommunities } from './find-communities.ts';
import { planLanguage } from './plan-language.ts';
import bank from './question-bank.json' with { type: 'json' };

/**
 * The plan of a reading without a model (specification 3, design 7.11): the founder's own phrases and the questions of
 * our bank. It has no name until the founder gives one, and the founder's answer to the problem is in none of it.
 * The questions are in `language`, which is the idea's own unless given; of other languages in English.
 */
export function writePlan(
  reading: IdeaReading,
  idea: string,
  language: IdeaLanguage = planLanguage(reading),
): ValidationPlan {
  return {
    appName: '',
    oneSentencePitch: idea.trim(),
    problemParagraph: reading.trouble.trim(),
    targetAudience: reading.who.trim(),
    socialGroups: findCommunities(reading, planLanguage(reading)),
    surveyQuestions: writeQuestions(reading, language, idea),
  };
}

/** Beginning and end of the first question, around the founder's own words. */
export function firstQuestion(language: IdeaLanguage): { before: string; after: string } {
  return bank[language].first;
}

/**
 * Six questions about the past. The first is the founder's own, asked of everybody, and decides; the others refer back
 * to it. One asks for a text, which must be answered; more of them make people leave.
 */
export function writeQuestions(reading: IdeaReading, language: IdeaLanguage, idea = ''): SurveyQuestion[] {
  const { howOften, lastTime, tried, hardest, cost, givenUp } = bank[language];
  const isWhole = reading.language === 'other';
  const { asked, question } = isWhole
    ? askedWhole(reading.question)
    : askedFirst(reading.question, language, idea);
  const label = labelOf(asked, inSentence(reading.trouble, language, idea), language);
  const firstOfAll = deciding(question, { ...howOften, label });
  return [
    { ...firstOfAll, endsWith: howOften.endsWith },
    openEnded(lastTime),
    checkboxes(tried),
    deciding(hardest.question, hardest),
    deciding(cost.question, cost),
    checkboxes(givenUp),
  ];
}

/** A question in a language that has no frame of ours; it keeps the sign that ends it there. */
function askedWhole(typed: string): { asked: string; question: string } {
  const asked = typed.trim();
  return { asked, question: /[?？؟;՞።।]$/u.test(asked) ? asked : `${asked}?` };
}

/** The founder's words and the question that they make; words that repeat the frame stand in it once. */
function askedFirst(
  typed: string,
  language: IdeaLanguage,
  idea: string,
): { asked: string; question: string } {
  const { before, after } = firstQuestion(language);
  const sign = before.startsWith('¿') ? '¿' : '';
  const frame = before.slice(sign.length).split(' ');
  const words = typed.replace(/^[¿\s]+|[\s?？.!…]+$/gu, '');
  const ends = frame.map((_, at) => frame.slice(at).join(' '));
  const repeated = ends.find((end) => startsWith(words, end)) ?? '';
  const asked = inSentence(words.slice(repeated.length), language, idea);
  // "How often" begins a whole question of the founder's own.
  if (startsWith(asked, frame.slice(0, 2).join(' ')))
    return { asked, question: `${sign}${asSentence(asked)}${after}` };
  if (language === 'de' && turned.test(asked)) {
    const rest = asked.charAt(0).toLowerCase() + asked.slice(1);
    return { asked, question: `${bank.de.first.beforeTurned} ${rest}${after}` };
  }
  return { asked, question: `${before} ${asked}${after}` };
}

function startsWith(words: string, start: string): boolean {
  return `${words} `.toLowerCase().startsWith(`${start} `.toLowerCase());
}

/** German words in a question's order, "hast du", which can't stand behind "dass". */
const turned =
  /^(?:\p{L}+ du|(?:haben|hatten|mussten|sind|waren) sie|(?:habt|hattet|musstet|seid|wart) ihr)(?!\p{L})/iu;

/** Meaning of our own frequency options together, in their language; '' for any other options. */
export function howOftenOf(options: string[], language: IdeaLanguage): string {
  const { has, hasMeans } = bank[language].howOften;
  return options.length === has.length && has.every((option) => options.includes(option)) ? hasMeans : '';
}

/**
 * The trouble as the name of a figure. In English it completes "22 of 35 bakers …", so it has to be what people do: the
 * trouble where the question says it of "you", else the question's own words; '' where neither is there.
 */
function labelOf(asked: string, trouble: string, language: IdeaLanguage): string {
  const done = language === 'en' ? asked.replace(/^you /i, '') : trouble;
  const isDone = language !== 'en' || done !== asked;
  const label = done.endsWith(trouble) ? trouble : done.replace(/\byour\b/gi, 'their');
  return isDone && label.length <= longestLabel && !/\byou\b/i.test(label) ? label : '';
}

/** As long as a stored label can be. */
const longestLabel = 80;

type Marked = { label: string; has: string[]; hasnt: string[]; uncounted: string[] };

function deciding(question: string, { label, has, hasnt, uncounted }: Marked): SurveyQuestion {
  return {
    question,
    type: 'multiple-choice',
    options: [...has, ...hasnt, ...uncounted],
    multiSelect: false,
    label,
    marks: [
      ...has.map(() => 'has' as const),
      ...hasnt.map(() => 'hasnt' as const),
      ...uncounted.map(() => null),
    ],
  };
}

/** Optional for who answers, as all checkboxes are (specification 5). */
function checkboxes({ question, options }: { question: string; options: string[] }): SurveyQuestion {
  return { question, type: 'multiple-choice', options, multiSelect: true };
}

function openEnded(question: string): SurveyQuestion {
  return { question, type: 'open-ended', options: null };
}
