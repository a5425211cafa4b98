import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { SurveyQuestion, ValidationPlan } from '#shared/contracts/validation.ts';
import { findCommunities } from './find-communities.ts';
import { ideaNouns } from './idea-nouns.ts';
import { fillFirst, fillWhole, type PhraseForms, phraseForms } from './phrase-forms.ts';
import texts from './plan-texts.json' with { type: 'json' };
import bank from './question-bank.json' with { type: 'json' };
import packs from './topic-packs.json' with { type: 'json' };
import { workingNames } from './working-names.ts';

/** A plan with three working names; `appName` is the first. */
export type WrittenPlan = ValidationPlan & { names: string[] };

/**
 * The plan of a reading (Specification 3, design 7.11), all of it templates around the reading's phrases.
 * The questions are in `language`, which is the idea's own unless given; of other languages in English.
 */
export function writePlan(
  reading: IdeaReading,
  idea: string,
  language: IdeaLanguage = planLanguage(reading),
): WrittenPlan {
  const own = planLanguage(reading);
  const names = workingNames(ideaNouns(reading, own), own);
  const appName = names[0] ?? '';
  const forms = { ...phraseForms(reading, idea, own), name: appName };
  return {
    appName,
    names,
    oneSentencePitch: fillFirst(texts[own].pitch, forms, 16) || fillFirst(texts[own].pitchOfGroup, forms, 16),
    problemParagraph: fillFirst(texts[own].problem, forms, 45),
    targetAudience: fillFirst(texts[own].audience, forms, 45),
    socialGroups: findCommunities(reading, own),
    surveyQuestions: writeQuestions(reading, idea, language),
  };
}

/** The language that a reading's texts are written in. */
export function planLanguage({ language }: IdeaReading): IdeaLanguage {
  return language === 'other' ? 'en' : language;
}

/**
 * Six questions about the past; only the first holds a phrase of the founder's, the others refer back to it. One asks
 * for a text, which must be answered; more of them make people leave. They decide only where the reading says what goes
 * wrong: how often people do a thing is no problem.
 */
export function writeQuestions(reading: IdeaReading, idea: string, language: IdeaLanguage): SurveyQuestion[] {
  const { first, howOften, lastTime, tried, hardest, cost, givenUp } = bank[language];
  const forms = phraseForms(reading, idea, language);
  const isTroubleSaid = forms.quotedTrouble !== undefined;
  const asked = fillWhole(isTroubleSaid ? first.trouble : first.job, forms, longestQuestion);
  const deciding = (question: string, options: Marked) => choice(question, options, isTroubleSaid);
  const label = labelOf(forms, reading, language);
  return [
    ...(asked === '' ? [] : [{ ...deciding(asked, { ...howOften, label }), endsWith: howOften.endsWith }]),
    openEnded(lastTime),
    checkboxes(tried.question, [
      ...tried.options.slice(0, -1),
      ...packOptions(idea, language),
      ...tried.options.slice(-1),
    ]),
    deciding(hardest.question, hardest),
    deciding(cost.question, cost),
    checkboxes(givenUp.question, givenUp.options),
  ];
}

/** Meaning of our own frequency options together, in their language; '' for any other options. */
export function howOftenOf(options: string[], language: IdeaLanguage): string {
  const { has, hasMeans } = bank[language].howOften;
  return options.length === has.length && has.every((option) => options.includes(option)) ? hasMeans : '';
}

const longestQuestion = 14;

/**
 * The trouble in the founder's words as the name of a figure. In English it completes a sentence ("22 of 35 bakers …"),
 * so it must begin with a verb; in other languages it stands behind a colon. '' where neither is certain.
 */
function labelOf(
  forms: PhraseForms,
  { trouble, language: own }: IdeaReading,
  language: IdeaLanguage,
): string {
  const label = (own === 'en' ? (forms.yourTrouble ?? '') : trouble).trim();
  return label.length > longestLabel || own !== language ? '' : label;
}

const longestLabel = 80;

type Marked = { label: string; has: string[]; hasnt: string[]; uncounted: string[] };

function choice(
  question: string,
  { label, has, hasnt, uncounted }: Marked,
  isDeciding: boolean,
): SurveyQuestion {
  const options = [...has, ...hasnt, ...uncounted];
  const asked: SurveyQuestion = { question, type: 'multiple-choice', options, multiSelect: false };
  if (!isDeciding) return asked;
  return {
    ...asked,
    label,
    marks: [
      ...has.map(() => 'has' as const),
      ...hasnt.map(() => 'hasnt' as const),
      ...uncounted.map(() => null),
    ],
  };
}

/** Optional for who answers, as all checkboxes are (specification 5). */
function checkboxes(question: string, options: string[]): SurveyQuestion {
  return { question, type: 'multiple-choice', options, multiSelect: true };
}

function openEnded(question: string): SurveyQuestion {
  return { question, type: 'open-ended', options: null };
}

/** Options that a topic adds to "What did you try?", only where one of its nouns is in the idea as a whole word. */
function packOptions(idea: string, language: IdeaLanguage): string[] {
  const said = new Set(idea.toLowerCase().match(/[\p{L}\p{M}-]+/gu) ?? []);
  const names = (nouns: string) =>
    nouns
      .toLowerCase()
      .split(' ')
      .some((noun) => said.has(noun));
  return [
    ...new Set(
      packs.filter(({ nouns }) => names(nouns[language])).flatMap(({ options }) => options[language]),
    ),
  ];
}
