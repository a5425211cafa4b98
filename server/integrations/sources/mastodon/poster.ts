import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { noticeText, typedText } from '#server/integrations/sources/http/html-to-text.ts';
import type { HttpResponse } from '#server/integrations/sources/http/http.ts';
import {
  address,
  dateOrNull,
  firstOf,
  id,
  lastOf,
  name,
} from '#server/integrations/sources/http/response-fields.ts';
import { pickReply } from '#server/integrations/sources/pick-reply.ts';
import {
  LinkError,
  type Poster,
  type PostingAccount,
  type SendResult,
} from '#server/integrations/sources/port.ts';
import { ruleTexts } from '#server/integrations/sources/rule-texts.ts';
import {
  answerOrNull,
  answerWithoutReply,
  askFor,
  checkLinkAnswer,
  isAnsweredAs,
  nothingSent,
  outcomeBeforeSending,
  outcomeOfSilence,
  outcomeOfStatus,
  readAs,
  refuseLink,
  unseen,
} from '#server/integrations/sources/send-results.ts';
import { isWebAddress } from '#shared/rules/text/web-address.ts';

type Send = Parameters<Poster['send']>[0];

const status = z.object({
  id,
  url: address,
  uri: address,
  created_at: z.string(),
  in_reply_to_id: z.string().nullish(),
  visibility: z.enum(['public', 'unlisted', 'private', 'direct']).catch('public'),
  content: z.string().default(''),
  account: z.object({ acct: name }),
});
type Status = z.output<typeof status>;

const holder = z.object({ acct: name, username: name, created_at: z.string().nullish() });
const refusal = z.object({ error: z.string() });
const rule = z.object({ text: z.string(), hint: z.string().nullish() });
/** As https://docs.joinmastodon.org/methods/instance/#rules has it. */
const ruleList = z
  .array(rule)
  .transform((rules) => ruleTexts(rules.map(({ text, hint }) => [text, hint].filter(Boolean).join(' '))));

/** Mastodon, from an access token. The post is looked up on the account's own instance, wherever it was found. */
export function mastodonPoster(client: SourceClient): Poster {
  return {
    sendsTo: (host) => client.baseOf(host) !== null,
    replyUrl: ({ url }) => url,
    // The key is remembered for an hour only, so a lost answer is read back.
    isIdempotent: false,
    send: (given) => sendStatus(client, given),
    async readBack({ account, target, signal, ...given }) {
      const base = client.baseOf(account.host);
      const parent = base && (await findStatus(client, account, target.url, signal).catch(() => null));
      if (!base || !parent) return { found: 'unreadable' };
      if ('status' in parent) return unseen(account, outcomeOf(parent, client.now()));
      const context = await askFor(
        client,
        ownReplies(parent, account),
        `${base}/api/v1/statuses/${encodeURIComponent(parent.id)}/context`,
        { headers: bearer(account), largest: largestThread, signal },
      );
      if (!context) return { found: 'unreadable' };
      const replies = context.descendants.map((reply) => seenReply(base, reply));
      return pickReply(replies, { ...given, text: given.text && asShown(given.text) });
    },
    async isSessionValid(account, signal) {
      const base = client.baseOf(account.host);
      const call = { headers: bearer(account), signal };
      if (!base) return null;
      return isAnsweredAs(client, holder, `${base}/api/v1/accounts/verify_credentials`, call);
    },
    async checkPosted({ url, externalId }, signal) {
      const base = client.baseOf(URL.parse(url)?.host ?? '');
      const path = `/api/v1/statuses/${encodeURIComponent(externalId)}`;
      const answer = base && (await answerOrNull(client, base + path, { signal }));
      if (!answer) return 'unknown';
      if (answer.status === 404 || answer.status === 410) return 'removed';
      return readAs(status, answer) ? 'standing' : 'unknown';
    },
    async readRules(account, signal) {
      const base = client.baseOf(account.host);
      const call = { headers: bearer(account), signal };
      return (base && (await askFor(client, ruleList, `${base}/api/v1/instance/rules`, call))) || [];
    },
    signIn: (given) => signInToMastodon(client, given),
  };
}

async function signInToMastodon(
  client: SourceClient,
  { host, username, secret, signal }: Parameters<Poster['signIn']>[0],
): ReturnType<Poster['signIn']> {
  const base = client.baseOf(host);
  if (!base) throw new LinkError('not-allowed');
  const call = { headers: { authorization: `Bearer ${secret}` }, signal };
  const answer = await client.call(`${base}/api/v1/accounts/verify_credentials`, call).catch(refuseLink);
  checkLinkAnswer(answer);
  const found = readAs(holder, answer);
  if (!found) throw new LinkError('not-found');
  if (username !== '' && !isNamed(username, found, host)) throw new LinkError('wrong-credentials');
  const createdAt = dateOrNull(found.created_at);
  return { username: found.acct, session: secret, createdAt, karma: null };
}

async function sendStatus(client: SourceClient, given: Send): Promise<SendResult> {
  const { account, target, key, signal } = given;
  const base = client.baseOf(account.host);
  if (!base || account.session === null) return { outcome: 'logged-out', text: '' };
  let parent: Status | HttpResponse | null;
  try {
    parent = await findStatus(client, account, target.url, signal);
  } catch (error) {
    return outcomeBeforeSending(error);
  }
  if (!parent) return { outcome: 'closed', text: '' };
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
    if (!posted) return answerWithoutReply;
    return { outcome: 'posted', externalId: posted.id, url: addressOf(base, posted) };
  } catch (error) {
    return outcomeOfSilence(error);
  }
}

/** The instance's own copy of a post; an answer that is no success as it came, null when it knows no such post. */
async function findStatus(
  client: SourceClient,
  account: PostingAccount,
  url: string,
  signal: AbortSignal,
): Promise<Status | HttpResponse | null> {
  const query = new URLSearchParams({ q: url, type: 'statuses', resolve: 'true', limit: '1' });
  const call = { headers: bearer(account), signal };
  const answer = await client.call(`${client.baseOf(account.host)}/api/v2/search?${query}`, call);
  if (answer.status !== 200) return answer;
  return readAs(z.object({ statuses: firstOf(status, 1) }), answer)?.statuses[0] ?? null;
}

/** Name the author, or Mastodon notifies no one of the reply. */
function addressed(text: string, parent: Status, account: PostingAccount): string {
  const name = `@${parent.account.acct}`;
  const isNamedAlready = text.toLowerCase().includes(name.toLowerCase());
  return isNamedAlready || parent.account.acct === account.username ? text : `${name} ${text}`;
}

function outcomeOf(answer: HttpResponse, now: number): SendResult {
  const words = noticeText(readAs(refusal, answer)?.error ?? '');
  return outcomeOfStatus(answer, now, words) ?? { outcome: 'refused', text: words };
}

/** Bytes of a thread with some thousand replies. */
const largestThread = 3_000_000;
/** Number of one account's replies to a post to read. */
const mostReplies = 10;

/** Long threads hold replies of many: only the account's own to this post are read. */
function ownReplies(parent: Status, account: PostingAccount) {
  const isOwn = (given: unknown) => {
    const reply = given as { in_reply_to_id?: unknown; account?: { acct?: unknown } | null } | null;
    return reply?.in_reply_to_id === parent.id && reply.account?.acct === account.username;
  };
  return z.object({ descendants: lastOf(status, mostReplies, isOwn) });
}

function seenReply(base: string, reply: Status) {
  const text = asShown(typedText(reply.content));
  return { externalId: reply.id, url: addressOf(base, reply), text, writtenAt: dateOrNull(reply.created_at) };
}

/** Without the mentions that begin it, and the hosts of all others: they are not shown. */
function asShown(text: string): string {
  return text
    .replace(/(@[\p{L}\p{N}_.-]+)@[\p{L}\p{N}_.-]*[\p{L}\p{N}_]/gu, '$1')
    .replace(/^(\s*@[\w.-]+)+\s*/, '');
}

function isNamed(typed: string, { acct, username }: z.output<typeof holder>, host: string): boolean {
  const name = typed.replace(/^@/, '').toLowerCase();
  return [acct, username, `${username}@${host}`].some((each) => each.toLowerCase() === name);
}

/** Falls back to its own page when the address is not on the web. */
function addressOf(base: string, { id, url, uri, account }: Status): string {
  const page = url ?? uri ?? '';
  return isWebAddress(page) ? page : `${base}/@${encodeURIComponent(account.acct)}/${encodeURIComponent(id)}`;
}

const bearer = ({ session }: PostingAccount): Record<string, string> =>
  session === null ? {} : { authorization: `Bearer ${session}` };
