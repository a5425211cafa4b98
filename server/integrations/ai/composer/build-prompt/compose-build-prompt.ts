import { toThirdPerson } from '#server/integrations/ai/composer/need-wording.ts';
import { findPlanWords, type PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import { saidFeatures } from '#server/integrations/ai/composer/said-features.ts';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { type BuildPromptSection, buildPromptSections } from '#shared/rules/build-prompt-sections.ts';
import { traceFeatures } from '#shared/rules/feature-evidence.ts';
import { blueprintOf } from './blueprint-of.ts';
import { assumedFeatures, featuresFromAnswers } from './feature-lines.ts';
import { productSections } from './product-sections.ts';
import { workSections } from './work-sections.ts';

/**
 * A build prompt composed without a model from the idea's own words and the smallest product for its kind of problem:
 * deterministic, in English, with every section filled. With evidence each feature rests on numbered answers, and what
 * no answer speaks of stands under "Do not build yet". Invents no user, company or figure.
 */
export function composeBuildPrompt({ idea, evidence }: { idea: string; evidence: AnswerEvidence | null }): {
  response: string;
} {
  const words = findPlanWords(idea);
  const { id, kind, blueprint } = blueprintOf(words);
  const features =
    evidence === null ? assumedFeatures(kind, blueprint) : featuresFromAnswers(kind, blueprint, evidence);
  const said = saidFeatures(idea);
  // Beside features of the founder's own, those that the kind of problem merely suggests can wait.
  const kept = evidence === null && said.length > 0 ? blueprint.must.length : features.must.length;
  const texts: Partial<Record<BuildPromptSection, string>> = {
    ...productSections(told(words, said, evidence), id, blueprint),
    must: `${standingOf(evidence)}\n\n${listed([...said, ...features.must.slice(0, kept)])}`,
    later: listed([...features.must.slice(kept), ...features.later]),
    never: listed(features.never),
    ...workSections(words, blueprint),
  };
  const response = textOf(texts);
  return { response: evidence === null ? response : traceFeatures(response, evidence) };
}

// With answers, features are told only where the answers put them: the first sentence says who and what.
function told(words: PlanWords, said: string[], evidence: AnswerEvidence | null): PlanWords {
  if (evidence === null || said.length === 0) return words;
  return { ...words, need: { ...words.need, told: toThirdPerson(words.need.asked) } };
}

function textOf(texts: Partial<Record<BuildPromptSection, string>>): string {
  return buildPromptSections
    .flatMap(({ id, title }) => (texts[id] === undefined ? [] : `## ${title}\n\n${texts[id]}`))
    .join('\n\n');
}

function standingOf(evidence: AnswerEvidence | null): string {
  if (evidence === null) return 'These are assumptions: no survey stands behind them yet.';
  if (evidence.submissionCount === 0) return 'These are assumptions: nobody has answered the survey yet.';
  if (evidence.answers.length === 0 && evidence.options.length === 0)
    return 'These are assumptions: the survey was answered, but its answers cannot be traced one by one.';
  return 'Each line names the survey answers that speak of it. Read them: whether they ask for it is yours to judge.';
}

function listed(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
