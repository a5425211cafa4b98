import type { HTMLElement } from 'node-html-parser';
import { typedText } from '#server/integrations/sources/http/html-to-text.ts';
import { NoResponseError } from '#server/integrations/sources/http/http.ts';
import { dateOrNull } from '#server/integrations/sources/http/response-fields.ts';
import { pickReply, type SeenReply } from '#server/integrations/sources/pick-reply.ts';
import type { Poster, ReadBack } from '#server/integrations/sources/port.ts';
import { readBackFromApi } from './api.ts';
import { type ForumPage, readPage } from './pages.ts';
import { callForum, type Forum } from './session.ts';

type Given = Parameters<Poster['readBack']>[0];

/** Pages of one thread that are read. */
const mostPages = 5;

/**
 * Looks on the thread, then on the account's own page. The pages know a reply before the public interfaces do; these
 * serve accounts without a session.
 */
export async function readBackFromForum(forum: Forum, given: Given): Promise<ReadBack> {
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

/** Direct answers stand without indent on the page of what they answer. */
async function repliesOnThread(
  forum: Forum,
  given: Given,
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
  { account, signal }: Given,
  path: string,
): Promise<ForumPage | null> {
  const call = { session: account.session, signal };
  const answer = await callForum(forum, path, call).catch((error: unknown) => {
    if (error instanceof NoResponseError) return null;
    throw error;
  });
  if (answer?.status !== 200 || answer.body.trim() === '') return null;
  const page = readPage(answer);
  return page.notice ? null : page;
}

function repliesUnderParent(forum: Forum, given: Given): (row: HTMLElement) => SeenReply[] {
  const read = ownReply(forum, given);
  return (row) => {
    const parent = row.querySelectorAll('a').find((link) => link.textContent.trim() === 'parent');
    const id = /(?:item\?id=|#)(\d+)$/.exec(parent?.getAttribute('href') ?? '')?.[1];
    return id === given.target.externalId ? read(row) : [];
  };
}

function ownReply({ addresses }: Forum, { account, target }: Given): (row: HTMLElement) => SeenReply[] {
  return (row) => {
    const author = row.querySelector('a.hnuser')?.textContent.trim();
    const words = row.querySelector('.commtext');
    if (author !== account.username || !words || row.id === target.externalId) return [];
    return [
      {
        externalId: row.id,
        url: `${addresses.site}/item?id=${row.id}`,
        text: textOf(words),
        writtenAt: ageOf(row),
      },
    ];
  };
}

/** Older pages keep the link to reply inside a comment. */
function textOf(words: HTMLElement): string {
  for (const part of words.querySelectorAll('.reply')) part.remove();
  return typedText(words.innerHTML);
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
