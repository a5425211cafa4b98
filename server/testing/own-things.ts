import { randomUUID } from 'node:crypto';
import type { Device } from '#shared/contracts/account.ts';
import type { Things } from './authorization-table.ts';
import { putOnPlan, submitJob } from './request-samples.ts';
import { answersTo, surveyDraft } from './survey-samples.ts';
import type { TestServer, TestUser } from './test-server.ts';
import { someProduct } from './worlds/outreach-world.ts';

/** One thing of each kind, made on the plan that has them all. */
export async function makeThings(server: TestServer, user: TestUser): Promise<Things> {
  const { id: userId, email, token } = user;
  const make = async (method: string, path: string, body?: object) => {
    const reply = await server.call(method, path, { token, body });
    if (reply.status > 202) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const bought = { priceId: 'price_embedded_pro', mode: 'payment', userId, userEmail: email };
  const checkout = await make('POST', '/api/create-checkout-session', bought);
  await putOnPlan(server.database, user, 'developer');
  const { job } = (await submitJob(server, user)).body as unknown as { job: { id: string } };
  const { rows } = await server.database.pool.query(
    'select answer_token from support_requests where id = $1',
    [job.id],
  );
  const draft = surveyDraft();
  await make('POST', '/api/surveys', draft);
  await make('POST', '/api/submit-survey', answersTo(draft));
  const session = {
    idea: '',
    content: `Swap Run ${userId}`,
    nextStage: null,
    partial: '',
    receipts: [],
    revision: 0,
  };
  const ideation = await make('PUT', `/api/ideation-sessions/${randomUUID()}`, session);
  const prompt = { idea: '', surveyId: null, builder: 'bolt', result: 'Build it.', revision: 0 };
  const buildPrompt = await make('PUT', `/api/build-prompts/${randomUUID()}`, prompt);
  const search = await make('POST', '/api/campaign/find-opportunities', { userId, ...someProduct });
  const chosen = { userId, product: someProduct, opportunities: search.opportunities };
  const { campaign } = (await make('POST', '/api/campaigns/start', chosen)) as unknown as {
    campaign: { id: string };
  };
  const [conversation] = (await make('GET', '/api/conversations')) as { id: string }[];
  const login = await make('POST', '/api/hn/login', { campaignId: campaign.id });
  const linked = { source: 'mastodon', host: 'mastodon.social', username: 'ada', secret: 'right' };
  const account = await make('POST', '/api/linked-accounts', linked);
  async function upload(): Promise<string> {
    const headers = { authorization: `Bearer ${token}` };
    const file = { method: 'POST', headers, body: 'a line of a log' };
    const uploaded = await server.fetch('/api/attachments?name=log.txt', file);
    return ((await uploaded.json()) as { attachment: { id: string } }).attachment.id;
  }
  const [attachment, messageFile] = [await upload(), await upload()];
  const answer = { id: 'with-a-file', text: '', attachmentIds: [messageFile] };
  await make('POST', `/api/jobs/${job.id}/messages`, answer);
  // A second device, which can be signed out without the first.
  await server.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify({ email, password: 'secret-enough' }),
  });
  const devices = (await make('GET', '/api/user/devices')) as unknown as Device[];
  await make('POST', '/api/analyze-survey', { surveyId: draft.surveyId });
  const savedAnswer = `saved-${userId}`;
  await server.database.pool.query(
    "insert into saved_answers (id, name, text) values ($1, 'Hello', 'Hello')",
    [savedAnswer],
  );
  await server.app.runDueTasks();
  return {
    userId,
    email,
    device: devices.find(({ isCurrent }) => !isCurrent)?.id ?? '',
    job: job.id,
    thread: rows[0].answer_token,
    survey: draft.surveyId,
    ideation: String(ideation.id),
    buildPrompt: String(buildPrompt.id),
    trail: String(ideation.trailId),
    secondTrail: String(buildPrompt.trailId),
    attachment,
    messageFile,
    campaign: campaign.id,
    conversation: conversation?.id ?? '',
    nonce: String(login.loginUrl).split('/').at(-1) ?? '',
    account: String(account.id),
    savedAnswer,
    payment: new URL(String(checkout.url)).pathname.split('/').at(-1) ?? '',
  };
}
