import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { answerItems } from '#shared/rules/surveys/answer-items.ts';
import { cutAtWord } from '#shared/rules/text/plain-text.ts';
import texts from './coach-texts.json' with { type: 'json' };
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
      tagline: [wordsIn(solution) <= taglineWords ? begun(solution) : ''],
      concept: [conceptOf(idea, reading)],
      features: [begun(solution)],
      demographics: [begun(who)],
    };
  },
  MARKET_RESEARCH: (known) => {
    const { reading, evidence } = known;
    const language = planLanguage(known.reading);
    const [first] = evidence?.figures ?? [];
    // A share of nothing is none to compute with.
    const hasShare = first !== undefined && first.has > 0;
    const trouble = reading?.trouble.trim() ?? '';
    const counted = hasShare && evidence ? answerItems(evidence, language)[0]?.text : undefined;
    return {
      share: [hasShare ? `${first.has} ${texts[language].of} ${first.counted}` : ''],
      gapAnalysis: [counted ?? (trouble && filled(texts[language].said.gap, trouble))],
    };
  },
  VALIDATION: (known) => {
    const { question = '', content, idea } = known;
    const { show } = texts[planLanguage(known.reading)].said;
    const [tagline = ''] = fieldLines(content, 'IDEATION', 'tagline');
    const shown = cutAtWord((tagline || idea).trim().replace(/\s+/g, ' '), longestShown);
    return {
      smokeTests: [shown && filled(show, shown)],
      interviewQuestions: [question],
    };
  },
  MVP: (known) => {
    const features = ownFeatures(known, 'IDEATION', 'features');
    const [byHand = ''] = texts[planLanguage(known.reading)].suggestions.developmentSteps;
    const who = peopleOf(known);
    return {
      coreFeatureSet: features.length > 0 ? features : [begun(known.reading?.solution ?? '')],
      developmentSteps: [who ? `${byHand}: ${who}` : byHand],
    };
  },
  ACQUISITION: (known) => {
    const { communities = [] } = known;
    const { byName, byNameAlone, post, firstUse } = texts[planLanguage(known.reading)].said;
    const [feature] = ownFeatures(known, 'MVP', 'coreFeatureSet');
    const who = peopleOf(known);
    return {
      activation: [feature ? filled(firstUse, feature) : ''],
      outreachTactics: [
        who ? filled(byName, who) : byNameAlone,
        communities.length > 0 ? filled(post, communities.slice(0, 3).join(', ')) : '',
      ],
    };
  },
};

const longestShown = 200;

/** The founder's own features of a section: what good practice suggests to everybody says nothing of this idea. */
function ownFeatures(known: KnownIdea, stage: IdeationStage, field: string): string[] {
  const { features, coreFeatureSet } = texts[planLanguage(known.reading)].suggestions;
  const suggested = new Set([...features, ...coreFeatureSet]);
  return fieldLines(known.content, stage, field).filter((line) => !suggested.has(line));
}

/** The people as the first section names them: as the box does where that is still how they begin. */
function peopleOf(known: KnownIdea): string {
  const who = known.reading?.who.trim() ?? '';
  const { demographics } = texts[planLanguage(known.reading)].suggestions;
  const [written = who] = fieldLines(known.content, 'IDEATION', 'demographics');
  const own = demographics.reduce((text, suggestion) => text.replace(suggestion, ''), written);
  const named = own.replace(/[.\s]+$/, '');
  return named === begun(who) ? who : named;
}

const taglineWords = 8;

/** The idea's sentence, and the founder's answer to the problem where it is not in it. */
function conceptOf(idea: string, reading: IdeaReading | undefined): string {
  const sentence = idea.trim();
  const solution = reading?.solution?.trim() ?? '';
  if (solution === '' || sentence.toLowerCase().includes(solution.toLowerCase())) return sentence;
  return [sentence, begun(solution)].map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`)).join(' ');
}

function filled(frame: string, words: string): string {
  return frame.replace('{words}', () => words.replace(/[.\s]+$/, ''));
}

/** A phrase as the beginning of a line. */
function begun(phrase: string): string {
  const first = phrase.trim();
  return first.slice(0, 1).toUpperCase() + first.slice(1);
}

function wordsIn(phrase: string): number {
  return phrase.trim().split(/\s+/).length;
}
