import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import texts from './coach-texts.json' with { type: 'json' };
import { figuresIn, marketSums } from './market-figures.ts';
import { type KnownIdea, taglineFor } from './said-before.ts';
import { stageFields } from './stage-fields.ts';

/**
 * Good practice for every idea as short lines for each field of a stage, in the idea's language; the founder takes and
 * edits them. They say nothing about the idea; a tagline says for whom it is.
 */
export function stageSuggestions(
  stage: IdeationStage,
  known: Pick<KnownIdea, 'idea' | 'reading' | 'content'>,
): Record<string, string[]> {
  const language = planLanguage(known.reading);
  const { suggestions, income } = texts[language];
  const offered: Record<string, string[]> = suggestions;
  const figures = stage === 'ACQUISITION' ? figuresIn(known.content) : null;
  const sums = figures && marketSums(figures, language);
  return Object.fromEntries(
    stageFields[stage].map(({ name }) => {
      const own = name === 'tagline' ? [taglineFor(known)].filter(Boolean) : (offered[name] ?? []);
      const isIncome = name === 'revenue' && sums;
      return [name, isIncome ? [...own, income.replace('{income}', () => sums.income)] : own];
    }),
  );
}
