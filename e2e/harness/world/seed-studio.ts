import { randomUUID } from 'node:crypto';
import { type Account, call } from '#e2e/harness/api.ts';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import type { BuildPrompt } from '#shared/contracts/build-prompts.ts';
import type { IdeationSession, IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import {
  enhancementPrompt,
  enhancementPromptVersion,
} from '#shared/rules/build-prompts/enhancement-prompt.ts';
import { traceFeatures } from '#shared/rules/build-prompts/feature-evidence.ts';
import { ideationPrompt, ideationPromptVersion } from '#shared/rules/ideation/ideation-prompt.ts';
import { appendSection } from '#shared/rules/ideation/ideation-sections.ts';
import { ideationStages, stageAfter } from '#shared/rules/ideation/ideation-stages.ts';
import { parseEnhancementReply } from '#shared/rules/model-output/enhancement.ts';
import { readIdeationReply } from '#shared/rules/model-output/ideation.ts';
import { answerEvidence } from '#shared/rules/surveys/answer-evidence.ts';
import { promptBody, type TaskPrompt } from '#shared/rules/text/prompt-parts.ts';

/** A session with its first `sections` sections, written as the browser has them written; saved when it has all. */
export async function seedIdeation(
  url: string,
  { token }: Account,
  { idea, sections = ideationStages.length }: { idea: string; sections?: number },
): Promise<IdeationSession> {
  let content = '';
  let nextStage: IdeationStage | null = 'IDEATION';
  const receipts: SectionReceipt[] = [];
  for (const { stage } of ideationStages.slice(0, sections)) {
    const { completion, model } = await ask(
      url,
      token,
      ideationPrompt({ kind: 'coach', stage, idea, content }),
    );
    const { markdown, step } = readIdeationReply(stage, completion);
    content = appendSection(content, stage, markdown);
    receipts.push({ stage, model, at: new Date().toISOString(), promptVersion: ideationPromptVersion, step });
    nextStage = stageAfter(stage);
  }
  const id = randomUUID();
  const body = { idea, content, nextStage, partial: '', receipts, revision: 0 };
  const path = `/api/ideation-sessions/${id}`;
  const kept = await call<IdeationSession>(url, path, { method: 'PUT', token, body });
  if (nextStage) return kept;
  const saved = { id, content, idea, nextStage, receipts, revision: kept.revision };
  return call(url, '/api/ideation-sessions', { token, body: saved });
}

/** A session that was begun, with a few words of the founder's own. */
export function seedDraft(url: string, { token }: Account, idea: string): Promise<IdeationSession> {
  const content = `### Startup Ideation\n\nMy own notes on it: ${idea}.`;
  const body = { idea, content, nextStage: 'MARKET_RESEARCH', partial: '', receipts: [], revision: 0 };
  return call(url, `/api/ideation-sessions/${randomUUID()}`, { method: 'PUT', token, body });
}

/** A build prompt for the idea; with an analysis its features are traced to the answers. */
export async function seedBuildPrompt(
  url: string,
  { token }: Account,
  { idea, analysis = null }: { idea: string; analysis?: SurveyAnalysis | null },
): Promise<BuildPrompt> {
  const evidence = analysis && answerEvidence(analysis);
  const { completion, model } = await ask(
    url,
    token,
    enhancementPrompt({ kind: 'build-prompt', idea, evidence }),
  );
  const reply = parseEnhancementReply(completion);
  if ('failure' in reply) throw new Error(`The build prompt could not be read: ${reply.failure}`);
  const text = evidence && model !== null ? traceFeatures(reply.response, evidence) : reply.response;
  const surveyId = analysis?.surveyId ?? null;
  const at = new Date().toISOString();
  const receipt = { model, at, promptVersion: enhancementPromptVersion, step: reply.step };
  const submissionCount = evidence?.submissionCount ?? null;
  const rewrite = { original: idea, text, receipt, surveyId, submissionCount };
  const body = { idea, surveyId, builder: 'plain', result: text, revision: 0, rewrite };
  return call(url, `/api/build-prompts/${randomUUID()}`, { method: 'PUT', token, body });
}

function ask(
  url: string,
  token: string,
  prompt: TaskPrompt,
): Promise<{ completion: string; model: string | null }> {
  return call(url, '/api/groq', { token, body: promptBody(prompt) });
}
