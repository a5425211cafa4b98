import { jobDraft } from './request-samples.ts';
import { answersTo, surveyDraft } from './survey-samples.ts';
import { someProduct } from './worlds/outreach-world.ts';

/** The ids of a user's things, one of each kind. */
export type Things = Record<
  | 'userId'
  | 'email'
  | 'device'
  | 'job'
  | 'thread'
  | 'survey'
  | 'ideation'
  | 'buildPrompt'
  | 'trail'
  | 'secondTrail'
  | 'attachment'
  | 'messageFile'
  | 'campaign'
  | 'conversation'
  | 'nonce'
  | 'account'
  | 'payment'
  | 'savedAnswer',
  string
>;

export const visitors = ['nobody', 'expired', 'forged'] as const;
export const people = ['free', 'pro', 'developer', 'agent'] as const;
type Person = (typeof people)[number];
export type Caller = (typeof visitors)[number] | Person;
export type Target = 'own' | "other's" | 'unknown';
/** A status, or `allowed`: whatever comes after sign-in, plan and ownership were checked. */
export type Expected = number | 'allowed';

/**
 * The access to an endpoint. `public` and `optional` (401 for a broken token) let anybody in, `signed-in` each user,
 * `owner` only the user whose thing it is (404 for others), `agent` support agents (404 for others). Rows name the
 * exceptions.
 */
export type Row = {
  access: 'public' | 'optional' | 'signed-in' | 'owner' | 'agent';
  /** The thing that the path names. */
  id?: keyof Things;
  body?: (things: Things) => object;
  query?: (things: Things) => string;
  /** The body is a file. */
  file?: string;
  visitor?: Expected;
  own?: Partial<Record<Person, Expected>>;
  others?: Expected | Partial<Record<Person, Expected>>;
  unknown?: Expected | Partial<Record<Person, Expected>>;
};

const signedIn: Row = { access: 'signed-in' };
const owner = (id: keyof Things, body?: Row['body'], differences: Partial<Row> = {}): Row => ({
  access: 'owner',
  id,
  body,
  ...differences,
});
const agents = (body?: Row['body']): Row => ({ access: 'agent', id: 'job', body });
/** Calls whose only key is a token out of a mail. */
const byMail: Row = {
  access: 'public',
  body: () => ({ token: 'x'.repeat(43) }),
  visitor: 404,
  own: { free: 404, pro: 404, developer: 404, agent: 404 },
};
const nothing = () => ({});
const message = () => ({ id: `message-${crypto.randomUUID()}`, text: 'It says nothing.' });
/** `agent` is on the free plan. */
const proOnly = { free: 403, agent: 403 };
const developerOnly = { free: 403, pro: 403, agent: 403 };
const survey = ({ survey }: Things) => ({ ...surveyDraft(), surveyId: survey });
const session = { idea: '', content: 'Swap Run', nextStage: null, partial: '', receipts: [], revision: 0 };
const boxes = { who: '', trouble: '', solution: '', question: '', language: 'en' };
const prompt = { idea: '', surveyId: null, builder: 'bolt', result: 'Build it.', revision: 0 };
const buildTask = { prompt: 'x', task: { kind: 'build-prompt', idea: 'A seed library', evidence: null } };
const contact = { fullName: 'Ada', email: 'ada@example.com', message: 'Hello there', openMs: 60_000 };
const switched = [
  'requestReceived',
  'answer',
  'waitingForYou',
  'resolved',
  'answerOverdue',
  'paymentFailed',
  'surveyAnswers',
];
/** For calls that name a user, who must be the caller. */
const ownUser = { others: 403, unknown: 403 };

/** Every endpoint of the contracts, in the order in which they are called. */
export const authorizationTable: Record<string, Row> = {
  'GET /api/config': { access: 'public' },
  'POST /api/user/sync': { access: 'owner', body: ({ userId: id, email }) => ({ id, email }), ...ownUser },
  'DELETE /api/user/session': { access: 'public' },
  'GET /api/user/devices': signedIn,
  'DELETE /api/user/devices/{id}': owner('device'),
  'DELETE /api/user/devices': signedIn,
  'GET /api/user/export': signedIn,
  'POST /api/groq': { access: 'signed-in', body: () => buildTask, own: proOnly },

  'POST /api/create-checkout-session': {
    access: 'owner',
    body: ({ userId, email }) => ({
      priceId: 'price_embedded_pro',
      mode: 'payment',
      userId,
      userEmail: email,
    }),
    ...ownUser,
  },
  'POST /api/verify-payment': { access: 'owner', body: ({ payment }) => ({ sessionId: payment }) },
  'GET /api/billing': signedIn,
  'POST /api/billing/cancel': signedIn,
  'POST /api/billing/resume': signedIn,
  'POST /api/billing/portal': signedIn,

  'POST /api/surveys': { access: 'signed-in', body: survey, own: proOnly, others: proOnly, unknown: proOnly },
  'GET /api/surveys/{surveyId}': { access: 'optional', id: 'survey', visitor: 401, unknown: 404 },
  'GET /api/surveys/{surveyId}/title': { access: 'public', id: 'survey', unknown: 404 },
  'PUT /api/surveys/{surveyId}/access': owner('survey', () => ({ publicLink: false })),
  'PUT /api/surveys/{surveyId}/settings': owner('survey', () => ({ asksContact: true })),
  'GET /api/surveys/{surveyId}/submissions': owner('survey'),
  'GET /api/surveys/{surveyId}/contacts': owner('survey'),
  'GET /api/surveys/{surveyId}/submission-counts': owner('survey'),
  'GET /api/surveys/{surveyId}/submissions/{number}': owner('survey'),
  'POST /api/surveys/{surveyId}/groups/count': owner('survey', () => ({ number: 1 })),
  'POST /api/surveys/{surveyId}/groups/set-apart': owner('survey', () => ({
    counted: [],
    replaced: [],
    earlier: [],
  })),
  'PUT /api/surveys/{surveyId}/submissions/{number}': owner('survey', () => ({ counted: false })),
  'PUT /api/surveys/{surveyId}/themes': owner('survey', () => ({ question: 2, number: 1, theme: null })),
  'DELETE /api/surveys/{surveyId}/submissions/{number}': owner('survey'),
  'PUT /api/surveys/{surveyId}/seen': owner('survey', () => ({ number: 1 })),
  'PUT /api/surveys/{surveyId}/results-link': owner('survey', () => ({
    days: 7,
    hidden: [],
    showsTexts: false,
  })),
  'GET /api/surveys/{surveyId}/results-link': owner('survey'),
  'DELETE /api/surveys/{surveyId}/results-link': owner('survey'),
  // Its only key is the token, which none of these is.
  'GET /api/results/{token}': {
    access: 'public',
    id: 'thread',
    visitor: 404,
    own: { free: 404, pro: 404, developer: 404, agent: 404 },
    others: 404,
    unknown: 404,
  },
  'POST /api/submit-survey': {
    access: 'optional',
    body: ({ survey }) => ({ ...answersTo(surveyDraft()), surveyId: survey }),
    visitor: 401,
    unknown: 404,
  },
  'POST /api/analyze-survey': {
    access: 'optional',
    body: ({ survey }) => ({ surveyId: survey }),
    visitor: 401,
    unknown: 404,
  },
  'GET /api/analyze-survey': {
    access: 'signed-in',
    query: ({ survey }) => `surveyId=${survey}`,
    unknown: 404,
  },
  'GET /api/survey-analyses': signedIn,

  'POST /api/ideation-sessions': {
    access: 'signed-in',
    body: ({ ideation }) => ({ content: 'Swap Run', id: ideation }),
    others: 409,
  },
  'GET /api/ideation-sessions': signedIn,
  'GET /api/ideation-draft': signedIn,
  'GET /api/ideation-sessions/{id}': owner('ideation'),
  'PUT /api/ideation-sessions/{id}': owner('ideation', () => session, { others: 409, unknown: 'allowed' }),
  'PUT /api/build-prompts/{id}': owner('buildPrompt', () => prompt, {
    others: 409,
    unknown: { ...proOnly, pro: 'allowed', developer: 'allowed' },
  }),
  'GET /api/build-prompts/{id}': owner('buildPrompt'),
  'GET /api/build-prompt-draft': signedIn,
  'POST /api/ideas/find': { ...signedIn, body: () => ({ idea: 'Bakers throw away bread' }) },
  'PUT /api/ideas/reading': {
    ...signedIn,
    body: () => ({ idea: 'Bakers throw away bread', reading: boxes }),
  },
  'GET /api/trails': signedIn,
  'GET /api/trails/{id}': owner('trail'),
  'POST /api/trails/{id}/join': owner('trail', ({ secondTrail }) => ({ into: secondTrail })),

  'POST /api/jobs': { access: 'signed-in', body: () => jobDraft() },
  'GET /api/jobs': signedIn,
  'GET /api/jobs/{id}': owner('job'),
  'PUT /api/jobs/{id}': owner('job', () => jobDraft()),
  'PUT /api/jobs/{id}/status': owner('job', () => ({ status: 'PENDING' })),
  'POST /api/jobs/{id}/messages': owner('job', message),
  'GET /api/jobs/{id}/messages/{messageId}/mail': owner('job', undefined, {
    own: { free: 404, pro: 404, developer: 404, agent: 404 },
  }),
  'PUT /api/jobs/{id}/seen': owner('job', () => ({ messageId: 'none-of-it' })),
  'POST /api/jobs/{id}/solved': owner('job'),
  'POST /api/support-thread': { access: 'public', body: ({ thread }) => ({ token: thread }), unknown: 404 },
  'POST /api/support-thread/answer': {
    access: 'public',
    body: ({ thread }) => ({ ...message(), token: thread }),
    unknown: 404,
  },
  'POST /api/support-thread/mail': {
    access: 'public',
    body: ({ thread }) => ({ token: thread, mailId: 'none-of-it' }),
    unknown: 404,
  },
  'POST /api/support-thread/file': {
    access: 'public',
    body: ({ thread, messageFile }) => ({ token: thread, attachmentId: messageFile }),
    unknown: 404,
  },
  'GET /api/mail-settings': signedIn,
  'PUT /api/mail-settings': {
    access: 'signed-in',
    body: () => Object.fromEntries(switched.map((kind) => [kind, true])),
  },
  'POST /api/attachments': { access: 'signed-in', query: () => 'name=log.txt', file: 'a line of a log' },
  'GET /api/attachments/{id}': owner('attachment', undefined, { others: { agent: 'allowed' } }),
  'DELETE /api/attachments/{id}': owner('attachment'),

  'POST /api/campaign/find-opportunities': {
    access: 'owner',
    body: ({ userId }) => ({ userId, ...someProduct }),
    own: developerOnly,
    ...ownUser,
  },
  'POST /api/campaigns/start': {
    access: 'owner',
    body: ({ userId }) => ({ userId, product: someProduct, opportunities: [{ link: 'https://x.example' }] }),
    own: developerOnly,
    ...ownUser,
  },
  'GET /api/products/campaign': signedIn,
  'PATCH /api/campaign/{id}/pause': owner('campaign'),
  'PATCH /api/campaign/{id}/end': owner('campaign'),
  'POST /api/campaign/{id}/feed': owner('campaign'),
  'PATCH /api/campaign/{id}/resume': owner('campaign', undefined, { own: developerOnly }),
  'PUT /api/campaign/{id}/settings': owner('campaign', () => ({ confidenceThreshold: 90 }), {
    own: developerOnly,
  }),
  'GET /api/conversations': signedIn,
  'GET /api/conversations/{id}/guidance': owner('conversation'),
  'PATCH /api/conversations/{id}/status': owner('conversation', () => ({ status: 'REJECTED' })),
  'POST /api/conversations/{id}/posted': owner('conversation', () => ({ url: 'https://x.example' })),
  'POST /api/conversations/{id}/take-over': owner('conversation'),
  'GET /api/daily-mail': signedIn,
  'PUT /api/daily-mail': { access: 'signed-in', body: () => ({ isOn: true, atFirst: true }) },
  'GET /api/reach': { access: 'signed-in', query: ({ campaign }) => `campaign=${campaign}` },
  'POST /api/hn/login': { access: 'owner', body: ({ campaign }) => ({ campaignId: campaign }) },
  'GET /api/hn/links/{nonce}': owner('nonce'),
  'POST /api/hn/links/{nonce}/check': owner('nonce', () => ({ username: 'ada' })),
  'GET /api/linked-accounts': signedIn,
  'POST /api/linked-accounts': {
    access: 'signed-in',
    body: () => ({ source: 'lemmy', host: 'lemmy.world', username: 'ada', secret: 'right' }),
  },
  'DELETE /api/linked-accounts/{id}': owner('account'),
  // After everything that needs it.
  'DELETE /api/products/campaign/{id}': owner('campaign'),

  'POST /api/preview': { access: 'public', body: () => ({ idea: 'A rehearsal planner for choirs' }) },
  'POST /api/send-email': { access: 'public', body: () => contact },
  'POST /api/demo-requests': { access: 'public', body: () => contact },
  // A token that is not valid counts as none.
  'POST /api/notify': { access: 'public', body: () => ({ email: 'not an address' }) },
  'POST /api/notify/confirm': byMail,
  'POST /api/notify/unsubscribe': byMail,

  'GET /api/inbox': { access: 'agent' },
  'GET /api/inbox/{id}': agents(),
  'GET /api/inbox-agents': { access: 'agent' },
  'POST /api/inbox/{id}/claim': agents(nothing),
  'POST /api/inbox/{id}/assign': agents(() => ({ agentId: 'nobody' })),
  'POST /api/inbox/{id}/messages': agents(() => ({ ...message(), kind: 'reply' })),
  'PUT /api/inbox/{id}/status': agents(() => ({ status: 'ACTIVE' })),
  'POST /api/inbox/{id}/resolve': agents(),
  'POST /api/inbox/{id}/reopen': agents(),
  'POST /api/inbox/{id}/release': agents(),
  'GET /api/inbox-answers': { access: 'agent' },
  'POST /api/inbox-answers': { access: 'agent', body: () => ({ name: 'Restart', text: 'Restart it.' }) },
  'PUT /api/inbox-answers/{id}': { access: 'agent', id: 'savedAnswer', body: () => ({ name: 'Again' }) },
  'DELETE /api/inbox-answers/{id}': { access: 'agent', id: 'savedAnswer' },

  // At the end, because they delete what the others need.
  'PATCH /api/trails/{id}': owner('secondTrail', () => ({ name: 'Swap Run' })),
  'PATCH /api/trail-parts/{id}': owner('ideation', () => ({ kind: 'session', name: 'First try' })),
  'DELETE /api/ideation-sessions/{id}': owner('ideation'),
  'DELETE /api/trails/{id}': owner('secondTrail'),
  'DELETE /api/surveys/{surveyId}': owner('survey'),
  'DELETE /api/user/deletion': signedIn,
  'POST /api/user/deletion': signedIn,
};

/** Addresses of `/api` without a contract: what guards them is tested beside them. */
export const withoutContract = [
  /^(GET|POST) \/api\/auth\//,
  /^POST \/api\/webhooks\/(stripe|mail)$/,
  /^(GET|POST) \/api\/notify\/unsubscribe$/,
  /^(GET|POST) \/api\/(daily-mail|survey-mails)\/(first-)?off$/,
  /^GET \/api\/(docs|openapi\.json)$/,
];
