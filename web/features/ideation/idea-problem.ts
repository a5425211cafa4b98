import { ideaLimit } from '#shared/contracts/ideation.ts';
import type { MessageCode, MessageParams } from '#shared/messages/catalogue.ts';
import { message } from '#shared/messages/catalogue.ts';
import type { IdeationDocument } from './ideation-document.ts';
import { inWords } from './in-words.ts';

type Problem = { code: MessageCode; params: MessageParams; text: string };

/** Why the idea can't be sent (specification 5, Ideation); null when it can. */
export function problemOfIdea({ idea, nextStage }: IdeationDocument): Problem | null {
  if (idea.trim().length > ideaLimit) {
    const params = inWords({ length: idea.trim().length, limit: ideaLimit });
    return problem('ideation_idea_too_long', params);
  }
  return nextStage === 'IDEATION' && idea.trim() === '' ? problem('ideation_prompt_empty', {}) : null;
}

function problem(code: MessageCode, params: MessageParams): Problem {
  return { code, params, text: message(code, params).text };
}
