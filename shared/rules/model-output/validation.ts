import { type IdeaReading, ideaLanguages, phraseLimit } from '#shared/contracts/reading.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import type {
  OptionMark,
  SocialGroup,
  SurveyQuestion,
  ValidationPlan,
} from '#shared/contracts/validation.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { readAddress } from '#shared/rules/text/addresses.ts';
import {
  isObject,
  objectPieces,
  outputLimit,
  parseRepaired,
  parseStrict,
  stripCodeFences,
  textOf,
  withoutThinking,
} from './json.ts';
import { readPartialOutput } from './ladder.ts';

/** Message codes of an output that holds no plan (Specification 8, Validation). */
export type ValidationOutputFailure =
  | 'ai_reply_empty'
  | 'ai_reply_no_object'
  | 'ai_reply_syntax'
  | 'ai_reply_incomplete';

/**
 * The plan with the reading it was written from, or only a reading that says too little for a plan; both
 * with the rung of the ladder on which they were read. Else why there is none.
 */
export type ValidationOutput =
  | { plan: ValidationPlan; reading: IdeaReading | null; step: ParserStep }
  | { reading: IdeaReading; step: ParserStep }
  | { failure: ValidationOutputFailure };

/**
 * Reads a model's output as a validation plan (Specification 5 and 8): strict JSON first, else the first
 * JSON object in the text, repaired. An output without a plan may ask for phrases (design 7.11). Missing optional fields
 * become '' or []; at most 5 communities and 7 questions are kept; links are http(s) or ''. Never throws; works in linear time on at most 200,000 units.
 */
export function parseValidationOutput(completion: string): ValidationOutput {
  const text = completion.slice(0, outputLimit).trim();
  if (text === '') return { failure: 'ai_reply_empty' };
  const whole = parseStrict(text);
  if (isObject(whole)) return readObject(whole, 'strict');
  return searchPlan(typeof whole === 'string' ? whole : withoutThinking(text));
}

type Fields = Record<string, unknown>;

/**
 * The parts of a plan that have arrived whole, while the rest is still being written: the last field may go on, and so
 * may the last item of its list. Never throws.
 */
export function readPartialPlan(text: string): Partial<ValidationPlan> {
  const output = readPartialOutput(text, (name) => planFields.find((field) => field === name) ?? null);
  if (output.step === 'raw') return {};
  const fields = output.step === 'object' ? output.value : withoutLast(output.value);
  const plan: Partial<ValidationPlan> = {};
  const { socialGroups, surveyQuestions } = fields;
  for (const name of ['appName', 'oneSentencePitch', 'problemParagraph', 'targetAudience'] as const) {
    const read = proseOf(fields[name]);
    if (read !== '') plan[name] = read;
  }
  if (Array.isArray(socialGroups)) plan.socialGroups = readSocialGroups(socialGroups);
  if (Array.isArray(surveyQuestions)) plan.surveyQuestions = readSurveyQuestions(surveyQuestions);
  return plan;
}

const planFields = [
  'appName',
  'oneSentencePitch',
  'problemParagraph',
  'targetAudience',
  'socialGroups',
  'surveyQuestions',
];

function withoutLast(value: Fields): Fields {
  const [name, last] = Object.entries(value).at(-1) ?? [];
  return name === undefined
    ? value
    : { ...value, [name]: Array.isArray(last) ? last.slice(0, -1) : undefined };
}

/** The first object counts, plan or not; but behind a piece that can't be read, only a plan or a reading does. */
function searchPlan(output: string): ValidationOutput {
  let failure: ValidationOutputFailure = 'ai_reply_no_object';
  for (const piece of objectPieces(stripCodeFences(output))) {
    const object = parseRepaired(piece);
    const result = isObject(object) ? readObject(object, isFenced(output, piece) ? 'fence' : 'object') : null;
    if (result && (!('failure' in result) || failure === 'ai_reply_no_object')) return result;
    failure = 'ai_reply_syntax';
  }
  return { failure };
}

function readObject(object: Fields, step: ParserStep): ValidationOutput {
  for (const fields of [object, onlyValue(object)]) {
    if (!isObject(fields)) continue;
    const reading = readReading(fields);
    const plan = readPlan(fields);
    if (plan) return { plan, reading, step };
    if (reading && needsAsking(reading) && !('surveyQuestions' in fields)) return { reading, step };
  }
  return { failure: 'ai_reply_incomplete' };
}

/** Words of a phrase that a model may fill in. */
const longestPhrase = 12;

/** A model's reading with its longer phrases left out: they are sentences of its own. */
export function modelReading({ who, trouble, solution, question, language }: IdeaReading): IdeaReading {
  const short = (phrase: string) => (phrase.split(/\s+/).length > longestPhrase ? '' : phrase);
  return {
    who: short(who),
    trouble: short(trouble),
    solution: short(solution),
    question: short(question),
    language,
  };
}

/** Null for an output that names none of its fields. */
function readReading(fields: Fields): IdeaReading | null {
  if (!['who', 'trouble', 'language'].some((name) => name in fields)) return null;
  const language = ideaLanguages.find((known) => known === fields.language);
  return {
    who: phraseOf(fields.who),
    trouble: phraseOf(fields.trouble),
    solution: phraseOf(fields.solution),
    question: phraseOf(fields.question),
    language: language ?? (textOf(fields.language) === '' ? 'en' : 'other'),
  };
}

function phraseOf(value: unknown): string {
  const phrase = textOf(value);
  return phrase.length > phraseLimit ? '' : phrase;
}

/** A piece that can't be found as it is had fences inside, which were taken out of it. */
function isFenced(output: string, piece: string): boolean {
  const start = output.indexOf(piece);
  return start === -1 || openFence.test(output.slice(Math.max(0, start - 40), start));
}

const openFence = /```[\w-]*\s*$/;

function readPlan(fields: Fields): ValidationPlan | null {
  const appName = textOf(fields.appName);
  const oneSentencePitch = textOf(fields.oneSentencePitch);
  // A plan without a model has no name until the founder gives one.
  if (typeof fields.appName !== 'string' || oneSentencePitch === '' || !Array.isArray(fields.surveyQuestions))
    return null;
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

/** Like `textOf`, but lists and objects, which models send where prose is asked for, are written out as prose. */
function proseOf(value: unknown, depth = 0): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || depth > 2) return textOf(value);
  const parts = Array.isArray(value)
    ? value.map((item) => proseOf(item, depth + 1))
    : Object.entries(value).map(([name, item]) => labelled(name, proseOf(item, depth + 1)));
  return parts.filter((part) => part !== '').join(Array.isArray(value) ? ', ' : '\n');
}

function labelled(name: string, text: string): string {
  return text === '' ? '' : `${name}: ${text}`;
}

// Some models wrap the plan: {"validationPlan": {…}}.
function onlyValue(fields: Fields): unknown {
  const values = Object.values(fields);
  return values.length === 1 ? values[0] : null;
}

const mostCommunities = 5;

/**
 * The communities of an output, at most 5 (Specification 9). Entries without a name and address are dropped;
 * an address that is not http(s) becomes '', since it would be shown as a link.
 */
function readSocialGroups(value: unknown): SocialGroup[] {
  if (!Array.isArray(value)) return [];
  const groups = value.slice(0, 100).map(readSocialGroup);
  return groups.filter((group) => group.name !== '').slice(0, mostCommunities);
}

function readSocialGroup(value: unknown): SocialGroup {
  if (typeof value === 'string') return { type: '', name: textOf(value), url: webAddress(value) };
  const fields = isObject(value) ? value : {};
  const url = webAddress(textOf(fields.url));
  return { type: textOf(fields.type), name: textOf(fields.name) || url, url };
}

function webAddress(text: string): string {
  const typed = text.trim();
  const address = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(typed.slice(0, 2000)) ? `https://${typed}` : typed;
  const url = readAddress(address);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url !== null && isWeb && url.username === '' && url.password === '' ? url.href : '';
}

const mostQuestions = 7;
const mostOptions = 20;
const longestLabel = 80;

/**
 * The survey questions of an output, at most 7 (Specification 9), each text once. A question is multiple
 * choice when it has at least two different options and is not said to be open; all others are open-ended.
 */
function readSurveyQuestions(values: unknown[]): SurveyQuestion[] {
  const questions = values.slice(0, 100).map(readSurveyQuestion);
  return uniqueBy(questions, (question) => question.question)
    .filter((question) => question.question !== '')
    .slice(0, mostQuestions);
}

function readSurveyQuestion(value: unknown): SurveyQuestion {
  if (typeof value === 'string') return openEnded(textOf(value));
  const fields = isObject(value) ? value : {};
  const question = textOf(fields.question) || textOf(fields.text);
  const type = textOf(fields.type).toLowerCase();
  const choices = readChoices(fields);
  if (/open|text|free/.test(type) || choices.length < 2) return openEnded(question);
  const options = choices.map(({ option }) => option);
  const multiSelect = /multi.?select|checkbox/.test(type) || isYes(fields.multiSelect);
  const choice: SurveyQuestion = { question, type: 'multiple-choice', options, multiSelect };
  if (choices.some(({ mark }) => mark !== null)) choice.marks = choices.map(({ mark }) => mark);
  const label = textOf(fields.label);
  if (choice.marks && label !== '' && label.length <= longestLabel) choice.label = label;
  const ending = textOf(fields.endsWith);
  if (options.includes(ending)) choice.endsWith = ending;
  return choice;
}

function openEnded(question: string): SurveyQuestion {
  return { question, type: 'open-ended', options: null };
}

/** The options with their marks, which must be as many as the output's own options. */
function readChoices({ options, marks }: Record<string, unknown>): { option: string; mark: OptionMark }[] {
  if (!Array.isArray(options)) return [];
  const given = Array.isArray(marks) && marks.length === options.length ? marks : [];
  const choices = options.slice(0, 200).map((option, index) => {
    const mark = given[index];
    return { option: optionText(option), mark: mark === 'has' || mark === 'hasnt' ? mark : null };
  });
  return uniqueBy(choices, ({ option }) => option.toLowerCase())
    .filter(({ option }) => option !== '')
    .slice(0, mostOptions);
}

function optionText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!isObject(value)) return textOf(value);
  return textOf(value.label) || textOf(value.text) || textOf(value.option) || textOf(value.value);
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|yes|1)$/i.test(value.trim()));
}

function uniqueBy<T>(items: T[], key: (item: T) => string): T[] {
  const first = new Map<string, T>();
  for (const item of items) if (!first.has(key(item))) first.set(key(item), item);
  return [...first.values()];
}
