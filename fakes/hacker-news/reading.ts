import type { ForumAnswer } from './answer.ts';
import { type PageFault, throttledWords } from './faults.ts';
import { captchaPage, formPage, itemPage, loginPage, messagePage, replyPage, threadsPage } from './pages.ts';
import { profilePage, storiesPage } from './people.ts';
import type { ForumServer } from './state.ts';

type Asked = { url: URL; holder: string | null };

const failed: Record<PageFault, ForumAnswer> = {
  cut: 'cut',
  captcha: { html: captchaPage },
  'login-page': { html: loginPage('You have to be logged in to comment.<br>') },
  throttled: { html: messagePage(throttledWords) },
  'status-429': { status: 429 },
  'empty-page': { html: '' },
};

const storyLists = new Set(['/', '/news', '/newest']);

const guidelines = '<html><body><b>Guidelines</b><p>Be kind to each other.</body></html>';

/** What somebody sees who reads. */
export function showPage(forum: ForumServer, asked: Asked, fault: PageFault | null): ForumAnswer {
  if (fault) return failed[fault];
  const { searchParams, pathname } = asked.url;
  const reader = { state: forum.state, holder: asked.holder, round: forum.round };
  if (pathname === '/threads') return { html: threadsPage(reader, searchParams.get('id') ?? '') };
  if (pathname === '/newsguidelines.html') return { html: guidelines };
  if (pathname === '/x') return { html: noticePage(forum, asked) };
  if (pathname === '/login') return { html: loginPage() };
  if (storyLists.has(pathname)) return { html: storiesPage(forum.state, asked.holder) };
  if (pathname === '/user')
    return { html: profilePage(forum.state, searchParams.get('id') ?? '', asked.holder) };
  const item = forum.state.items.get(Number(searchParams.get('id')));
  if (!item || (pathname !== '/item' && pathname !== '/reply')) return { html: messagePage('No such item.') };
  if (pathname === '/item') return { html: itemPage(reader, item, Number(searchParams.get('p') ?? 1)) };
  if (!asked.holder) return { location: '/login?goto=news' };
  return { html: replyPage(reader, item, searchParams.get('goto') ?? '') };
}

function noticePage(forum: ForumServer, { url: { searchParams }, holder }: Asked): string {
  const waiting = forum.confirming.get(searchParams.get('fnid') ?? '');
  switch (searchParams.get('fnop')) {
    case 'toofast':
      return messagePage("You're posting too fast. Please slow down. Thanks.");
    case 'comment-empty':
      return messagePage('Please try again.');
    default: {
      if (!waiting) return messagePage('Unknown or expired link.');
      const reader = { state: forum.state, holder, round: forum.round };
      return formPage(reader, waiting.parent, waiting.text, waiting.message);
    }
  }
}
