import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { defaultRule } from '#shared/rules/verdict/rule.ts';
import type { FounderPlan } from './founder-plan.ts';
import texts from './plan-text.json' with { type: 'json' };

/**
 * The whole plan as Markdown in the idea's language, to be stored outside this site; parts without a text are left out,
 * and so is a pitch that is the idea again.
 */
export function planAsText(plan: FounderPlan, asksContact: boolean): string {
  const { idea, reading, oneSentencePitch: pitch, questions } = plan;
  const says = texts[planLanguage(reading)];
  const contact = `${questions.length + 1}. ${says.contact}`;
  const asked = [
    ...questions.map((question, index) => asText(question, index, says)),
    ...(asksContact ? [contact] : []),
  ];
  const hasMarks = questions.some(({ marks }) => marks?.some((mark) => mark !== null));
  const { line = defaultRule.line, minimumAnswers = defaultRule.minimumAnswers } = plan;
  const parts = [
    `# ${plan.appName || says.plan}`,
    section(says.idea, idea),
    section(says.pitch, pitch.trim() === idea.trim() ? '' : pitch),
    section(says.problem, plan.problemParagraph),
    section(says.audience, plan.targetAudience),
    section(says.solution, reading?.solution ?? ''),
    section(
      says.communities,
      plan.socialLinks.map(({ type, name, url }) => `- ${name} (${type}): ${url}`).join('\n'),
    ),
    section(says.questions, asked.join('\n')),
    section(
      says.rule,
      hasMarks ? says.line.replace('{line}', `${line}`).replace('{answers}', `${minimumAnswers}`) : '',
    ),
    section(says.link, plan.stored === 'no' ? '' : plan.surveyUrl),
    section(says.post, plan.summaryPost),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(title: string, text: string): string {
  return text.trim() === '' ? '' : `## ${title}\n\n${text.trim()}`;
}

function asText(
  { question, type, options, marks }: SurveyQuestion,
  index: number,
  { marks: means }: (typeof texts)[IdeaLanguage],
): string {
  const choices = type === 'open-ended' ? [] : (options ?? []);
  const lines = choices.map((option, at) => {
    const mark = marks?.[at];
    return marks ? `   - ${option} (${mark ? means[mark] : means.uncounted})` : `   - ${option}`;
  });
  return [`${index + 1}. ${question}`, ...lines].join('\n');
}
