import * as z from 'zod';
import { ruleTexts, typedText, wholeText } from '#server/integrations/sources/http/html-to-text.ts';
import { dateOrNull, firstOf, name } from '#server/integrations/sources/http/response-fields.ts';
import { type AccountFacts, LinkError, type Poster } from '#server/integrations/sources/port.ts';
import { nullWithoutResponse, readAs, refuseLink } from '#server/integrations/sources/send-results.ts';
import { callForum, type Forum, readPage } from './pages.ts';

/** Exchanges the password, once, for the session that browsers get (outreach reference 2.1). */
export async function signInToForum(
  forum: Forum,
  { username, secret, signal }: Parameters<Poster['signIn']>[0],
): Promise<AccountFacts> {
  const form = { acct: username, pw: secret, goto: 'news' };
  const request = { method: 'POST' as const, form, session: null, signal };
  const response = await callForum(forum, 'login', request).catch(refuseLink);
  const session = sessionOf(response.headers);
  if (response.status === 302 && session) {
    const holder = session.slice(0, session.indexOf('&'));
    const user = await readForumUser(forum, holder, signal);
    return accountFacts(holder, session, user === 'unavailable' ? null : user);
  }
  const { notice } = readPage(response);
  if (notice?.kind === 'captcha') throw new LinkError('captcha');
  if (notice?.kind === 'logged-out') throw new LinkError('wrong-credentials');
  throw new LinkError('unavailable');
}

/** The value holds an &: all of it up to the semicolon is stored as it came. */
function sessionOf(headers: Headers): string | null {
  const cookie = headers.getSetCookie().find((each) => each.startsWith('user='));
  const value = cookie?.slice('user='.length).split(';')[0] ?? '';
  return /^[^&]{1,300}&/.test(value) ? value : null;
}

/** Only pages for signed-in users have a link to log out. */
export async function isForumSessionValid(
  forum: Forum,
  session: string | null,
  signal: AbortSignal,
): Promise<boolean | null> {
  const response = await callForum(forum, 'news', { session, signal }).catch(nullWithoutResponse);
  if (response?.status !== 200 || response.body.trim() === '') return null;
  const { hasLogoutLink, notice } = readPage(response);
  return hasLogoutLink || (notice === null ? false : null);
}

/** The page of guidelines to which the forum's pages lead; where there is none, forums answer without an error. */
export async function readForumRules(
  forum: Forum,
  session: string | null,
  signal: AbortSignal,
): Promise<string[]> {
  const request = { session, signal };
  const response = await callForum(forum, 'newsguidelines.html', request).catch(nullWithoutResponse);
  const text = response?.status === 200 ? wholeText(response.body) : '';
  return /\b(guidelines|rules)\b/i.test(text) ? ruleTexts([text]) : [];
}

/** An account that shows the code in its profile is proved (outreach reference 2.5). */
export async function proveForumAccount(
  forum: Forum,
  { username, code, signal }: Parameters<NonNullable<Poster['prove']>>[0],
): Promise<AccountFacts> {
  const user = await readForumUser(forum, username, signal);
  if (user === 'unavailable') throw new LinkError('unavailable');
  if (!user?.about.split(/[^\w-]+/).includes(code)) throw new LinkError('not-found');
  return accountFacts(user.id, null, user);
}

function accountFacts(
  username: string,
  session: string | null,
  user: { created?: number; karma?: number } | null,
): AccountFacts {
  const createdAt = dateOrNull(user?.created && user.created * 1000);
  return { username, session, createdAt, karma: user?.karma ?? null };
}

// ---- the public interface ----------------------------------------------------------------------

/** Made to be read item by item, and without a limit (outreach reference 1.2). */
export const apiLimit = { requests: 200, seconds: 10 };
/** Number of an account's newest posts to read. */
const mostPosts = 30;
/** Bytes: some accounts name a hundred thousand posts. */
const largestUser = 2_000_000;

const user = z.object({
  id: name,
  about: z.string().optional(),
  created: z.number().optional(),
  karma: z.int32().optional().catch(undefined),
  submitted: firstOf(z.int(), mostPosts).default([]),
});

/** A user by the forum's public interface; null for none, 'unavailable' without a response. */
export async function readForumUser({ addresses, client }: Forum, name: string, signal: AbortSignal) {
  const url = `${addresses.api}/v0/user/${encodeURIComponent(name)}.json`;
  const request = { largest: largestUser, limit: apiLimit, signal };
  const response = await client.call(url, request).catch(nullWithoutResponse);
  const read = response?.status === 200 ? readAs(user.nullable(), response) : null;
  if (read) return { ...read, about: typedText(read.about ?? '') };
  return response?.status === 200 && response.body.trim() === 'null' ? null : 'unavailable';
}
