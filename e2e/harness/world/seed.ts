import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Account, call } from '#e2e/harness/api.ts';
import { runSql } from '#e2e/harness/database.ts';
import type { Product } from '#e2e/harness/product.ts';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import type { BuildPrompt, BuildPromptForm } from '#shared/contracts/build-prompts.ts';
import type { IdeationSession, IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { Attachment } from '#shared/contracts/support-requests/attachments.ts';
import type { InboxThread, SavedAnswer } from '#shared/contracts/support-requests/support-inbox.ts';
import type { Job, JobDraft } from '#shared/contracts/support-requests/support-requests.ts';
import type { JobThread } from '#shared/contracts/support-requests/support-threads.ts';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import type { Survey } from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { blankForm } from '#shared/rules/build-prompts/form-prompt.ts';
import { appendSection } from '#shared/rules/ideation/ideation-sections.ts';
import { ideationStages, stageAfter } from '#shared/rules/ideation/ideation-stages.ts';
import type { StageForm } from '#shared/rules/ideation/stage-fields.ts';
import { parseEnhancementOutput } from '#shared/rules/model-output/enhancement.ts';
import { readIdeationOutput } from '#shared/rules/model-output/ideation.ts';
import { parseValidationOutput } from '#shared/rules/model-output/validation.ts';
import { enhancementPrompt, enhancementPromptVersion } from '#shared/rules/prompts/enhancement-prompt.ts';
import { ideationPrompt, ideationPromptVersion } from '#shared/rules/prompts/ideation-prompt.ts';
import { promptBody, type TaskPrompt } from '#shared/rules/prompts/prompt-parts.ts';
import { validationPrompt } from '#shared/rules/prompts/validation-prompt.ts';
import { answerEvidence } from '#shared/rules/surveys/answer-evidence.ts';
import { answerItems } from '#shared/rules/surveys/answer-items.ts';
import { checkEvidence } from '#shared/rules/surveys/check-evidence.ts';
import { newSurveyId, surveyPath } from '#shared/rules/surveys/survey-path.ts';

// Fills an account through the product's API, with the requests that the browser would send.

type Token = Pick<Account, 'token'>;

export const seedIdea = 'A tool that helps small bakeries plan how much bread to bake tomorrow';

/** The idea's phrases, as its founder completed them. */
const seedReading: IdeaReading = {
  who: 'small bakeries',
  solution: 'a plan for tomorrow’s bread',
  question: 'you throw away unsold bread',
  trouble: 'throw away unsold bread',
  language: 'en',
};

/** The same of "A tool that helps freelancers chase unpaid invoices". */
export const invoiceReading: IdeaReading = {
  who: 'freelancers',
  solution: 'reminders that write themselves',
  question: 'you lose money on unpaid invoices',
  trouble: 'lose money on unpaid invoices',
  language: 'en',
};

export type SeededSurvey = { surveyId: string; path: string; questions: SurveyQuestion[] };

type SurveyOptions = {
  idea?: string;
  /** Phrases that the idea doesn't say; without what goes wrong there is no verdict. */
  reading?: IdeaReading;
  publicLink?: boolean;
  questions?: SurveyQuestion[];
};

/** Creates a plan and its survey. Strangers can answer it with `publicLink` only. */
export async function seedSurvey(
  url: string,
  { token }: Token,
  { idea = seedIdea, reading = seedReading, publicLink = false, questions }: SurveyOptions = {},
): Promise<SeededSurvey> {
  const { completion } = await ask(url, token, validationPrompt({ kind: 'plan', idea, reading }));
  const reply = parseValidationOutput(completion);
  if (!('plan' in reply)) throw new Error(`The model output holds no plan: ${completion}`);
  const { appName, socialGroups: socialLinks, surveyQuestions } = reply.plan;
  const survey = {
    surveyId: newSurveyId(appName, Math.random),
    idea,
    people: reading.who,
    socialLinks,
    questions: questions ?? surveyQuestions,
  };
  const { surveyId } = survey;
  await call<Survey>(url, '/api/surveys', { token, body: survey });
  if (publicLink) await setPublicLink(url, token, surveyId, true);
  return { surveyId, path: surveyPath(surveyId), questions: survey.questions };
}

function setPublicLink(url: string, token: string, surveyId: string, publicLink: boolean): Promise<unknown> {
  return call(url, `/api/surveys/${surveyId}/access`, { method: 'PUT', token, body: { publicLink } });
}

/** The answer of the respondent with this index to one question, in the wire's form. */
export type Answerer = (question: SurveyQuestion, index: number, position: number) => string;

/** Up to so many submissions are numbered in the order of their index; more are sent side by side. */
const orderedCount = 100;

type SentAnswers = {
  count: number;
  answer: Answerer;
  /** The network address of all of them; without it each has one of their own. */
  address?: string;
};

/** Sends the submissions of `count` strangers and asks for a verdict on them. */
export async function submitAnswers(
  url: string,
  { token }: Token,
  { surveyId, questions }: SeededSurvey,
  { count, answer, address }: SentAnswers,
): Promise<void> {
  const { publicLink } = await call<Survey>(url, `/api/surveys/${surveyId}`, { method: 'GET', token });
  if (!publicLink) await setPublicLink(url, token, surveyId, true);
  const send = (index: number) => {
    const responses = questions.map((question, position) => ({
      question: question.question,
      answer: answer(question, index, position),
    }));
    const headers = { 'x-forwarded-for': address ?? nextAddress() };
    return call(url, '/api/submit-survey', { body: { surveyId, responses }, headers });
  };
  const atOnce = count > orderedCount ? 100 : 1;
  for (let sent = 0; sent < count; sent += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, count - sent) }, (_, more) => send(sent + more)));
  if (!publicLink) await setPublicLink(url, token, surveyId, false);
  await call(url, '/api/analyze-survey', { token, body: { surveyId } });
}

let strangers = 0;

/** Each stranger sits in a network of their own: only a few of one network count. */
function nextAddress(): string {
  strangers += 1;
  return `10.${(strangers >> 8) & 255}.${strangers & 255}.1`;
}

/** Waits until the survey's verdict rests on `count` submissions. */
export async function awaitVerdict(
  url: string,
  { token }: Token,
  { surveyId }: SeededSurvey,
  count: number,
): Promise<SurveyAnalysis> {
  const path = `/api/analyze-survey?surveyId=${surveyId}`;
  return eventually(`A verdict on ${count} submissions to ${surveyId}`, async () => {
    const found = await call<SurveyAnalysis>(url, path, { method: 'GET', token }).catch(() => null);
    return found?.submissionCount === count ? found : null;
  });
}

async function eventually<Found>(what: string, find: () => Promise<Found | null>): Promise<Found> {
  const giveUpAt = Date.now() + 75_000;
  while (Date.now() < giveUpAt) {
    const found = await find();
    if (found !== null) return found;
    await sleep(100);
  }
  throw new Error(`${what} did not come.`);
}

/** Writes the first `sections` sections of a session, and saves it when it has all of them. */
export async function seedIdeation(
  url: string,
  { token }: Token,
  { idea, sections = ideationStages.length }: { idea: string; sections?: number },
): Promise<IdeationSession> {
  let content = '';
  const receipts: SectionReceipt[] = [];
  for (const { stage } of ideationStages.slice(0, sections)) {
    const { completion, model } = await ask(
      url,
      token,
      ideationPrompt({ kind: 'coach', stage, idea, content, form: forms[stage] }),
    );
    const { markdown, step } = readIdeationOutput(stage, completion);
    content = appendSection(content, stage, markdown);
    receipts.push({ stage, model, at: new Date().toISOString(), promptVersion: ideationPromptVersion, step });
  }
  const last = receipts.at(-1)?.stage;
  const session = { idea, content, receipts, nextStage: last ? stageAfter(last) : 'IDEATION' };
  const draft = await saveSession(url, token, { ...session, partial: '', revision: 0 });
  if (session.nextStage) return draft;
  const body = { ...session, id: draft.id, revision: draft.revision };
  return call(url, '/api/ideation-sessions', { token, body });
}

/** What the founder writes where no model does. */
const forms: Partial<Record<IdeationStage, StageForm>> = {
  IDEATION: {
    appName: ['Invoice Ledger'],
    tagline: ['Know who owes what'],
    concept: ['Freelancers see on one page which invoice is due, and send a reminder in one click.'],
    features: ['See what is due', 'Send a reminder', 'Note what was promised'],
    demographics: ['Freelancers who send their own invoices'],
    monetization: ['$9 a month'],
  },
  MARKET_RESEARCH: {
    people: ['1,200'],
    share: ['75 %'],
    price: ['$120'],
    competitorAnalysis: ['A spreadsheet', 'Doing nothing'],
  },
};

/** Begins a session with a few words of the founder's own. */
export function seedDraft(url: string, { token }: Token, idea: string): Promise<IdeationSession> {
  const content = `### Startup Ideation\n\nMy own notes on it: ${idea}.`;
  const body = { idea, content, nextStage: 'MARKET_RESEARCH', partial: '', receipts: [], revision: 0 };
  return saveSession(url, token, body);
}

function saveSession(url: string, token: string, body: object): Promise<IdeationSession> {
  return call(url, `/api/ideation-sessions/${randomUUID()}`, { method: 'PUT', token, body });
}

/** Writes a build prompt for the idea. With an analysis its features are traced to the answers. */
export async function seedBuildPrompt(
  url: string,
  { token }: Token,
  { idea, analysis = null }: { idea: string; analysis?: SurveyAnalysis | null },
): Promise<BuildPrompt> {
  const evidence = analysis && answerEvidence(analysis);
  const form = buildPromptForm(evidence);
  const prompt = enhancementPrompt({ kind: 'build-prompt', idea, evidence, form });
  const { completion, model } = await ask(url, token, prompt);
  const reply = parseEnhancementOutput(completion);
  if ('failure' in reply) throw new Error(`The build prompt could not be read: ${reply.failure}`);
  const text = model === null ? reply.response : checkEvidence(reply.response, evidence).text;
  const surveyId = analysis?.surveyId ?? null;
  const at = new Date().toISOString();
  const receipt = { model, at, promptVersion: enhancementPromptVersion, step: reply.step };
  const submissionCount = evidence?.submissionCount ?? null;
  const rewrite = {
    original: idea,
    text,
    receipt,
    surveyId,
    submissionCount,
    form: model ? undefined : form,
  };
  const body = { idea, surveyId, builder: 'plain', result: text, revision: 0, rewrite };
  return call(url, `/api/build-prompts/${randomUUID()}`, { method: 'PUT', token, body });
}

/** The answers of a founder whose idea is a list that people keep, with two quotes where there are answers. */
function buildPromptForm(evidence: AnswerEvidence | null): BuildPromptForm {
  const quotes = evidence ? answerItems(evidence).filter(({ kind }) => kind === 'quote') : [];
  const attached = quotes.slice(0, 2).map(({ text }) => text);
  return {
    ...blankForm,
    thing: 'what is left at six, bread by bread',
    abilities: [
      { text: 'Enter it in two taps', attached },
      { text: 'See the same weekday of the last month', attached: [] },
    ],
    notYet: 'tills, staff plans',
  };
}

type Completion = { completion: string; model: string | null };

function ask(url: string, token: string, prompt: TaskPrompt): Promise<Completion> {
  return call(url, '/api/groq', { token, body: promptBody(prompt) });
}

/** A picture that a founder could send. */
export const screenshotFile = fileURLToPath(new URL('../../../web/public/og/home.png', import.meta.url));

/** A log as programs write it, with a made-up secret. */
export const secretKey = ['sk', 'live', '51Hq8tYzWbNcVxRmKpLd'].join('_');
export const secretLog = `12:04:11 POST /checkout 500\n12:04:11 key ${secretKey} was refused\n12:04:12 done\n`;

export async function seedRequest(
  url: string,
  { token, email }: Account,
  changes: Partial<JobDraft> = {},
): Promise<Job> {
  const body: JobDraft = {
    appName: 'Invoice Chaser',
    requestTitle: 'Nobody can log in any more',
    appUrl: 'https://invoice-chaser.example',
    email,
    issueDescriptions: ['After the last change the login page stays white, on every device.'],
    ...changes,
  };
  const headers = { 'idempotency-key': randomUUID() };
  return (await call<{ job: Job }>(url, '/api/jobs', { token, body, headers })).job;
}

/** Uploads a picture and a log. */
export async function seedAttachments(url: string, { token }: Token): Promise<Attachment[]> {
  const upload = async (name: string, type: string, content: Buffer): Promise<Attachment> => {
    const reply = await fetch(`${url}/api/python/api/attachments?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: new Uint8Array(content),
    });
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { attachment: Attachment }).attachment;
  };
  return [
    await upload('the-white-page.png', 'image/png', await readFile(screenshotFile)),
    await upload('server.log', 'text/plain', Buffer.from(secretLog)),
  ];
}

/** Reads a request as its owner does. */
export function readRequest(url: string, { token }: Token, id: string): Promise<JobThread> {
  return call(url, `/api/jobs/${id}`, { method: 'GET', token });
}

/** Writes into the thread of one's own request. */
export function answerRequest(
  url: string,
  { token }: Token,
  id: string,
  text: string,
  attachments: Attachment[] = [],
): Promise<JobThread> {
  const attachmentIds = attachments.map((attachment) => attachment.id);
  return call(url, `/api/jobs/${id}/messages`, { token, body: { id: randomUUID(), text, attachmentIds } });
}

/** Saves a text that all agents can insert. */
export function saveAnswer(url: string, { token }: Token, name: string, text: string): Promise<SavedAnswer> {
  return call(url, '/api/inbox-answers', { token, body: { name, text } });
}

/** The actions of an agent on a request. */
export function workOn(url: string, { token }: Token, id: string) {
  const act = (path: string, body?: unknown) =>
    call<InboxThread>(url, `/api/inbox/${id}/${path}`, { token, body });
  const write = (kind: 'reply' | 'question' | 'note') => (text: string) =>
    act('messages', { id: randomUUID(), kind, text });
  return {
    claim: () => act('claim', {}),
    resolve: () => act('resolve'),
    reply: write('reply'),
    ask: write('question'),
    note: write('note'),
  };
}

/** Runs a scheduled task now. */
export async function startTask({ databaseUrl }: Pick<Product, 'databaseUrl'>, name: string): Promise<void> {
  await runSql(await databaseUrl(), `insert into pgboss.job (name, data) values ($1, '{}')`, [name]);
}

/** The path of the link in the mails about a request. */
export async function answerPath({ databaseUrl }: Product, id: string): Promise<string> {
  const statement = 'select answer_token as token from support_requests where id = $1';
  const [row] = await runSql<{ token: string }>(await databaseUrl(), statement, [id]);
  return `/support-answer#token=${row?.token}`;
}
