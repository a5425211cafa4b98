import type { ParserStep } from '#shared/contracts/receipt.ts';
import type { SocialGroup, SurveyQuestion, ValidationPlan } from '#shared/contracts/validation.ts';
import {
  isObject,
  objectPieces,
  parseRepaired,
  parseStrict,
  replyLimit,
  stripCodeFences,
  withoutThinking,
} from './lenient-json.ts';
import { readSocialGroups } from './reply-communities.ts';
import { readSurveyQuestions } from './reply-questions.ts';
import { proseOf, textOf } from './reply-text.ts';

/** Message codes of a reply that holds no plan (Specification 8, Validation). */
export type ValidationReplyFailure =
  | 'ai_reply_empty'
  | 'ai_reply_no_object'
  | 'ai_reply_syntax'
  | 'ai_reply_incomplete';

/** The plan with the rung of the ladder on which it was read, or why there is none. */
type ReadReply = { plan: ValidationPlan; step: ParserStep } | { failure: ValidationReplyFailure };

/**
 * Reads a model's reply as a validation plan (Specification 5 and 8): strict JSON first, else the first
 * JSON object in the text, repaired. Missing optional fields become '' or []; at most 5 communities and 7
 * questions are kept; links are http(s) or ''. Never throws; works in linear time on at most 200,000 units.
 */
export function parseValidationReply(completion: string): ReadReply {
  const text = completion.slice(0, replyLimit).trim();
  if (text === '') return { failure: 'ai_reply_empty' };
  const whole = parseStrict(text);
  if (isObject(whole)) return planOrIncomplete(whole, 'strict');
  return searchPlan(typeof whole === 'string' ? whole : withoutThinking(text));
}

type Fields = Record<string, unknown>;

/** The first object counts, plan or not; but behind a piece that can't be read, only a plan does. */
function searchPlan(reply: string): ReadReply {
  let failure: ValidationReplyFailure = 'ai_reply_no_object';
  for (const piece of objectPieces(stripCodeFences(reply))) {
    const object = parseRepaired(piece);
    const result = isObject(object)
      ? planOrIncomplete(object, isFenced(reply, piece) ? 'fence' : 'object')
      : null;
    if (result && ('plan' in result || failure === 'ai_reply_no_object')) return result;
    failure = 'ai_reply_syntax';
  }
  return { failure };
}

function planOrIncomplete(object: Fields, step: ParserStep): ReadReply {
  const plan = readPlan(object) ?? readPlan(onlyValue(object));
  return plan === null ? { failure: 'ai_reply_incomplete' } : { plan, step };
}

/** A piece that can't be found as it is had fences inside, which were taken out of it. */
function isFenced(reply: string, piece: string): boolean {
  const start = reply.indexOf(piece);
  return start === -1 || openFence.test(reply.slice(Math.max(0, start - 40), start));
}

const openFence = /```[\w-]*\s*$/;

function readPlan(fields: unknown): ValidationPlan | null {
  if (!isObject(fields)) return null;
  const appName = textOf(fields.appName);
  const oneSentencePitch = textOf(fields.oneSentencePitch);
  if (appName === '' || oneSentencePitch === '' || !Array.isArray(fields.surveyQuestions)) return null;
  const socialGroups: SocialGroup[] = readSocialGroups(fields.socialGroups);
  const surveyQuestions: SurveyQuestion[] = readSurveyQuestions(fields.surveyQuestions);
  if (surveyQuestions.length === 0) return null;
  return {
    appName,
    oneSentencePitch,
    problemParagraph: proseOf(fields.problemParagraph),
    targetAudience: proseOf(fields.targetAudience),
    socialGroups,
    surveyQuestions,
  };
}

// Some models wrap the plan: {"validationPlan": {…}}.
function onlyValue(fields: Fields): unknown {
  const values = Object.values(fields);
  return values.length === 1 ? values[0] : null;
}
