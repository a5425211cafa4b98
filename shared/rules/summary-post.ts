import type { ValidationPlan } from '#shared/contracts/validation.ts';

export type SummaryPostSource = Pick<
  ValidationPlan,
  'appName' | 'oneSentencePitch' | 'problemParagraph' | 'targetAudience'
> & { questionCount: number; surveyUrl: string };

/**
 * A post for communities made of the plan's own words, with the survey's link (Specification 1 and 4).
 * It claims nothing that the plan does not say; parts without words are left out.
 */
export function summaryPost(source: SummaryPostSource): string {
  const { appName, oneSentencePitch, problemParagraph, targetAudience, questionCount, surveyUrl } = source;
  const questions = questionCount === 1 ? 'one question' : `${questionCount} questions`;
  const ask = questionCount > 0 ? `I have ${questions} about what you actually did` : 'Tell me what you did';
  const parts = [
    'Before I build anything, I want to find out whether this problem is real.',
    problemParagraph,
    labelled(`What I have in mind (${appName.trim() || 'no name yet'})`, oneSentencePitch),
    labelled('Who I would like to hear from', whoItIs(targetAudience)),
    `${ask}, and “that never happens to me” helps just as much:\n${surveyUrl}`,
  ];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}

function labelled(label: string, text: string): string {
  return text.trim() === '' ? '' : `${label}: ${text.trim()}`;
}

/** The first sentence of the audience without a label of its own: who pays, and where, is not for a post. */
function whoItIs(audience: string): string {
  const [first = ''] = audience.trim().split(/(?<=[.!?])\s/);
  return first.replace(/^\p{L}[\p{L} ]{0,30}:\s*/u, '');
}
