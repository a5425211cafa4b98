import { randomBytes } from 'node:crypto';
import type { ForumAnswer } from './answer.ts';
import { type ReplyFault, throttledWords } from './faults.ts';
import { captchaPage, itemPage, loginPage, messagePage } from './pages.ts';
import { asHtml, type ForumServer, formToken } from './state.ts';

type Sent = { form: Record<string, string>; holder: string | null };
/** The reply is stored all the same, and only the answer is lost, or another. */
type LostAnswer = 'cut-after' | 'hang-after' | 'thread-page';

/** Takes a reply as the forum does, unless something is to go wrong with it. */
export function takeReply(forum: ForumServer, { form, holder }: Sent): ForumAnswer {
  const fault = forum.replyFaults.take();
  if (fault && !isLostAnswer(fault)) return failed[fault](forum, form);
  const parent = forum.state.items.get(Number(form.parent));
  if (!holder) return { html: loginPage(notLoggedIn) };
  if (!parent) return { html: messagePage('No such item.') };
  if (form.hmac !== formToken(holder, parent.id, forum.round)) return { html: messagePage(expired) };
  if (!form.text?.trim()) return lead('comment-empty');
  if (parent.closed) return { html: messagePage('You can&#x27;t comment there.') };
  forum.state.add({ type: 'comment', by: holder, parent: parent.id, text: asHtml(form.text) });
  if (fault === 'thread-page') return { html: itemPage({ ...forum, holder }, parent, 1) };
  if (fault) return fault === 'cut-after' ? 'cut' : 'silent';
  return { location: `/${form.goto || `item?id=${parent.story}`}` };
}

const notLoggedIn = 'You have to be logged in to comment.<br><br>';
const expired = 'Unknown or expired link.';

const isLostAnswer = (fault: ReplyFault): fault is LostAnswer =>
  fault === 'cut-after' || fault === 'hang-after' || fault === 'thread-page';

const failed: Record<
  Exclude<ReplyFault, LostAnswer>,
  (forum: ForumServer, form: Sent['form']) => ForumAnswer
> = {
  'too-fast': () => lead('toofast'),
  empty: () => lead('comment-empty'),
  confirm: (forum, form) => askAgain(forum, form, 'commconfirm', ''),
  refused: (forum, form) => askAgain(forum, form, 'comment-refused', 'That comment is too long.'),
  captcha: () => ({ html: captchaPage }),
  'expired-link': (forum) => {
    forum.round++;
    return { html: messagePage(expired) };
  },
  'dead-link': (forum) => {
    forum.round++;
    return { location: 'deadlink' };
  },
  'logged-out': () => ({ html: loginPage(notLoggedIn) }),
  'bad-login': () => ({ html: messagePage('Bad login.') }),
  throttled: () => ({ html: messagePage(throttledWords) }),
  'status-429': () => ({ status: 429, retryAfter: 90 }),
  'throttled-503': () => ({ status: 503, html: messagePage(throttledWords) }),
  'status-403': () => ({ status: 403 }),
  'status-503': () => ({ status: 503 }),
  'status-500': () => ({ status: 500 }),
  'empty-page': () => ({ html: '' }),
  'other-page': ({ state }, form) => {
    const item = state.items.get(Number(form.parent));
    if (!item) return { html: messagePage('No such item.') };
    return { html: itemPage({ state, holder: null, round: 0 }, { ...item, closed: true }, 1) };
  },
  'cut-before': () => 'cut',
};

/** The form once more, with a new token; the one before is stale. */
function askAgain(forum: ForumServer, form: Sent['form'], name: string, message: string): ForumAnswer {
  const fnid = randomBytes(8).toString('hex');
  forum.round++;
  forum.confirming.set(fnid, { parent: Number(form.parent), text: form.text ?? '', message });
  return { location: `/x?fnid=${fnid}&fnop=${name}` };
}

const lead = (name: string): ForumAnswer => ({
  location: `/x?fnid=${randomBytes(8).toString('hex')}&fnop=${name}`,
});
