import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import type { Analysis } from '#shared/contracts/analyses.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import {
  isObject,
  objectPieces,
  parseRepaired,
  parseStrict,
  replyLimit,
  stripCodeFences,
} from '#shared/rules/lenient-json.ts';
import type { Evidence, WrittenAnswer } from '#shared/rules/verdict.ts';
import { analysisPrompt } from './analysis-prompt.ts';
import { isTraceable } from './claims.ts';
import type { ComposedAnalysis } from './compose-analysis.ts';
import { statesDecision, statesOther } from './decision-words.ts';

type WordedAnalysis =
  | { analysis: Analysis; model: string; step: ParserStep }
  | { analysis: Analysis; model: null };

/**
 * Lets a model reword a composed analysis (Design 7.11). Decision and sentiment stay the rules'. A field whose numbers
 * or quotes can't be traced keeps its composed words; so does everything, with `model: null`, when the model fails
 * (any AiError) or its reply is no JSON object. `step` is how strictly the reply could be read. Other errors are thrown.
 */
export async function wordWithModel(
  ai: Ai,
  evidence: Evidence,
  composed: Pick<ComposedAnalysis, 'analysis'>,
  signal?: AbortSignal,
): Promise<WordedAnalysis> {
  const { analysis } = composed;
  const reply = await ask(ai, analysisPrompt(evidence, analysis), signal);
  if (!reply) return { analysis, model: null };
  const worded = keepTraceable(reply.fields, analysis, evidence.texts);
  return Object.keys(worded).length > 0
    ? { analysis: { ...analysis, ...worded }, model: reply.model, step: reply.step }
    : { analysis, model: null };
}

type Fields = Record<string, unknown>;
type ReadReply = { fields: Fields; step: ParserStep };

async function ask(
  ai: Ai,
  prompt: ReturnType<typeof analysisPrompt>,
  signal?: AbortSignal,
): Promise<(ReadReply & { model: string }) | null> {
  try {
    const { text, model } = await ai.complete({ ...prompt, json: true, signal });
    const read = readObject(text);
    return read && model !== null ? { ...read, model } : null;
  } catch (error) {
    if (error instanceof AiError) return null;
    throw error;
  }
}

function readObject(text: string): ReadReply | null {
  const reply = text.slice(0, replyLimit).trim();
  const whole = parseStrict(reply);
  if (isObject(whole)) return { fields: whole, step: 'strict' };
  const unfenced = stripCodeFences(reply);
  const step = unfenced === reply ? 'object' : 'fence';
  for (const piece of objectPieces(unfenced)) {
    const object = parseRepaired(piece);
    if (isObject(object)) return { fields: object, step };
  }
  return null;
}

function keepTraceable(fields: Fields, composed: Analysis, answers: WrittenAnswer[]): Partial<Analysis> {
  const { goNoGoDecision: decision, summary, recommendationReasoning: reasoning } = composed;
  const facts = [summary, reasoning, ...composed.keyStrengths, ...composed.keyWeaknesses].join('\n');
  const isKept = (text: unknown, longest: number): text is string =>
    typeof text === 'string' &&
    text.trim().length >= shortest &&
    text.length <= longest &&
    !statesOther(text, decision) &&
    isTraceable(text, facts, answers);
  const kept: Partial<Analysis> = {};
  const { summary: newSummary, recommendationReasoning: newReasoning } = fields;
  if (isKept(newSummary, 700) && newSummary.startsWith(`${decision}:`)) kept.summary = newSummary;
  if (isKept(newReasoning, 4_000) && statesDecision(newReasoning, decision))
    kept.recommendationReasoning = newReasoning;
  for (const list of ['keyStrengths', 'keyWeaknesses'] as const) {
    const points = rewordedPoints(fields[list], composed[list], decision, answers);
    if (points) kept[list] = points;
  }
  return kept;
}

/** Point by point, each traced to its own facts only; null unless all of them stand. */
function rewordedPoints(
  points: unknown,
  composed: string[],
  decision: string,
  answers: WrittenAnswer[],
): string[] | null {
  if (!Array.isArray(points) || points.length !== composed.length || points.length === 0) return null;
  const areKept = points.every((point, position) => {
    const facts = composed[position] ?? '';
    const count = facts.match(/[\d,]+ of (?:the newest )?[\d,]+/)?.[0] ?? '';
    const isText = typeof point === 'string' && point.length <= 600 && point.includes(count);
    return isText && !statesOther(point, decision) && isTraceable(point, facts, answers);
  });
  return areKept ? points : null;
}

const shortest = 20;
