import * as z from 'zod/mini';
import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import type { Analysis } from '#shared/contracts/surveys/analyses.ts';
import {
  isObject,
  objectPieces,
  outputLimit,
  parseRepaired,
  parseStrict,
  stripCodeFences,
} from '#shared/rules/model-output/json.ts';
import { mostPoints, verdictPointsInstructions } from '#shared/rules/prompts/verdict-points-prompt.ts';
import { chooseFirst, type Points } from './compose-analysis.ts';

/** What a model chooses from, and what it is about. */
type Lists = { idea: string; decision: string; strengths: Points; weaknesses: Points };
type Chosen = {
  points: Pick<Analysis, 'keyStrengths' | 'keyWeaknesses'>;
  model: string;
  step: ParserStep;
  /** Entries of the model's reply that name nothing it was offered. */
  refused: number;
};

const fields = ['strengths', 'weaknesses'] as const;

/**
 * Lets a model choose which of the composed sentences and quotes are shown, and in what order (design 7.11). It answers
 * with their ids only, so no sentence of its own can appear; a list that it leaves empty stays as code chose it. Null
 * when it fails or names none of them.
 */
export async function choosePoints(ai: Ai, lists: Lists, signal?: AbortSignal): Promise<Chosen | null> {
  const offered = { strengths: offer(lists.strengths, 's'), weaknesses: offer(lists.weaknesses, 'w') };
  if (offered.strengths.size + offered.weaknesses.size === 0) return null;
  const { idea, decision } = lists;
  const questions = { ...askedIn(lists.strengths, 's'), ...askedIn(lists.weaknesses, 'w') };
  const reply = await ask(ai, { idea, decision, questions, ...textsOf(offered) }, signal);
  if (!reply) return null;
  const read = (field: (typeof fields)[number]) => {
    const ids = idList.safeParse(reply.fields[field]).data ?? [];
    const known = [...new Set(ids)].filter((id) => typeof id === 'string' && offered[field].has(id));
    return {
      texts: known.slice(0, mostPoints).map((id) => offered[field].get(String(id)) ?? ''),
      refused: ids.length - known.length,
    };
  };
  const [strengths, weaknesses] = [read('strengths'), read('weaknesses')];
  if (strengths.texts.length + weaknesses.texts.length === 0) return null;
  return {
    points: {
      keyStrengths: strengths.texts.length > 0 ? strengths.texts : chooseFirst(lists.strengths),
      keyWeaknesses: weaknesses.texts.length > 0 ? weaknesses.texts : chooseFirst(lists.weaknesses),
    },
    model: reply.model,
    step: reply.step,
    refused: strengths.refused + weaknesses.refused,
  };
}

const idList = z.array(z.unknown());

function offer({ figures, quotes }: Points, letter: string): Map<string, string> {
  return new Map([...figures, ...quotes].map((text, index) => [`${letter}${index + 1}`, text]));
}

/** The question of each figure, by its id. */
function askedIn({ questions }: Points, letter: string): Record<string, string> {
  return Object.fromEntries(questions.map((question, index) => [`${letter}${index + 1}`, question]));
}

function textsOf(offered: Record<string, Map<string, string>>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(offered).map(([field, texts]) => [field, Object.fromEntries(texts)]),
  );
}

async function ask(ai: Ai, data: object, signal?: AbortSignal) {
  try {
    const prompt = ['<<<', JSON.stringify(data), '>>>'].join('\n');
    const { text, model } = await ai.complete({
      instructions: verdictPointsInstructions,
      prompt,
      json: true,
      signal,
    });
    const read = readObject(text);
    return read && model !== null ? { fields: read.fields, step: read.step, model } : null;
  } catch (error) {
    if (error instanceof AiError) return null;
    throw error;
  }
}

function readObject(text: string): { fields: Record<string, unknown>; step: ParserStep } | null {
  const reply = text.slice(0, outputLimit).trim();
  const whole = parseStrict(reply);
  if (isObject(whole)) return { fields: whole, step: 'strict' };
  const unfenced = stripCodeFences(reply);
  for (const piece of objectPieces(unfenced)) {
    const object = parseRepaired(piece);
    if (isObject(object)) return { fields: object, step: unfenced === reply ? 'object' : 'fence' };
  }
  return null;
}
