import { ideaLimit } from '#shared/contracts/ideation.ts';
import type { MessageCode, MessageParams } from '#shared/messages/catalogue.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { IdeationDocument } from './ideation-document.ts';
import { inWords } from './in-words.ts';

type Problem = { code: MessageCode; params: MessageParams; text: string };

/** Why the idea can't be sent (specification 5, Ideation); null when it can. */
export function problemOfIdea({ idea, nextStage }: IdeationDocument): Problem | null {
  if (nextStage === 'IDEATION' && idea.trim() === '') return problem('ideation_prompt_empty', {});
  // Counted as the account counts it, with the blanks around it: two numbers for one text would be a riddle.
  if (idea.length <= ideaLimit) return null;
  return problem('ideation_idea_too_long', inWords({ length: idea.length, limit: ideaLimit }));
}

function problem(code: MessageCode, params: MessageParams): Problem {
  return { code, params, text: message(code, params).text };
}
