import type { AiTask, PlanTask } from '#shared/contracts/ai.ts';
import { ideaReading, phraseLimit } from '#shared/contracts/reading.ts';
import type { SocialGroup } from '#shared/contracts/surveys/validation.ts';
import { findCommunities } from '#shared/rules/plans/find-communities.ts';
import { guessLanguage } from '#shared/rules/plans/guess-language.ts';
import { enhancementPrompt } from '#shared/rules/prompts/enhancement-prompt.ts';
import { ideationPrompt } from '#shared/rules/prompts/ideation-prompt.ts';
import type { TaskPrompt } from '#shared/rules/prompts/prompt-parts.ts';
import { validationPrompt } from '#shared/rules/prompts/validation-prompt.ts';

/** The prompt of any task. */
export function taskPrompt(task: AiTask): TaskPrompt {
  switch (task.kind) {
    case 'plan':
      return validationPrompt(task, listedCommunities(task));
    case 'coach':
      return ideationPrompt(task);
    case 'build-prompt':
      return enhancementPrompt(task);
  }
}

/** Communities of our directory that a plan may name; none where nothing in it is about the idea. */
function listedCommunities({ idea, reading }: PlanTask): SocialGroup[] {
  const phrases = reading ?? {
    who: '',
    trouble: idea.slice(0, phraseLimit),
    solution: '',
    question: '',
    language: guessLanguage(idea),
  };
  const read = ideaReading.safeParse(phrases).data;
  return read ? findCommunities(read, 'en').filter(({ type }) => type !== 'Search') : [];
}
