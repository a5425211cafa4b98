import type { HTMLElement } from 'node-html-parser';
import * as z from 'zod';
import { typedText } from '#server/integrations/sources/http/html-to-text.ts';
import { type HttpResponse, secondsToWait } from '#server/integrations/sources/http/http.ts';
import { dateOrNull } from '#server/integrations/sources/http/response-fields.ts';
import type { Poster, ReadBack, SendResult } from '#server/integrations/sources/port.ts';
import {
  bareText,
  findAs,
  nullWithoutResponse,
  outcomeBeforeSending,
  outcomeOfSilence,
  pickReply,
  Refusal,
  readAs,
  type SeenReply,
} from '#server/integrations/sources/send-results.ts';
import { apiLimit, readForumUser } from './accounts.ts';
import {
  type CommentForm,
  callForum,
  type Forum,
  type ForumPage,
  formPath,
  type Notice,
  readPage,
} from './pages.ts';

type SendGiven = Parameters<Poster['send']>[0];
type ReadBackGiven = Parameters<Poster['readBack']>[0];

/** A result, the form to confirm, or a form whose token was too old. */
type Step = SendResult | { again: 'confirm'; form: CommentForm } | { again: 'expired'; text: string };

/** Signs in nowhere: one form is fetched and posted, as a browser does (outreach reference 2.2, flow A, and 2.3). */
export async function sendToForum(forum: Forum, given: SendGiven): Promise<SendResult> {
  const since = new Date(forum.client.now());
  try {
    let step = await postForm(forum, given, await fetchForm(forum, given));
    if ('again' in step && step.again === 'expired') {
      const seen = await readBackFromForum(forum, { ...given, since });
      if (seen.found === 'posted') return { ...seen, outcome: 'posted' };
      if (seen.found !== 'nothing') return { outcome: 'unknown', text: step.text };
      step = await postForm(forum, given, await fetchForm(forum, given));
    }
    if ('again' in step && step.again === 'confirm') step = await postForm(forum, given, step.form);
    if (!('again' in step)) return step;
    return step.again === 'confirm'
      ? { outcome: 'confirm-again', text: '' }
      : { outcome: 'refused', text: step.text };
  } catch (error) {
    return outcomeBeforeSending(error);
  }
}

/** @throws Refusal for a page without the form, NoResponseError. */
async function fetchForm(forum: Forum, { account, target, signal }: SendGiven): Promise<CommentForm> {
  const response = await callForum(forum, formPath(target), { session: account.session, signal });
  if ([403, 429, 503].includes(response.status)) throw new Refusal(throttled(response, forum.client.now()));
  if (isPathOf(response, forum, '/login')) throw new Refusal({ outcome: 'logged-out', text: '' });
  // The forum sometimes answers machines with an empty page.
  if (response.body.trim() === '') throw new Refusal({ outcome: 'busy', text: '' });
  const page = readPage(response);
  if (page.notice) throw new Refusal(outcomeOf(page.notice));
  const found = page.findForm(target.externalId);
  if (!found) throw new Refusal({ outcome: 'closed', text: '' });
  // Visitors see the form of a thread too, with a token; pages for one reply have no header to tell by.
  const isThread = target.externalId === target.threadId;
  if (isThread && !page.hasLogoutLink) throw new Refusal({ outcome: 'logged-out', text: '' });
  return found.form;
}

/** Never throws: the reply may have arrived. */
async function postForm(forum: Forum, given: SendGiven, form: CommentForm): Promise<Step> {
  const { account, text, signal } = given;
  try {
    const request = { session: account.session, signal, method: 'POST' as const, form: { ...form, text } };
    const response = await callForum(forum, 'comment', request);
    if (response.status === 429) return throttled(response, forum.client.now());
    if (response.status >= 300 && response.status < 400) return await followRedirect(forum, given, response);
    if (response.status === 200) return readStep(response, given) ?? otherPage;
    // Only the forum's own words say that it took nothing; a status may come from a machine before it.
    const { notice } = readPage(response);
    return notice?.kind === 'busy' ? outcomeOf(notice) : otherPage;
  } catch (error) {
    return outcomeOfSilence(error);
  }
}

/** The redirect after a reply tells its result. */
async function followRedirect(forum: Forum, given: SendGiven, response: HttpResponse): Promise<Step> {
  const location = response.headers.get('location') ?? '';
  if (location.includes('deadlink')) return { again: 'expired', text: '' };
  if (isPathOf(response, forum, '/item')) return { outcome: 'posted', externalId: null, url: null };
  if (isPathOf(response, forum, '/login')) return { outcome: 'logged-out', text: '' };
  if (!isPathOf(response, forum, '/x')) return otherPage;
  const request = { session: given.account.session, signal: given.signal };
  const page = await callForum(forum, location, request).catch(nullWithoutResponse);
  const step = page && readStep(page, given);
  const text = step && 'text' in step ? step.text : '';
  const name = new URL(location, response.url).searchParams.get('fnop') ?? '';
  if (name.endsWith('toofast')) return { outcome: 'too-fast', text };
  if (name === 'comment-empty') return { outcome: 'refused', text };
  if (step) return step;
  if (/^comm(ent-)?confirm$/.test(name)) return { outcome: 'confirm-again', text: '' };
  return otherPage;
}

const otherPage: SendResult = { outcome: 'unknown', text: '' };

/** The forum's own words, or the form once more. */
function readStep(response: HttpResponse, { target, text }: SendGiven): Step | null {
  const { notice, findForm } = readPage(response);
  if (notice?.kind === 'expired') return { again: 'expired', text: notice.text };
  if (notice) return outcomeOf(notice);
  const found = findForm(target.externalId);
  // An empty form may be below a thread that has the reply already.
  if (found && bareText(found.text) !== bareText(text)) return otherPage;
  return found && { again: 'confirm', form: found.form };
}

function outcomeOf({ kind, text }: Notice): SendResult {
  return { outcome: kind === 'expired' ? 'busy' : kind, text };
}

function throttled({ headers }: HttpResponse, now: number): SendResult {
  return { outcome: 'busy', text: '', retryAfterSeconds: secondsToWait(headers, now) };
}

function isPathOf({ headers, url }: HttpResponse, { addresses }: Forum, path: string): boolean {
  const there = URL.parse(headers.get('location') ?? '', url);
  return there !== null && there.origin === new URL(addresses.site).origin && there.pathname === path;
}

// ---- reading back ------------------------------------------------------------------------------

/** Pages of one thread that are read. */
const mostPages = 5;

/**
 * Looks on the thread, then on the account's own page. The pages know a reply before the public interfaces do; these
 * serve accounts without a session.
 */
export async function readBackFromForum(forum: Forum, given: ReadBackGiven): Promise<ReadBack> {
  if (given.account.session === null) return readBackFromApi(forum, given);
  const onThread = await repliesOnThread(forum, given);
  const picked = pickReply(onThread.replies, given);
  if (picked.found !== 'nothing') return picked;
  const ownPage = await readForumPage(
    forum,
    given,
    `threads?id=${encodeURIComponent(given.account.username)}`,
  );
  const onOwnPage = pickReply((ownPage?.rows ?? []).flatMap(repliesUnderParent(forum, given)), given);
  if (onOwnPage.found !== 'nothing') return onOwnPage;
  return onThread.isWhole && ownPage ? onOwnPage : { found: 'unreadable' };
}

/** Direct answers have no indent on the page of what they answer. */
async function repliesOnThread(
  forum: Forum,
  given: ReadBackGiven,
): Promise<{ replies: SeenReply[]; isWhole: boolean }> {
  const replies: SeenReply[] = [];
  let path: string | null = `item?id=${encodeURIComponent(given.target.externalId)}`;
  for (let pages = 0; path && pages < mostPages; pages++) {
    const page: ForumPage | null = await readForumPage(forum, given, path);
    if (!page || page.rows.length === 0) return { replies, isWhole: false };
    replies.push(...page.rows.filter((row) => depthOf(row) === 0).flatMap(ownReply(forum, given)));
    path = page.nextPage;
  }
  return { replies, isWhole: path === null };
}

async function readForumPage(
  forum: Forum,
  { account, signal }: ReadBackGiven,
  path: string,
): Promise<ForumPage | null> {
  const call = { session: account.session, signal };
  const response = await callForum(forum, path, call).catch(nullWithoutResponse);
  if (response?.status !== 200 || response.body.trim() === '') return null;
  const page = readPage(response);
  return page.notice ? null : page;
}

function repliesUnderParent(forum: Forum, given: ReadBackGiven): (row: HTMLElement) => SeenReply[] {
  const read = ownReply(forum, given);
  return (row) => {
    const parent = row.querySelectorAll('a').find((link) => link.textContent.trim() === 'parent');
    const id = /(?:item\?id=|#)(\d+)$/.exec(parent?.getAttribute('href') ?? '')?.[1];
    return id === given.target.externalId ? read(row) : [];
  };
}

function ownReply(
  { addresses }: Forum,
  { account, target }: ReadBackGiven,
): (row: HTMLElement) => SeenReply[] {
  return (row) => {
    const author = row.querySelector('a.hnuser')?.textContent.trim();
    const comment = row.querySelector('.commtext');
    if (author !== account.username || !comment || row.id === target.externalId) return [];
    return [
      {
        externalId: row.id,
        url: `${addresses.site}/item?id=${row.id}`,
        text: textOf(comment),
        writtenAt: ageOf(row),
      },
    ];
  };
}

/** Older pages keep the link to reply inside a comment. */
function textOf(comment: HTMLElement): string {
  for (const part of comment.querySelectorAll('.reply')) part.remove();
  return typedText(comment.innerHTML);
}

/** Null for what is no comment of a thread, such as the post at its head. */
function depthOf(row: HTMLElement): number | null {
  const cell = row.querySelector('td.ind');
  if (!cell) return null;
  const width = Number(cell.querySelector('img')?.getAttribute('width') ?? 0);
  return Number(cell.getAttribute('indent') ?? width / 40);
}

/** The title of an age: a time of UTC without its zone, and in newer pages the seconds since 1970. */
function ageOf(row: HTMLElement): Date | null {
  const [time = '', seconds] = row.querySelector('.age')?.getAttribute('title')?.split(' ') ?? [];
  const moment = seconds ? Number(seconds) * 1000 : Date.parse(`${time.replace(/Z$/, '')}Z`);
  return dateOrNull(moment);
}

// ---- the public interface ----------------------------------------------------------------------

const item = z.object({
  id: z.int(),
  by: z.string().optional(),
  parent: z.number().optional(),
  text: z.string().default(''),
  time: z.number().default(0),
  deleted: z.boolean().optional(),
  dead: z.boolean().optional(),
});

/** State of a post; moderated ones are `dead` or missing. */
export async function readForumStatus(
  { addresses, client }: Forum,
  id: string,
  signal: AbortSignal,
): ReturnType<Poster['checkPosted']> {
  const url = `${addresses.api}/v0/item/${encodeURIComponent(id)}.json`;
  const response = await client.call(url, { limit: apiLimit, signal }).catch(nullWithoutResponse);
  if (response?.status !== 200) return 'unknown';
  if (response.body.trim() === 'null') return 'removed';
  const post = readAs(item, response);
  if (!post) return 'unknown';
  return post.deleted || post.dead ? 'removed' : 'standing';
}

/** Searches for a reply among an account's newest posts. */
async function readBackFromApi(forum: Forum, given: ReadBackGiven): Promise<ReadBack> {
  const { account, target, since, signal } = given;
  const author = await readForumUser(forum, account.username, signal);
  if (author === 'unavailable') return { found: 'unreadable' };
  const replies: SeenReply[] = [];
  for (const id of author?.submitted ?? []) {
    const url = `${forum.addresses.api}/v0/item/${id}.json`;
    const post = await findAs(forum.client, item.nullable(), url, { limit: apiLimit, signal });
    if (!post) continue;
    if (post.time * 1000 < since.getTime() - 86_400_000) break;
    if (String(post.parent) !== target.externalId || post.deleted || post.dead) continue;
    replies.push({
      externalId: String(post.id),
      url: `${forum.addresses.site}/item?id=${post.id}`,
      text: typedText(post.text),
      writtenAt: dateOrNull(post.time * 1000),
    });
  }
  return pickReply(replies, given);
}
