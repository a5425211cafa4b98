import { createHash } from 'node:crypto';
import type { Post, Posts } from '#fakes/sources/source-fake.ts';

/** The reader of a page, and the round of forms. */
export type Reader = { posts: Posts; holder: string | null; round: number };

export const expired = 'Unknown or expired link.';
export const loggedOut = 'You have to be logged in to comment.<br><br>';
export const throttled = "Sorry, we're not able to serve your requests this quickly.";

/** Notices at '/x', by the name in its address. */
export const notices: Record<string, string> = {
  toofast: "You're posting too fast. Please slow down. Thanks.",
  'comment-empty': 'Please try again.',
};

/** Rows of a thread on one page. */
const rowsPerPage = 30;

const bar = (inner: string) =>
  `<tr><td bgcolor="#ff6600"><table><tr><td><span class="pagetop">${inner}</span></td></tr></table></td></tr>`;

function page(title: string, top: string, rows: string): string {
  return `<html lang="en"><head><title>${title}</title></head><body><center><table id="hnmain">${bar(top)}
<tr><td>${rows}</td></tr></table></center></body></html>`;
}

function navigation(holder: string | null): string {
  if (holder === null) return '<b>Forum</b> <a href="newest">new</a> | <a href="login?goto=news">login</a>';
  return `<b>Forum</b> <a href="newest">new</a> | <a id="me" href="user?id=${holder}">${holder}</a>
(<span id="karma">12</span>) | <a id="logout" href="logout?auth=7f3a&amp;goto=news">logout</a>`;
}

/** A thread, or the part of it under a comment, with the form as visitors see it too. */
export function itemPage({ posts, holder, round }: Reader, item: Post, number: number): string {
  const rows = rowsUnder(posts, item, 0, holder);
  const shown = rows.slice((number - 1) * rowsPerPage, number * rowsPerPage).join('\n');
  const hasMore = rows.length > number * rowsPerPage;
  const more = hasMore
    ? `<a href="item?id=${item.id}&amp;p=${number + 1}" class="morelink" rel="next">More</a>`
    : '';
  const form = item.locked ? '' : commentForm(holder, item.id, `item?id=${item.id}`, round);
  const head = `<table class="fatitem">${headRow(item)}<tr><td>${form}</td></tr></table>`;
  return page(
    escapeHtml(item.title),
    navigation(holder),
    `${head}<table class="comment-tree">${shown}</table>${more}`,
  );
}

/** The page for one answer has a bar of its own, without a name in it. */
export function replyPage({ holder, round }: Reader, item: Post, goto: string): string {
  const form = item.locked ? '' : commentForm(holder, item.id, goto, round);
  return page('Add Comment', '<b>Add Comment</b>', `<table class="fatitem">${headRow(item)}</table>${form}`);
}

/** The form once more, with what was typed, below the forum's own words where it has some. */
export function formPage({ holder, round }: Reader, parent: number, text: string, message = ''): string {
  const words = message ? `<font color="#ff6600">${escapeHtml(message)}</font><br><br>` : '';
  const form = commentForm(holder, parent, `item?id=${parent}`, round, text);
  return page('Add Comment', '<b>Add Comment</b>', `${words}${form}`);
}

export function threadsPage({ posts, holder }: Reader, name: string): string {
  const own = posts.all().filter(({ author, isComment }) => author === name && isComment);
  const rows = own.toReversed().map((item) => commentRow(item, 0, holder, true));
  return page(`${name}'s comments`, navigation(holder), `<table>${rows.join('\n')}</table>`);
}

export function messagePage(words: string): string {
  return `<html><body>${words}</body></html>`;
}

export function loginPage(words = ''): string {
  const fields = '<tr><td>username:</td><td><input type="text" name="acct"></td></tr>';
  const secret = '<tr><td>password:</td><td><input type="password" name="pw"></td></tr>';
  return `<html><body>${words}<b>Login</b><br><form method="post"><input type="hidden" name="goto" value="news">
<table>${fields}${secret}</table><input type="submit" value="login"></form>
<b>Create Account</b><form method="post"><input type="hidden" name="creating" value="t"><table>${fields}${secret}</table>
<input type="submit" value="create account"></form></body></html>`;
}

export const captchaPage = `<html><body>Validation required. If this doesn't work, you can email us.<br>
<form method="post"><div class="g-recaptcha" data-sitekey="fake-site"></div><input type="submit" value="login"></form>
</body></html>`;

function commentForm(holder: string | null, parent: number, goto: string, round: number, text = ''): string {
  return `<form action="comment" method="post"><input type="hidden" name="parent" value="${parent}">
<input type="hidden" name="goto" value="${escapeHtml(goto)}">
<input type="hidden" name="hmac" value="${formToken(holder, parent, round)}">
<textarea name="text" rows="8" cols="80" wrap="virtual">${escapeHtml(text)}</textarea><br><br>
<input type="submit" value="add comment"></form>`;
}

function headRow(item: Post): string {
  if (item.isComment) return commentRow(item, null, null, false);
  return `<tr class="athing submission" id="${item.id}"><td class="title"><a href="item?id=${item.id}">${escapeHtml(item.title)}</a></td></tr>
<tr><td class="subtext">by <a href="user?id=${item.author}" class="hnuser">${item.author}</a> ${age(item)}</td></tr>
<tr><td><div class="toptext">${item.body}</div></td></tr>`;
}

function rowsUnder(posts: Posts, { id, threadId }: Post, depth: number, holder: string | null): string[] {
  return posts
    .in(threadId)
    .filter((item) => item.isComment && item.parentId === id && !item.dead && !item.deleted)
    .flatMap((item) => [
      commentRow(item, depth, holder, false),
      ...rowsUnder(posts, item, depth + 1, holder),
    ]);
}

function commentRow(item: Post, depth: number | null, holder: string | null, withStory: boolean): string {
  const indent =
    depth === null ? '' : `<td class="ind" indent="${depth}"><img src="s.gif" width="${depth * 40}"></td>`;
  const mark = item.author === holder ? '<font color="#ff6600">*</font>' : '<a class="clicky">up</a>';
  const parent = `<a href="item?id=${item.parentId}">parent</a>`;
  const story = withStory ? ` | on: <a href="item?id=${item.threadId}">the story</a>` : '';
  return `<tr class="athing comtr" id="${item.id}"><td><table><tr>${indent}<td class="votelinks">${mark}</td><td class="default">
<span class="comhead"><a href="user?id=${item.author}" class="hnuser">${item.author}</a> ${age(item)} <span class="navs">| ${parent}${story}</span></span>
<div class="comment"><div class="commtext c00">${item.body}</div><div class="reply"><p><a href="reply?id=${item.id}">reply</a></div></div>
</td></tr></table></td></tr>`;
}

function age({ id, createdAt }: Post): string {
  const utc = createdAt.toISOString().slice(0, 19);
  const seconds = Math.floor(createdAt.getTime() / 1000);
  return `<span class="age" title="${utc} ${seconds}"><a href="item?id=${id}">1 minute ago</a></span>`;
}

/** Stories for whoever tries the forum by hand, newest first. */
export function storiesPage({ posts, holder }: Reader): string {
  const rows = posts
    .search('')
    .filter(({ isComment }) => !isComment)
    .map(({ id, title }) => `<p><a href="item?id=${id}">${escapeHtml(title)}</a></p>`);
  return messagePage(`${navigation(holder)}${rows.join('\n')}`);
}

/** Somebody's profile, with the form to change it where it is the reader's own. */
export function profilePage({ holder }: Reader, user?: { id: string; about: string }): string {
  if (!user) return messagePage('No such user.');
  const words = `<b>${escapeHtml(user.id)}</b><p>${asHtml(user.about)}</p>`;
  if (holder !== user.id) return messagePage(words);
  return messagePage(`${words}<form action="xuser" method="post">
<textarea name="about" rows="5" cols="60">${escapeHtml(user.about)}</textarea><br><input type="submit" value="update"></form>`);
}

/** The token of a form belongs to a reader, a post and a round: after `round` rises, forms fetched before are stale. */
export function formToken(holder: string | null, parent: number, round: number): string {
  return createHash('sha1').update(`${holder}|${parent}|${round}`).digest('hex');
}

/** Text as the forum shows it: paragraphs, stars for italics, addresses linked and cut. */
export function asHtml(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) =>
      escapeHtml(paragraph)
        .replace(/\*([^*\s][^*]*)\*/g, '<i>$1</i>')
        .replace(/https?:&#x2F;&#x2F;[^\s<>]*[^\s<>.,!?)]/g, (url) => {
          const short = url.length > 70 ? `${url.slice(0, 60)}...` : url;
          return `<a href="${url}" rel="nofollow">${short}</a>`;
        }),
    )
    .join('<p>');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('/', '&#x2F;');
}
