import type { ForumAnswer } from './answer.ts';
import { messagePage } from './pages.ts';
import { asHtml, escapeHtml, type ForumState } from './state.ts';

/** What is there to read, newest first, for whoever tries the forum by hand. */
export function storiesPage({ items }: ForumState, holder: string | null): string {
  const stories = [...items.values()].filter(({ type }) => type === 'story');
  const rows = stories
    .toSorted((a, b) => b.time - a.time)
    .map(({ id, title }) => {
      return `<p><a href="item?id=${id}">${escapeHtml(title)}</a></p>`;
    });
  const name = holder === null ? '' : escapeHtml(holder);
  const door = name
    ? `<a href="user?id=${name}">${name}</a> | <a href="logout?auth=7f3a">logout</a>`
    : '<a href="login?goto=news">login</a>';
  return messagePage(`<b>Forum</b> ${door}${rows.join('\n')}`);
}

/** Somebody's profile, with the form to change it where it is the reader's own. */
export function profilePage({ users }: ForumState, name: string, holder: string | null): string {
  const user = users.get(name);
  if (!user) return messagePage('No such user.');
  const words = `<b>${escapeHtml(user.id)}</b><p>${asHtml(user.about)}</p>`;
  if (holder !== user.id) return messagePage(words);
  return messagePage(`${words}<form action="xuser" method="post">
<textarea name="about" rows="5" cols="60">${escapeHtml(user.about)}</textarea><br><input type="submit" value="update"></form>`);
}

/** Changes the profile of whoever sends the form. */
export function takeProfile(
  { users }: ForumState,
  form: Record<string, string>,
  holder: string | null,
): ForumAnswer {
  const user = holder === null ? undefined : users.get(holder);
  if (!user) return { location: '/login?goto=news' };
  user.about = form.about ?? '';
  return { location: `/user?id=${user.id}` };
}
