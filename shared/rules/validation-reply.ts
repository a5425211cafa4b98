import type { SocialGroup, SurveyQuestion, ValidationPlan } from '#shared/contracts/validation.ts';
import {
  escapeRawNewlines,
  objectPieces,
  parseStrict,
  replyLimit,
  stripCodeFences,
  stripControlCharacters,
  stripTrailingCommas,
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

/**
 * Reads a model's reply as a validation plan (Specification 5 and 8): strict JSON first, else the first
 * JSON object in the text, repaired. Missing optional fields become '' or []; at most 5 communities and 7
 * questions are kept; links are http(s) or ''. Never throws; works in linear time on at most 200,000 units.
 */
export function parseValidationReply(
  completion: string,
): { plan: ValidationPlan } | { failure: ValidationReplyFailure } {
  const text = completion.slice(0, replyLimit).trim();
  if (text === '') return { failure: 'ai_reply_empty' };
  const whole = parseStrict(text);
  if (isObject(whole)) return planOrIncomplete(whole);
  return searchPlan(typeof whole === 'string' ? whole : stripCodeFences(withoutThinking(text)));
}

type Fields = Record<string, unknown>;

/** The first object counts, plan or not; but behind a piece that can't be read, only a plan does. */
function searchPlan(text: string): { plan: ValidationPlan } | { failure: ValidationReplyFailure } {
  let failure: ValidationReplyFailure = 'ai_reply_no_object';
  for (const piece of objectPieces(text)) {
    const object = parseStrict(piece) ?? parseStrict(repair(piece));
    const result = isObject(object) ? planOrIncomplete(object) : null;
    if (result && ('plan' in result || failure === 'ai_reply_no_object')) return result;
    failure = 'ai_reply_syntax';
  }
  return { failure };
}

function planOrIncomplete(object: Fields): { plan: ValidationPlan } | { failure: ValidationReplyFailure } {
  const plan = readPlan(object) ?? readPlan(onlyValue(object));
  return plan === null ? { failure: 'ai_reply_incomplete' } : { plan };
}

function repair(candidate: string): string {
  return stripTrailingCommas(escapeRawNewlines(stripControlCharacters(candidate)));
}

// Reasoning models think aloud before they answer, often in drafts of the same object.
function withoutThinking(text: string): string {
  const end = text.lastIndexOf('</think>');
  return end === -1 ? text : text.slice(end + '</think>'.length);
}

function readPlan(fields: unknown): ValidationPlan | null {
  if (!isObject(fields)) return null;
  const appName = textOf(fields.appName);
  const oneSentencePitch = textOf(fields.oneSentencePitch);
  if (appName === '' || oneSentencePitch === '' || !Array.isArray(fields.surveyQuestions)) return null;
  const socialGroups: SocialGroup[] = readSocialGroups(fields.socialGroups);
  const surveyQuestions: SurveyQuestion[] = readSurveyQuestions(fields.surveyQuestions);
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

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
