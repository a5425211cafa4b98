import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { acquisitionSection } from './acquisition-section.ts';
import { type CoachSection, wordsOfIdea } from './coach-words.ts';
import { coreFeatures, withEdits } from './founder-edits.ts';
import { ideaSection } from './idea-section.ts';
import { marketSection } from './market-section.ts';
import { mvpSection } from './mvp-section.ts';
import { validationSection } from './validation-section.ts';

/**
 * The reply of one stage of the ideation coach (Specification 3), composed without a model from the idea and from the
 * sections so far as the founder left them: deterministic, in English with the founder's words kept. It names no
 * company but the no-code platforms and communities of the data files, and no number that the founder has not given.
 */
export function composeIdeation(asked: {
  stage: IdeationStage;
  idea: string;
  content: string;
}): CoachSection {
  const { stage, idea, content } = asked;
  const own = wordsOfIdea(idea);
  if (stage === 'IDEATION') return ideaSection(own);
  const words = withEdits(own, content);
  switch (stage) {
    case 'MARKET_RESEARCH':
      return marketSection(words);
    case 'VALIDATION':
      return validationSection(words);
    case 'MVP':
      return mvpSection(words);
    case 'ACQUISITION':
      return acquisitionSection(words, coreFeatures(content));
  }
}
