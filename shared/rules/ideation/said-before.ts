import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { answerItems } from '#shared/rules/surveys/answer-items.ts';
import { citedParts } from '#shared/rules/surveys/cited-parts.ts';
import { asSentence, inSentence } from '#shared/rules/text/in-sentence.ts';
import { cutAtWord } from '#shared/rules/text/plain-text.ts';
import texts from './coach-texts.json' with { type: 'json' };
import { figureProblem } from './market-figures.ts';
import { fieldLines } from './section-fields.ts';
import type { StageForm } from './stage-fields.ts';

/** Facts of an idea when one of its stages begins; what is not known is left out. */
export type KnownIdea = {
  idea: string;
  /** The sections so far. */
  content: string;
  reading?: IdeaReading | undefined;
  evidence?: AnswerEvidence | null | undefined;
  name?: string | undefined;
  /** The survey's first question. */
  question?: string | undefined;
  /** Names of the plan's communities. */
  communities?: string[] | undefined;
};

/**
 * All that the founder has already said, in the fields of a stage: name, boxes, plan, earlier sections and the survey's
 * count. Nothing is added but fixed words around it.
 */
export function saidBefore(stage: IdeationStage, known: KnownIdea): StageForm {
  const fields = Object.entries(stages[stage](known)).map(([name, lines]) => {
    const said = lines.map((line) => cutAtWord(line.trim(), longestSaid)).filter((line) => line !== '');
    return [name, said.slice(0, mostSaid)] as const;
  });
  return Object.fromEntries(fields.filter(([, lines]) => lines.length > 0));
}

const longestSaid = 1_000;
const mostSaid = 5;

const stages: Record<IdeationStage, (known: KnownIdea) => Record<string, string[]>> = {
  IDEATION: ({ idea, reading, name = '' }) => {
    const { who = '', solution = '' } = reading ?? {};
    return {
      appName: [name],
      tagline: [wordsIn(solution) <= taglineWords ? asSentence(solution) : ''],
      concept: [idea],
      features: [asSentence(solution)],
      demographics: [asSentence(who)],
    };
  },
  MARKET_RESEARCH: (known) => {
    const { reading, evidence, content, idea } = known;
    const language = planLanguage(reading);
    const { gap, compare } = texts[language].said;
    const [first] = evidence?.figures ?? [];
    // A share of nothing is none to compute with.
    const hasShare = first !== undefined && first.has > 0;
    const trouble = inSentence(reading?.trouble ?? '', language, idea);
    const beginning = trouble === '' ? filled(compare, shortened(idea)) : filled(gap, trouble);
    const earned = fieldLines(content, 'IDEATION', 'monetization');
    const counted = hasShare && evidence ? answerItems(evidence, language)[0]?.text : undefined;
    return {
      share: [hasShare ? `${first.has} ${texts[language].of} ${first.counted}` : ''],
      price: [earned.find((line) => figureProblem('price', line) === null) ?? ''],
      gapAnalysis: [counted ?? beginning],
    };
  },
  VALIDATION: (known) => {
    const { question = '', content } = known;
    const { show } = texts[planLanguage(known.reading)].said;
    const [tagline = ''] = fieldLines(content, 'IDEATION', 'tagline');
    const idea = asSentence(known.reading?.solution ?? '') || known.idea;
    // Whom it is for does not say what it is.
    const shown = shortened(tagline === taglineFor(known) ? idea : tagline || idea);
    return {
      smokeTests: [filled(show, shown)],
      interviewQuestions: [question],
    };
  },
  MVP: (known) => {
    const features = ownFeatures(known, 'IDEATION', 'features');
    const [byHand = ''] = texts[planLanguage(known.reading)].suggestions.developmentSteps;
    const who = peopleOf(known);
    return {
      coreFeatureSet: features.length > 0 ? features : [asSentence(known.reading?.solution ?? '')],
      developmentSteps: [who ? `${byHand} (${who})` : byHand],
    };
  },
  ACQUISITION: (known) => {
    const { communities = [] } = known;
    const { byName, byNameAlone, post, firstUse } = texts[planLanguage(known.reading)].said;
    const [feature = ''] = ownFeatures(known, 'MVP', 'coreFeatureSet').map(withoutCitations);
    const who = peopleOf(known);
    return {
      activation: [filled(firstUse, feature)],
      outreachTactics: [
        who ? filled(byName, who) : byNameAlone,
        filled(post, communities.slice(0, 3).join(', ')),
      ],
    };
  },
};

/** A text as a frame holds it. */
function shortened(text: string): string {
  return cutAtWord(text.trim().replace(/\s+/g, ' '), 200);
}

/** A line without the answers that it cites: a frame quotes it. */
function withoutCitations(line: string): string {
  const others = citedParts(line).filter(({ kind }) => kind !== 'citation');
  return shortened(others.map(({ text }) => text).join(''));
}

/** The founder's own features of a section: what good practice suggests to everybody says nothing of this idea. */
function ownFeatures(known: KnownIdea, stage: IdeationStage, field: string): string[] {
  const { features, coreFeatureSet } = texts[planLanguage(known.reading)].suggestions;
  const suggested = new Set([...features, ...coreFeatureSet]);
  return fieldLines(known.content, stage, field).filter((line) => !suggested.has(line));
}

/** A line for a tagline around the founder's own phrase; '' where nobody is named. */
export function taglineFor(known: Pick<KnownIdea, 'idea' | 'reading'>): string {
  return filled(texts[planLanguage(known.reading)].said.tagline, phraseOfPeople(known));
}

function phraseOfPeople({ reading, idea }: Pick<KnownIdea, 'idea' | 'reading'>): string {
  return inSentence(reading?.who ?? '', planLanguage(reading), idea);
}

/** The people as the first section names them: as the box does where that is still how they begin. */
function peopleOf(known: KnownIdea): string {
  const who = phraseOfPeople(known);
  const { demographics } = texts[planLanguage(known.reading)].suggestions;
  const [written = who] = fieldLines(known.content, 'IDEATION', 'demographics');
  const own = demographics.reduce((text, suggestion) => text.replace(suggestion, ''), written);
  const named = own.replace(/[.\s]+$/, '');
  return named === asSentence(who) ? who : named;
}

const taglineWords = 8;

/** A frame with the founder's words; '' without any. */
function filled(frame: string, words: string): string {
  if (words === '') return '';
  return frame.replace('{words}', () => words.replace(/[.\s]+$/, ''));
}

function wordsIn(phrase: string): number {
  return phrase.trim().split(/\s+/).length;
}
