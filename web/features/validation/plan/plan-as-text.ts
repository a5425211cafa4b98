import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import type { FounderPlan } from './founder-plan.ts';

/** The whole plan as Markdown, to be kept outside this site; parts without a text are left out. */
export function planAsText(plan: FounderPlan): string {
  const parts = [
    `# ${plan.appName}`,
    section('Idea', plan.idea),
    section('One-sentence pitch', plan.oneSentencePitch),
    section('Problem', plan.problemParagraph),
    section('Target audience', plan.targetAudience),
    section(
      'Communities',
      plan.socialLinks.map(({ type, name, url }) => `- ${name} (${type}): ${url}`).join('\n'),
    ),
    section('Survey questions', plan.questions.map(asText).join('\n')),
    section('Survey link', plan.stored === 'no' ? '' : plan.surveyUrl),
    section('Summary post', plan.summaryPost),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(title: string, text: string): string {
  return text.trim() === '' ? '' : `## ${title}\n\n${text.trim()}`;
}

function asText({ question, type, options }: SurveyQuestion, index: number): string {
  const choices = type === 'open-ended' ? [] : (options ?? []);
  return [`${index + 1}. ${question}`, ...choices.map((option) => `   - ${option}`)].join('\n');
}
