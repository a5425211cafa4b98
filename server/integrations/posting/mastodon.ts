import { parse } from 'node-html-parser';
import * as z from 'zod';
import { isWebAddress } from '#shared/rules/web-address.ts';
import {
  answerOrNull,
  askFor,
  checkLinkAnswer,
  nothingSent,
  outcomeBeforeSending,
  outcomeOfSilence,
  outcomeOfStatus,
  readAs,
  refuseLink,
} from './answers.ts';
import { apiPlace } from './api-place.ts';
import { pickReply } from './fitting-replies.ts';
import { plainWords } from './plain-words.ts';
import { LinkError, type Poster, type PostingAccount, type SendResult } from './port.ts';
import type { Answer, PosterClient } from './poster-client.ts';

type Send = Parameters<Poster['send']>[0];

const status = z.object({
  id: z.string(),
  url: z.string().nullish(),
  uri: z.string().default(''),
  created_at: z.string(),
  in_reply_to_id: z.string().nullish(),
  visibility: z.enum(['public', 'unlisted', 'private', 'direct']).catch('public'),
  content: z.string().default(''),
  account: z.object({ id: z.string(), acct: z.string(), username: z.string() }),
});
type Status = z.output<typeof status>;

const holder = z.object({ acct: z.string(), username: z.string(), created_at: z.string().nullish() });
const refusal = z.object({ error: z.string() });

/** Mastodon, from an access token. The post is looked up on the account's own instance, wherever it was found. */
export function mastodonPoster(client: PosterClient): Poster {
  return {
    ...apiPlace(client),
    // The key is remembered for an hour only, so a lost answer is read back.
    isIdempotent: false,
    send: (given) => sendStatus(client, given),
    async readBack({ account, target, signal, ...given }) {
      const base = client.baseOf(account.host);
      const parent = base && (await findStatus(client, account, target.url, signal).catch(() => null));
      if (!base || !parent || 'status' in parent) return { found: 'unreadable' };
      const context = await askFor(
        client,
        z.object({ descendants: z.array(status) }),
        `${base}/api/v1/statuses/${parent.id}/context`,
        { headers: bearer(account), signal },
      );
      if (!context) return { found: 'unreadable' };
      const own = context.descendants.filter(
        (reply) => reply.in_reply_to_id === parent.id && reply.account.acct === account.username,
      );
      const replies = own.map((reply) => seenReply(base, reply));
      return pickReply(replies, { ...given, text: given.text && withoutMentions(given.text) });
    },
    async checkStanding({ url, externalId }, signal) {
      const base = client.baseOf(URL.parse(url)?.host ?? '');
      const path = `/api/v1/statuses/${encodeURIComponent(externalId)}`;
      const answer = base && (await answerOrNull(client, base + path, { signal }));
      if (!answer) return 'unknown';
      if (answer.status === 404 || answer.status === 410) return 'removed';
      return readAs(status, answer) ? 'standing' : 'unknown';
    },
    async signIn({ host, username, secret, signal }) {
      const base = client.baseOf(host);
      if (!base) throw new LinkError('not-allowed');
      const call = { headers: { authorization: `Bearer ${secret}` }, signal };
      const answer = await client.call(`${base}/api/v1/accounts/verify_credentials`, call).catch(refuseLink);
      checkLinkAnswer(answer);
      const found = readAs(holder, answer);
      if (!found) throw new LinkError('not-found');
      if (username !== '' && !isNamed(username, found, host)) throw new LinkError('wrong-credentials');
      const createdAt = found.created_at ? new Date(found.created_at) : null;
      return { username: found.acct, session: secret, createdAt, karma: null };
    },
  };
}

async function sendStatus(client: PosterClient, given: Send): Promise<SendResult> {
  const { account, target, key, signal } = given;
  const base = client.baseOf(account.host);
  if (!base || account.session === null) return { outcome: 'logged-out', text: '' };
  let parent: Status | Answer | null;
  try {
    parent = await findStatus(client, account, target.url, signal);
  } catch (error) {
    return outcomeBeforeSending(error);
  }
  if (!parent) return { outcome: 'closed', text: `${account.host} does not find the post any more.` };
  if ('status' in parent) return nothingSent(outcomeOf(parent, client.now()));
  const json = {
    status: addressed(given.text, parent, account),
    in_reply_to_id: parent.id,
    visibility: parent.visibility,
  };
  try {
    const headers = { ...bearer(account), 'idempotency-key': key };
    const answer = await client.call(`${base}/api/v1/statuses`, { method: 'POST', headers, json, signal });
    if (answer.status !== 200) return outcomeOf(answer, client.now());
    const posted = readAs(status, answer);
    return {
      outcome: 'posted',
      externalId: posted?.id ?? null,
      url: posted ? addressOf(base, posted) : null,
    };
  } catch (error) {
    return outcomeOfSilence(error);
  }
}

/** The instance's own copy of a post; an answer that is no success as it came, null when it knows no such post. */
async function findStatus(
  client: PosterClient,
  account: PostingAccount,
  url: string,
  signal: AbortSignal,
): Promise<Status | Answer | null> {
  const query = new URLSearchParams({ q: url, type: 'statuses', resolve: 'true', limit: '1' });
  const call = { headers: bearer(account), signal };
  const answer = await client.call(`${client.baseOf(account.host)}/api/v2/search?${query}`, call);
  if (answer.status !== 200) return answer;
  return readAs(z.object({ statuses: z.array(status) }), answer)?.statuses[0] ?? null;
}

/** Nobody is told of a reply that does not name them. */
function addressed(text: string, parent: Status, account: PostingAccount): string {
  const name = `@${parent.account.acct}`;
  const isNamedAlready = text.toLowerCase().includes(name.toLowerCase());
  return isNamedAlready || parent.account.acct === account.username ? text : `${name} ${text}`;
}

function outcomeOf(answer: Answer, now: number): SendResult {
  const words = plainWords(readAs(refusal, answer)?.error ?? '');
  return outcomeOfStatus(answer, now, words) ?? { outcome: 'refused', text: words };
}

function seenReply(base: string, reply: Status) {
  const page = parse(reply.content);
  // Mentions are shown without their host, and addresses cut.
  for (const link of page.querySelectorAll('a')) {
    const isMention = link.classList.contains('mention');
    link.textContent = isMention ? link.textContent : (link.getAttribute('href') ?? '');
  }
  const text = withoutMentions(page.textContent);
  return { externalId: reply.id, url: addressOf(base, reply), text, writtenAt: new Date(reply.created_at) };
}

function withoutMentions(text: string): string {
  return text.replace(/^(\s*@[\w.-]+(@[\w.-]+)?)+\s*/, '');
}

function isNamed(typed: string, { acct, username }: z.output<typeof holder>, host: string): boolean {
  const name = typed.replace(/^@/, '').toLowerCase();
  return [acct, username, `${username}@${host}`].some((each) => each.toLowerCase() === name);
}

/** Its own page stands for an address that is none of the web. */
function addressOf(base: string, { id, url, uri, account }: Status): string {
  const address = url ?? uri;
  return isWebAddress(address) ? address : `${base}/@${encodeURIComponent(account.acct)}/${id}`;
}

const bearer = ({ session }: PostingAccount): Record<string, string> =>
  session === null ? {} : { authorization: `Bearer ${session}` };
