import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openSurveys, submissionBody } from '#bench/lib/surveys.ts';
import { signUp } from '#bench/stack.ts';
import { type Account, renewToken } from '#e2e/harness/api.ts';
import { linkAccount } from '#e2e/harness/outreach.ts';
import { seedCampaign, seedConversation } from '#e2e/harness/world/seed-outreach.ts';
import { type MastodonFake, startMastodon } from '#fakes/mastodon/mastodon.ts';
import type { StripeFake } from '#fakes/stripe/stripe.ts';
import { replyAddresses, replyAddressFor } from '#server/features/support-requests/inbound/reply-address.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { JobDraft } from '#shared/contracts/support-requests/support-requests.ts';
import { type Buyer, openBuyers, type Telling, tell } from './payment-stories.ts';

const surveys = 20;
const founders = 40;
/** So many of them reply, each at one of the places: their rate limits hold here too. */
const posters = 17;
const places = 5;
const answerLanes = 8;
const requestLanes = 2;
const mostEvents = 3_000;
/** Longest wait for a response: haproxy holds a request while a web process is busy. */
const patienceMs = 30_000;
const tokenLastsMs = 8 * 60_000;

/** Requests that mails answer: each takes 30 in ten minutes. */
const mailedRequests = 60;
const contact = 'founder@example.com';
const secretKey = 'only-for-the-chaos-run-'.repeat(2);
const mailSecret = 'only-for-mails-of-the-chaos-run-'.repeat(2);
const replyAddress = 'reply@in.example';

/** Variables of the site that lead mails into it. */
export const mailSettings = {
  SECRET_KEY: secretKey,
  INBOUND_MAIL: 'webhook',
  MAIL_WEBHOOK_SECRET: mailSecret,
  REPLY_ADDRESS: replyAddress,
};

/** Each founder approves all of these; they differ enough to be own words. */
const replies = [
  'Agree on two reminders in the contract, then nobody is surprised when they come.',
  'I ask for half of the money before I begin, and since then nobody has paid me late.',
  'A call works better for me than a letter: most people had just forgotten the date.',
];

export type Seeds = {
  surveyIds: string[];
  founders: Account[];
  /** Conversations that wait for the approval of their founder. */
  conversations: { id: string; founder: Account; text: string; story: number; forum: MastodonFake }[];
  buyers: Buyer[];
  /** Signed addresses of requests. */
  replyTo: string[];
};

type Site = {
  url: string;
  databaseUrl: string;
  database: pg.Client;
  forums: MastodonFake[];
  stripe: StripeFake;
};

/** The places that founders reply at, and the variables that lead the product there. */
export async function startForums() {
  const forums = await Promise.all(Array.from({ length: places }, () => startMastodon()));
  return {
    forums,
    env: { MASTODON_URLS: forums.map(({ url }) => url).join(','), CONVERSATIONS: 'mastodon' },
    stop: () => Promise.all(forums.map((forum) => forum.stop())),
  };
}

/** Makes surveys, founders with linked accounts and stories to answer, and buyers, before the load begins. */
export async function seed(site: Site): Promise<Seeds> {
  const { url, databaseUrl, database, forums, stripe } = site;
  const people: Account[] = [];
  while (people.length < founders) people.push(await signUp({ database }, url));
  const ids = people.map(({ id }) => id);
  await database.query(`update users set plan = 'developer' where id = any($1)`, [ids]);
  const surveyIds = await openSurveys(url, people[0] as Account, surveys);
  const product = { databaseUrl: async () => databaseUrl };
  const conversations: Seeds['conversations'] = [];
  for (const [number, founder] of people.slice(0, posters).entries()) {
    const forum = forums[number % forums.length] as MastodonFake;
    const campaignId = await seedCampaign(product, founder);
    await linkAccount(url, founder, forum);
    for (const text of replies) {
      const post = forum.posts.add({ body: 'How do you chase late invoices?' });
      const story = post.id;
      const place = { source: 'mastodon' as const, host: forum.host, url: forum.urlOf(post) };
      const { id } = await seedConversation(product, founder, campaignId, {
        externalId: String(story),
        replyWay: 'account',
        ...place,
      });
      conversations.push({ id, founder, text, story, forum });
    }
  }
  const buyers = await openBuyers({ database }, stripe);
  return { surveyIds, founders: people, conversations, buyers, replyTo: await openRequests(site, people) };
}

async function openRequests({ url, database }: Site, founders: Account[]): Promise<string[]> {
  for (let number = 0; number < mailedRequests; number += 1) {
    const { token } = founders[number % founders.length] as Account;
    const reply = await post(`${url}/api/jobs`, requestBody(number), { authorization: `Bearer ${token}` });
    if (!reply.ok) throw new Error(`A request was refused: ${reply.status} ${await reply.text()}`);
  }
  const { rows } = await database.query<RequestRow>(
    'select id, email, answer_token as "answerToken" from support_requests',
  );
  const addresses = replyAddresses(secretKey, replyAddress);
  return rows.flatMap((row) => replyAddressFor(addresses, row) ?? []);
}

export type Load = {
  /** Keys of answers and requests, texts of mails, and conversations, that were acknowledged. */
  acknowledged: {
    answers: string[];
    requests: string[];
    mails: string[];
    replies: Seeds['conversations'];
  };
  telling: Telling;
  /** Requests that were sent again, by the reason: a status, or no response. */
  sentAgain: Map<string, number>;
  /** Refusals that sending again would not change. */
  refused: string[];
  /** When each lane of answers was last acknowledged, in milliseconds since 1970. */
  lastAccepted: number[];
  /** Lets everything that was begun be acknowledged. */
  stop(): Promise<void>;
};

type Sending = { site: Pick<Site, 'url' | 'stripe'>; seeds: Seeds; load: Load; isStopping: () => boolean };

/**
 * Sends answers, support requests, mails, approvals and payment events until it is stopped; what is refused is sent
 * again. The first `atOnce` replies are approved without a pause.
 */
export function startLoad(
  site: Sending['site'],
  seeds: Seeds,
  { clock, atOnce = 0 }: { clock: { at: number }; atOnce?: number },
): Load {
  let stopping = false;
  const random = seeded(7);
  const load: Load = {
    acknowledged: { answers: [], requests: [], mails: [], replies: [] },
    telling: tell(site.stripe, seeds.buyers, { events: mostEvents, clock, random }),
    sentAgain: new Map(),
    refused: [],
    lastAccepted: Array<number>(answerLanes).fill(Date.now()),
    async stop() {
      stopping = true;
      await all;
    },
  };
  const sending: Sending = { site, seeds, load, isStopping: () => stopping };
  const all = Promise.all([
    ...load.lastAccepted.map((_, lane) => sendAnswers(sending, lane)),
    ...Array.from({ length: requestLanes }, (_, lane) => sendRequests(sending, lane)),
    sendMails(sending),
    approveReplies(sending, atOnce),
    deliverEvents(sending),
  ]);
  return load;
}

async function sendAnswers(sending: Sending, lane: number): Promise<void> {
  const { site, seeds, load, isStopping } = sending;
  for (let turn = 0; !isStopping(); turn += 1) {
    const key = `answer-${lane}-${turn}`;
    const surveyId = seeds.surveyIds[(turn + lane) % surveys] ?? '';
    const headers = { 'idempotency-key': key };
    const body = submissionBody(surveyId, turn);
    if (await insist(load, () => post(`${site.url}/api/submit-survey`, body, headers)))
      load.acknowledged.answers.push(key);
    load.lastAccepted[lane] = Date.now();
    await sleep(20);
  }
}

async function sendRequests(sending: Sending, lane: number): Promise<void> {
  const { site, seeds, load, isStopping } = sending;
  const tokens = freshTokens(site.url);
  for (let turn = 0; !isStopping(); turn += 1) {
    const number = turn * requestLanes + lane;
    const founder = seeds.founders[number % founders] as Account;
    const key = `request-${number}`;
    const headers = { 'idempotency-key': key, authorization: `Bearer ${await tokens(founder)}` };
    if (await insist(load, () => post(`${site.url}/api/jobs`, requestBody(number), headers)))
      load.acknowledged.requests.push(key);
    await sleep(1_000);
  }
}

function requestBody(number: number): string {
  const draft: JobDraft = {
    appName: 'Bread plan',
    requestTitle: `The list stays empty, case ${number}`,
    appUrl: 'https://example.com',
    email: contact,
    issueDescriptions: ['After signing in, the list of orders is empty.'],
  };
  return JSON.stringify(draft);
}

/** Each mail comes twice at the same time, every third with a file. */
async function sendMails({ site, seeds, load, isStopping }: Sending): Promise<void> {
  for (let number = 0; !isStopping(); number += 1) {
    const text = `Mail number ${number}.`;
    const mail = mailBody(seeds.replyTo[number % mailedRequests] ?? '', text, number % 3 === 0);
    const send = () => insist(load, () => post(`${site.url}/api/webhooks/mail`, mail, signedHeaders(mail)));
    if ((await Promise.all([send(), send()])).every(Boolean)) load.acknowledged.mails.push(text);
    await sleep(400);
  }
}

function mailBody(to: string, text: string, hasFile: boolean): string {
  const file = hasFile
    ? ['--part', 'Content-Type: text/plain', 'Content-Disposition: attachment; filename=log.txt', '', text]
    : [];
  return [
    ...[`From: ${contact}`, `To: ${to}`, `Subject: ${text}`, 'Content-Type: multipart/mixed; boundary=part'],
    ...['', '--part', 'Content-Type: text/plain', '', text, ...file, '--part--', ''],
  ].join('\r\n');
}

/** By standardwebhooks.com. */
function signedHeaders(mail: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const mac = createHmac('sha256', mailSecret).update(`mail.${timestamp}.${mail}`).digest('base64');
  return { 'webhook-id': 'mail', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
}

async function approveReplies({ site, seeds, load, isStopping }: Sending, atOnce: number): Promise<void> {
  const tokens = freshTokens(site.url);
  for (const [number, conversation] of seeds.conversations.entries()) {
    if (isStopping()) return;
    const { id, founder, text } = conversation;
    const headers = { authorization: `Bearer ${await tokens(founder)}` };
    const body = JSON.stringify({ status: 'APPROVED', reply: text });
    const path = `${site.url}/api/conversations/${id}/status`;
    if (await insist(load, () => send('PATCH', path, body, headers)))
      load.acknowledged.replies.push(conversation);
    if (number >= atOnce) await sleep(2_000);
  }
}

/** Each event comes twice at the same time. */
async function deliverEvents({ site, load, isStopping }: Sending): Promise<void> {
  const { stripe, url } = site;
  const to = `${url}/api/webhooks/stripe`;
  while (!isStopping() && load.telling.told.length < mostEvents) {
    const deliver = async (event: Telling['told'][number]) => {
      for (;;) {
        const [status = 0] = await stripe.webhooks.deliver([event], { to, signedAt: Date.now() });
        if (status === 200) return;
        noteAgain(load, status);
        await sleep(250);
      }
    };
    const fresh = load.telling.next(load.telling.told.length + 2);
    await Promise.all([...fresh, ...fresh].map(deliver));
    await sleep(400);
  }
}

/** Sends until it is acknowledged. False for what was refused for good. */
async function insist(load: Load, sendOnce: () => Promise<Response>): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await sendOnce().catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response?.ok && typeof text === 'string') return true;
    const status = response?.status ?? 0;
    if (status >= 400 && status < 500 && status !== 429) {
      // An approval whose answer was lost has been taken: it can't be taken again.
      if (status === 409 && attempt > 1) return true;
      load.refused.push(`${response?.url}: ${status} ${text}`);
      return false;
    }
    noteAgain(load, status);
    await sleep(250);
  }
}

function noteAgain({ sentAgain }: Load, status: number): void {
  const reason = status === 0 ? 'no response' : String(status);
  sentAgain.set(reason, (sentAgain.get(reason) ?? 0) + 1);
}

/** Tokens last a quarter of an hour, which a whole run may not. */
function freshTokens(url: string): (founder: Account) => Promise<string> {
  const known = new Map<string, { token: string; since: number }>();
  return async (founder) => {
    let found = known.get(founder.id);
    while (!found || Date.now() - found.since > tokenLastsMs) {
      const renewed = await renewToken(url, founder).catch(() => null);
      if (renewed) found = { token: renewed.token, since: Date.now() };
      else await sleep(250);
    }
    known.set(founder.id, found);
    return found.token;
  };
}

const post = (url: string, body: string, headers: Record<string, string>) => send('POST', url, body, headers);

function send(method: string, url: string, body: string, headers: Record<string, string>): Promise<Response> {
  const signal = AbortSignal.timeout(patienceMs);
  return fetch(url, { method, body, headers: { 'content-type': 'application/json', ...headers }, signal });
}

/** The same numbers every time (mulberry32), so that a run that failed can be run again. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
