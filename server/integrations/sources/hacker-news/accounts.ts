import { wholeText } from '#server/integrations/sources/http/html-to-text.ts';
import { dateOrNull } from '#server/integrations/sources/http/response-fields.ts';
import { type AccountFacts, LinkError, type Poster } from '#server/integrations/sources/port.ts';
import { ruleTexts } from '#server/integrations/sources/rule-texts.ts';
import { refuseLink } from '#server/integrations/sources/send-results.ts';
import { readForumUser } from './api.ts';
import { readPage } from './pages.ts';
import { callForum, type Forum } from './session.ts';

type SignIn = Parameters<Poster['signIn']>[0];
type Proof = Parameters<NonNullable<Poster['prove']>>[0];

/** Exchanges the password, once, for the session that browsers get (outreach reference 2.1). */
export async function signInToForum(
  forum: Forum,
  sendsTo: (host: string) => boolean,
  { host, username, secret, signal }: SignIn,
): Promise<AccountFacts> {
  if (!sendsTo(host)) throw new LinkError('not-allowed');
  const form = { acct: username, pw: secret, goto: 'news' };
  const call = { method: 'POST' as const, form, session: null, signal };
  const answer = await callForum(forum, 'login', call).catch(refuseLink);
  const session = sessionOf(answer.headers);
  if (answer.status === 302 && session) {
    return factsOf(forum, { username: session.slice(0, session.indexOf('&')), session, signal });
  }
  const { notice } = readPage(answer);
  if (notice?.kind === 'captcha') throw new LinkError('captcha');
  if (notice?.kind === 'logged-out') throw new LinkError('wrong-credentials');
  throw new LinkError('unavailable');
}

/** Only pages for signed-in users have a link to log out. */
export async function isForumSessionValid(
  forum: Forum,
  session: string | null,
  signal: AbortSignal,
): Promise<boolean | null> {
  const answer = await callForum(forum, 'news', { session, signal }).catch(() => null);
  if (answer?.status !== 200 || answer.body.trim() === '') return null;
  const { hasLogoutLink, notice } = readPage(answer);
  return hasLogoutLink || (notice === null ? false : null);
}

/** The page of guidelines to which the forum's pages lead; where there is none, forums answer without an error. */
export async function readForumRules(
  forum: Forum,
  session: string | null,
  signal: AbortSignal,
): Promise<string[]> {
  const answer = await callForum(forum, 'newsguidelines.html', { session, signal }).catch(() => null);
  const text = answer?.status === 200 ? wholeText(answer.body) : '';
  return /\b(guidelines|rules)\b/i.test(text) ? ruleTexts([text]) : [];
}

/** An account that shows the code in its profile is proved (outreach reference 2.5). */
export async function proveForumAccount(
  forum: Forum,
  { username, code, signal }: Proof,
): Promise<AccountFacts> {
  const user = await readForumUser(forum, username, signal);
  if (user === 'unavailable') throw new LinkError('unavailable');
  if (!user?.about.split(/[^\w-]+/).includes(code)) throw new LinkError('not-found');
  return accountFacts({ username: user.id, session: null }, user);
}

/** The value holds an &: all of it up to the semicolon is kept as it came. */
function sessionOf(headers: Headers): string | null {
  const cookie = headers.getSetCookie().find((each) => each.startsWith('user='));
  const value = cookie?.slice('user='.length).split(';')[0] ?? '';
  return /^[^&]{1,300}&/.test(value) ? value : null;
}

async function factsOf(
  forum: Forum,
  { signal, ...account }: { username: string; session: string; signal: AbortSignal },
): Promise<AccountFacts> {
  const user = await readForumUser(forum, account.username, signal);
  return accountFacts(account, user === 'unavailable' ? null : user);
}

function accountFacts(
  account: Pick<AccountFacts, 'username' | 'session'>,
  user: { created?: number; karma?: number } | null,
): AccountFacts {
  const createdAt = dateOrNull(user?.created && user.created * 1000);
  return { ...account, createdAt, karma: user?.karma ?? null };
}
