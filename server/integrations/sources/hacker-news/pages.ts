import type { HTMLElement } from 'node-html-parser';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { noticeText, parsePage } from '#server/integrations/sources/http/html-to-text.ts';
import { type HttpRequest, type HttpResponse, notSent } from '#server/integrations/sources/http/http.ts';

export type Forum = {
  addresses: { algolia: string; api: string; site: string };
  client: SourceClient;
};

/** Bytes; the pages of the longest threads stay below it. */
const largestPage = 2_000_000;

/** Calls a page of the forum as the holder of a session, which goes nowhere else. @throws NoResponseError. */
export async function callForum(
  { addresses, client }: Forum,
  path: string,
  { session, ...call }: HttpRequest & { session: string | null },
): Promise<HttpResponse> {
  const headers = { ...call.headers, ...(session !== null && { cookie: `user=${session}` }) };
  const url = URL.parse(path, `${addresses.site}/`);
  if (url?.origin !== new URL(addresses.site).origin) throw notSent();
  return client.call(url.href, { ...call, headers, largest: largestPage });
}

/** The page that holds the form: the thread itself, or a page of its own for a reply to a comment. */
export function formPath({ threadId, externalId }: { threadId: string; externalId: string }): string {
  const id = encodeURIComponent(externalId);
  if (externalId === threadId) return `item?id=${id}`;
  return `reply?id=${id}&goto=${encodeURIComponent(`item?id=${threadId}#${externalId}`)}`;
}

// ---- reading a page ----------------------------------------------------------------------------

export type CommentForm = { parent: string; goto: string; hmac: string };

/** A form on a page, and what is typed in it. */
export type FilledForm = { form: CommentForm; text: string };

/** Notice on a page, with or without a thread; `expired` is a form with an old token. */
export type Notice = {
  kind: 'too-fast' | 'captcha' | 'logged-out' | 'busy' | 'expired' | 'refused';
  text: string;
};

export type ForumPage = {
  hasLogoutLink: boolean;
  /** The form that answers `parent`; null where there is none. */
  findForm(parent: string): FilledForm | null;
  /** Null for a thread, whatever people wrote in it. */
  notice: Notice | null;
  rows: HTMLElement[];
  nextPage: string | null;
};

/** Reads a page of the forum (outreach reference 2.1 to 2.3). */
export function readPage({ body, url }: Pick<HttpResponse, 'body' | 'url'>): ForumPage {
  const page = parsePage(body);
  return {
    hasLogoutLink: page.querySelector('a[href^="logout"]') !== null,
    findForm: (parent) => findForm(page, url, parent),
    notice: readNotice(page),
    rows: page.querySelectorAll('tr.athing'),
    nextPage: page.querySelector('a.morelink')?.getAttribute('href') ?? null,
  };
}

function findForm(page: HTMLElement, url: string, parent: string): FilledForm | null {
  for (const form of page.querySelectorAll('form')) {
    const action = form.getAttribute('action');
    if (!action || !leadsToComment(action, url)) continue;
    const field = (name: string) => form.querySelector(`input[name="${name}"]`)?.getAttribute('value') ?? '';
    const hmac = field('hmac');
    if (!hmac || field('parent') !== parent) continue;
    const text = form.querySelector('textarea[name="text"]')?.textContent ?? '';
    return { form: { parent, goto: field('goto'), hmac }, text };
  }
  return null;
}

/** The session goes to the forum alone, whatever a page names. */
function leadsToComment(action: string, url: string): boolean {
  const there = URL.parse(action, url);
  return there !== null && there.origin === new URL(url).origin && there.pathname === '/comment';
}

/** Longest text of a page that holds a message and nothing else. */
const longestMessage = 1_500;

/**
 * Words count only where no people's words are: on a page without a thread, or in the forum's own orange line above a
 * form.
 */
function readNotice(page: HTMLElement): Notice | null {
  const orange = page
    .querySelectorAll('font[color="#ff6600"]')
    .find((line) => line.closest('tr.athing') === null && line.textContent.trim().length > 1);
  if (orange) return noticeOf(noticeText(orange.textContent)) ?? refused(noticeText(orange.textContent));
  if (page.querySelector('tr.athing')) return null;
  const text = noticeText(page.textContent);
  if (page.textContent.length > longestMessage) return null;
  if (page.querySelector('.g-recaptcha')) return { kind: 'captcha', text };
  return noticeOf(text) ?? (page.querySelector('input[name="acct"]') ? { kind: 'logged-out', text } : null);
}

const notices: [RegExp, Notice['kind']][] = [
  [/^sorry, we're not able to serve your requests this quickly/i, 'busy'],
  [/^you're posting too fast/i, 'too-fast'],
  [/validation required/i, 'captcha'],
  [/^bad login/i, 'logged-out'],
  [/^you have to be logged in/i, 'logged-out'],
  [/^unknown or expired link/i, 'expired'],
  [/^please try again/i, 'refused'],
];

function noticeOf(text: string): Notice | null {
  const plain = text.replaceAll('’', "'");
  const fitting = notices.find(([form]) => form.test(plain));
  return fitting ? { kind: fitting[1], text } : null;
}

const refused = (text: string): Notice => ({ kind: 'refused', text });
