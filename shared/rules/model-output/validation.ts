import { type IdeaReading, ideaLanguages, phraseLimit } from '#shared/contracts/reading.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import type {
  OptionMark,
  SocialGroup,
  SurveyQuestion,
  ValidationPlan,
} from '#shared/contracts/surveys/validation.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { readAddress } from '#shared/rules/text/addresses.ts';
import { cutAtWord, withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import {
  isObject,
  objectPieces,
  outputLimit,
  parseRepaired,
  parseStrict,
  readLooseObject,
  stripCodeFences,
  textOf,
} from './json.ts';
import { plainName, readPartialOutput } from './ladder.ts';
import {
  fieldsNamed,
  groupNames,
  optionNames,
  ownFieldsNamed,
  planNames,
  questionNames,
} from './plan-fields.ts';
import { withoutReasoning } from './reasoning.ts';

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
  | AskingOutput
  | { failure: ValidationOutputFailure };
type AskingOutput = { reading: IdeaReading; step: ParserStep };

/**
 * Reads a model's output as a validation plan (Specification 5 and 8): strict JSON first, else the first object in the
 * text that is a plan, repaired, else one that only loose reading understands. Fields go by their names in
 * `plan-fields.ts`. Only a missing name, pitch or list of questions is an error. An output without a plan may ask for
 * phrases (design 7.11). Other missing fields become '' or []; at most 5 communities and 7 questions are kept; links are
 * http(s) or ''. Never throws; works in linear time on at most 200,000 units.
 */
export function parseValidationOutput(completion: string): ValidationOutput {
  const text = completion.slice(0, outputLimit).trim();
  if (text === '') return { failure: 'ai_reply_empty' };
  const whole = parseStrict(text);
  if (isObject(whole)) return readObject(whole, 'strict');
  return searchPlan(withoutReasoning(typeof whole === 'string' ? whole : text));
}

type Fields = Record<string, unknown>;

/**
 * The parts of a plan that have arrived whole, while the rest is still being written: the last field may go on, and so
 * may the last item of its list. Never throws.
 */
export function readPartialPlan(text: string): Partial<ValidationPlan> {
  const fields = fieldsNamed(arrivedFields(text), planNames);
  const plan: Partial<ValidationPlan> = {};
  const questions = questionsOf(fields.surveyQuestions);
  const texts = {
    appName: proseOf(fields.appName),
    oneSentencePitch: pitchOf(fields.oneSentencePitch),
    problemParagraph: proseOf(fields.problemParagraph),
    targetAudience: proseOf(fields.targetAudience),
    post: postOf(fields.post),
  };
  for (const name of partialTexts) if (texts[name] !== '') plan[name] = texts[name];
  if (fields.socialGroups !== undefined) plan.socialGroups = readSocialGroups(groupsOf(fields.socialGroups));
  if (questions) plan.surveyQuestions = readSurveyQuestions(questions);
  return plan;
}

const partialTexts = ['appName', 'oneSentencePitch', 'problemParagraph', 'targetAudience', 'post'] as const;

/**
 * The plan in an output that ended too early; null until its name, pitch and a question have arrived. The reading is
 * null until one of its phrases has arrived.
 */
export function readArrivedPlan(text: string): { plan: ValidationPlan | null; reading: IdeaReading | null } {
  const { appName, oneSentencePitch, surveyQuestions = [], ...others } = readPartialPlan(text);
  const hasCore = appName !== undefined && oneSentencePitch !== undefined && surveyQuestions.length > 0;
  const { problemParagraph = '', targetAudience = '', socialGroups = [], post } = others;
  const texts = { problemParagraph, targetAudience, socialGroups, surveyQuestions, ...(post && { post }) };
  const reading = readReading(fieldsNamed(arrivedFields(text), planNames));
  return {
    plan: hasCore ? { appName, oneSentencePitch, ...texts } : null,
    reading,
  };
}

const partialFields = new Map(
  Object.entries(planNames).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
);

function arrivedFields(text: string): Fields {
  const output = readPartialOutput(text, (name) => partialFields.get(plainName(name)) ?? null);
  if (output.step === 'raw') return {};
  return output.step === 'object' ? output.value : withoutLast(output.value);
}

function withoutLast(value: Fields): Fields {
  const [name, last] = Object.entries(value).at(-1) ?? [];
  return name === undefined
    ? value
    : { ...value, [name]: Array.isArray(last) ? last.slice(0, -1) : undefined };
}

/** The first object that is a plan counts, else the first that asks, else the first object's failure. */
function searchPlan(output: string): ValidationOutput {
  let failure: ValidationOutputFailure | null = null;
  let asked: AskingOutput | null = null;
  for (const piece of objectPieces(stripCodeFences(output))) {
    const object = parseRepaired(piece);
    const step = isFenced(output, piece) ? 'fence' : 'object';
    const result: ValidationOutput = isObject(object)
      ? readObject(object, step)
      : { failure: 'ai_reply_syntax' };
    if ('plan' in result) return result;
    if ('failure' in result) failure ??= result.failure;
    else asked ??= result;
  }
  const loose = readLoosely(output);
  if (loose && 'plan' in loose) return loose;
  return asked ?? loose ?? { failure: failure ?? 'ai_reply_no_object' };
}

// Loose reading is the slow one; a plan is shorter.
const looseLimit = 60_000;

/** A plan whose JSON no repair mends: quotes that nobody escaped, single quotes, commas too few, an end that is missing. */
function readLoosely(output: string): ValidationOutput | null {
  const start = output.indexOf('{');
  const loose = start === -1 ? null : readLooseObject(output.slice(start, start + looseLimit));
  if (!loose) return null;
  const isLastWhole = loose.isWhole || /["'\]}]\s*(?:```\s*)?$/.test(output.slice(-100));
  const result = readObject(isLastWhole ? loose.value : withoutLast(loose.value), 'loose');
  return 'failure' in result ? null : result;
}

function readObject(object: Fields, step: ParserStep): ValidationOutput {
  const fields = fieldsNamed(object, planNames);
  const reading = readReading(fields);
  const plan = readPlan(fields);
  if (plan) return { plan, reading, step };
  const isAsking = reading !== null && needsAsking(reading) && !('surveyQuestions' in fields);
  return isAsking ? { reading, step } : { failure: 'ai_reply_incomplete' };
}

/** Words of a phrase that a model may fill in. */
const longestPhrase = 12;

/** A model's reading with its longer phrases cut: they are sentences of its own. */
export function modelReading({ who, trouble, solution, question, language }: IdeaReading): IdeaReading {
  const short = (phrase: string) => phrase.split(/\s+/).slice(0, longestPhrase).join(' ');
  // The question goes to respondents, so it is whole or left to the founder.
  const whole = (phrase: string) => (phrase.split(/\s+/).length > longestPhrase ? '' : phrase);
  return {
    who: short(who),
    trouble: short(trouble),
    solution: short(solution),
    question: whole(question),
    language,
  };
}

/** Null for an output that names none of its fields. */
function readReading(fields: Fields): IdeaReading | null {
  if (!['who', 'trouble', 'language'].some((name) => name in fields)) return null;
  return {
    who: phraseOf(fields.who),
    trouble: phraseOf(fields.trouble),
    solution: phraseOf(fields.solution),
    question: phraseOf(fields.question),
    language: languageOf(textOf(fields.language)),
  };
}

function languageOf(text: string): IdeaReading['language'] {
  if (text === '') return 'en';
  const [word = ''] = plainName(text.replace(/[-_].*$/, '')).split(' ');
  return ideaLanguages.find((known) => word === known || languageNames[known].includes(word)) ?? 'other';
}

const languageNames = {
  en: ['english', 'englisch', 'anglais', 'ingles'],
  de: ['german', 'deutsch', 'allemand', 'aleman'],
  fr: ['french', 'franzosisch', 'francais', 'frances'],
  es: ['spanish', 'spanisch', 'espagnol', 'espanol', 'castellano'],
};

function phraseOf(value: unknown): string {
  const said = isObject(value) ? Object.values(value).find((one) => typeof one === 'string') : value;
  const phrase = Array.isArray(said) ? proseOf(said) : textOf(said);
  return shortened(phrase.replace(/\s+/g, ' '), phraseLimit);
}

/** The phrase, cut after a word where it is too long. It stands in sentences, so no mark says so. */
function shortened(phrase: string, length: number): string {
  if (phrase.length <= length) return phrase;
  const start = phrase.slice(0, length + 1);
  const space = start.lastIndexOf(' ');
  return withoutHalfCharacter(start.slice(0, space > length / 2 ? space : length)).trimEnd();
}

/** A piece that can't be found as it is had fences inside, which were taken out of it. */
function isFenced(output: string, piece: string): boolean {
  const start = output.indexOf(piece);
  return start === -1 || openFence.test(output.slice(Math.max(0, start - 40), start));
}

const openFence = /```[\w-]*\s*$/;

function readPlan(fields: Fields): ValidationPlan | null {
  const appName = textOf(fields.appName);
  const oneSentencePitch = pitchOf(fields.oneSentencePitch);
  const questions = questionsOf(fields.surveyQuestions);
  // A plan without a model has no name until the founder gives one.
  if (typeof fields.appName !== 'string' || oneSentencePitch === '' || !questions) return null;
  const post = postOf(fields.post);
  return {
    appName,
    oneSentencePitch,
    problemParagraph: proseOf(fields.problemParagraph),
    targetAudience: proseOf(fields.targetAudience),
    socialGroups: readSocialGroups(groupsOf(fields.socialGroups)),
    surveyQuestions: readSurveyQuestions(questions),
    ...(post === '' ? {} : { post }),
  };
}

/** A pitch is one sentence, so the first of several counts. */
function pitchOf(value: unknown): string {
  return Array.isArray(value)
    ? (value.map((item) => proseOf(item)).find((text) => text !== '') ?? '')
    : proseOf(value);
}

const longestPost = 1_000;

/** A post is cut here, since the survey's link comes behind it. */
function postOf(value: unknown): string {
  return cutAtWord(textOf(value), longestPost - 1);
}

/**
 * Questions as a list, also where they were sent as a string of JSON, as the lists of an object, as an object of numbered
 * entries, or as one question alone.
 */
function questionsOf(value: unknown, depth = 0): unknown[] | null {
  const sent = typeof value === 'string' ? parseStrict(value) : value;
  if (Array.isArray(sent)) return sent;
  if (!isObject(sent)) return null;
  const { question, options } = ownFieldsNamed(sent, questionNames);
  if (question !== undefined && options !== undefined) return [sent];
  const items = Object.entries(sent);
  if (isNumbered(sent) && !items.some(([, item]) => Array.isArray(item))) return Object.values(sent);
  const lists = items.flatMap(([, item]) =>
    Array.isArray(item) ? [item] : isObject(item) && depth < 2 ? [questionsOf(item, depth + 1) ?? []] : [],
  );
  if (lists.length > 0) return lists.flat();
  return textOf(question) === '' ? null : [sent];
}

function isNumbered(object: Fields): boolean {
  const names = Object.keys(object);
  return names.length > 0 && names.every((name) => /^\D{0,20}\d{1,2}$/.test(name));
}

/** Communities as a list, also where an object has their names before their links, reasons or fields. */
function groupsOf(value: unknown, depth = 0): unknown[] {
  const sent = typeof value === 'string' ? parseStrict(value) : value;
  if (Array.isArray(sent)) return sent;
  if (!isObject(sent)) return [];
  const { name, url } = ownFieldsNamed(sent, groupNames);
  if (textOf(name ?? url) !== '') return [sent];
  if (isNumbered(sent)) return Object.values(sent).flat();
  return Object.entries(sent).flatMap(([key, item]): unknown[] => {
    if (Array.isArray(item)) return item;
    if (!isObject(item)) return [{ name: key, url: linkIn(textOf(item)) }];
    const own = ownFieldsNamed(item, groupNames);
    if (textOf(own.name) !== '') return [item];
    if (textOf(own.url) !== '') return [{ ...item, name: key }];
    const isGroup = Object.values(item).some((one) => typeof one === 'object' || linkIn(textOf(one)) !== '');
    return isGroup && depth < 2 ? groupsOf(item, depth + 1) : [{ name: key }];
  });
}

/** Like `textOf`, but lists and objects, which models send where prose is asked for, are written out as prose. */
function proseOf(value: unknown, depth = 0): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || depth > 2) return textOf(value);
  const parts = Array.isArray(value)
    ? value.map((item) => proseOf(item, depth + 1))
    : Object.entries(value).map(([name, item], _, all) =>
        all.length === 1 ? proseOf(item, depth + 1) : labelled(name, proseOf(item, depth + 1)),
      );
  return parts.filter((part) => part !== '').join(Array.isArray(value) ? ', ' : '\n');
}

function labelled(name: string, text: string): string {
  return text === '' ? '' : `${name}: ${text}`;
}

const mostCommunities = 5;

/**
 * The communities of an output, at most 5 (Specification 9). Entries without a name and address are dropped;
 * an address that is not http(s) becomes '', since it would be shown as a link.
 */
function readSocialGroups(values: unknown[]): SocialGroup[] {
  const groups = values.slice(0, 100).map(readSocialGroup);
  return groups.filter((group) => group.name !== '').slice(0, mostCommunities);
}

function readSocialGroup(value: unknown): SocialGroup {
  if (typeof value === 'string') return { type: '', ...nameAndLink(textOf(value)) };
  const fields = isObject(value) ? fieldsNamed(value, groupNames) : {};
  const { name, url } = nameAndLink(textOf(fields.name));
  const address = webAddress(textOf(fields.url)) || linkIn(textOf(fields.url)) || url;
  return { type: textOf(fields.type), name: name || address, url: address };
}

/** A link, alone or among other words: "[r/nursing](https://…)". */
const link = /https?:\/\/[^\s<>()[\]"]+|\b(?:[\w-]{1,60}\.){1,5}[a-z]{2,20}\/[^\s<>()[\]"]*/i;

function linkIn(text: string): string {
  return webAddress(text.match(link)?.[0] ?? text);
}

/** The words beside a link are the name; without any it is the link. */
function nameAndLink(text: string): { name: string; url: string } {
  const url = linkIn(text);
  const [found] = text.match(link) ?? [];
  if (url === '' || found === undefined) return { name: text, url };
  const name = text
    .replace(found, ' ')
    .replace(/\(\s*\)|[[\]<>]/g, ' ')
    .replace(/\s+/g, ' ');
  const words = name.replace(/ (?=[:,;.])/g, '').replace(/^[\s:,;|–—-]+|[\s:,;|–—-]+$/g, '');
  return { name: words || url, url };
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
const longestQuestion = 1_000;
const longestOption = 300;
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
  if (typeof value === 'string') return openEnded(questionText(value));
  const fields = isObject(value) ? fieldsNamed(value, questionNames) : {};
  const inner = isObject(fields.question)
    ? fieldsNamed(fields.question, questionNames).question
    : fields.question;
  const question = questionText(inner);
  const type = textOf(fields.type).toLowerCase();
  const isOpen = /open|text|free|offen|ouvert|libre|abiert/.test(type);
  const choices = readChoices(fields, type !== '' && !isOpen);
  if (isOpen || choices.length < 2) return openEnded(question);
  const options = choices.map(({ option }) => option);
  const multiSelect =
    /multi.?select|multiple.?(?:answers|select)|checkbox/.test(type) || isYes(fields.multiSelect);
  const choice: SurveyQuestion = { question, type: 'multiple-choice', options, multiSelect };
  if (choices.some(({ mark }) => mark !== null)) choice.marks = choices.map(({ mark }) => mark);
  const label = shortened(textOf(fields.label), longestLabel);
  if (choice.marks && label !== '') choice.label = label;
  const ending = optionText(fields.endsWith).toLowerCase();
  const end = options.find((option) => option.toLowerCase() === ending);
  if (end !== undefined) choice.endsWith = end;
  return choice;
}

function openEnded(question: string): SurveyQuestion {
  return { question, type: 'open-ended', options: null };
}

/** Without its number: the survey counts its questions itself. */
function questionText(value: unknown): string {
  const text = textOf(value).replace(/^(?:Q\s?)?\d{1,2}[.):]\s+/i, '');
  return cutAtWord(text, longestQuestion - 1);
}

type Choice = { option: string; mark: OptionMark };

/** The options with their marks: those that stand in them, or a list of as many, or an object with the options as names. */
function readChoices({ options, marks }: Fields, hasChoices: boolean): Choice[] {
  const given = optionList(options, hasChoices);
  const list = Array.isArray(marks) && marks.length === given.length ? marks : [];
  const choices = given.slice(0, 200).map((sent, index) => {
    const option = optionText(sent);
    const own = isObject(sent) ? fieldsNamed(sent, optionNames).mark : undefined;
    return { option, mark: markOf(own ?? (isObject(marks) ? marks[option] : list[index])) };
  });
  return uniqueBy(choices, ({ option }) => option.toLowerCase())
    .filter(({ option }) => option !== '')
    .slice(0, mostOptions);
}

/** Options as a list, also where they came as lines, as an object of letters, or as an object of marks. */
function optionList(options: unknown, hasChoices: boolean): unknown[] {
  if (Array.isArray(options)) return options;
  if (typeof options === 'string') {
    const sign = ['\n', /[;|]/].find((one) => options.search(one) !== -1);
    return options.split(sign ?? (hasChoices ? /,\s+/ : '\n'));
  }
  if (!isObject(options)) return [];
  const entries = Object.entries(options);
  const areMarks = entries.some(([, value]) => markOf(value) !== null);
  return areMarks ? entries.map(([option, mark]) => ({ option, mark })) : entries.map(([, option]) => option);
}

function optionText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = textOf(isObject(value) ? fieldsNamed(value, optionNames).option : value);
  return cutAtWord(text, longestOption - 1);
}

function markOf(value: unknown): OptionMark {
  const mark = typeof value === 'string' ? plainName(value) : '';
  if (mark === 'has') return 'has';
  return mark === 'hasnt' || mark === 'hasnot' ? 'hasnt' : null;
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|yes|1)$/i.test(value.trim()));
}

function uniqueBy<T>(items: T[], key: (item: T) => string): T[] {
  const first = new Map<string, T>();
  for (const item of items) if (!first.has(key(item))) first.set(key(item), item);
  return [...first.values()];
}
