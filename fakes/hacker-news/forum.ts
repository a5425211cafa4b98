import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ForumAnswer, give } from './answer.ts';
import { answerForumApi } from './api.ts';
import { faultQueue, type LoginFault, type PageFault, type ReplyFault, throttledWords } from './faults.ts';
import { captchaPage, loginPage, messagePage } from './pages.ts';
import { takeProfile } from './people.ts';
import { showPage } from './reading.ts';
import { takeReply } from './replies.ts';
import { type ForumItem, type ForumServer, type ForumState, makeForumState } from './state.ts';

export type Forum = Pick<ForumState, 'items' | 'users' | 'addUser' | 'endSessions'> & {
  url: string;
  /** The settings that make the product use it for everything of Hacker News. */
  env: Record<string, string>;
  addStory(given: Partial<ForumItem> & { title: string; by: string }): ForumItem;
  addComment(given: Partial<ForumItem> & { parent: number; by: string }): ForumItem;
  /** What becomes of the next replies, pages and sign-ins, one each. */
  replyFaults: ReturnType<typeof faultQueue<ReplyFault>>;
  pageFaults: ReturnType<typeof faultQueue<PageFault>>;
  loginFaults: ReturnType<typeof faultQueue<LoginFault>>;
  /** Everything that was asked for, as 'GET /item?id=1'. */
  asked: string[];
  /** What came with each reply, in order; those that were refused too. */
  posted: Record<string, string>[];
  /** Answers nothing of its public interfaces, or answers again. */
  setApiAway(away: boolean): void;
  stop(): Promise<void>;
};

/**
 * A forum on loopback with Hacker News' pages, forms and public interfaces, all at one address. Ids of stories can be
 * given, so that a fake for its search names the same threads.
 */
export async function startForum(now: () => number = Date.now, port = 0): Promise<Forum> {
  const state = makeForumState(now);
  const faults = {
    replyFaults: faultQueue<ReplyFault>(),
    pageFaults: faultQueue<PageFault>(),
    loginFaults: faultQueue<LoginFault>(),
  };
  const forum: ForumServer = { state, round: 1, confirming: new Map(), replyFaults: faults.replyFaults };
  const asked: string[] = [];
  const posted: Record<string, string>[] = [];
  let apiAway = false;

  async function answer(incoming: IncomingMessage): Promise<ForumAnswer> {
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const isPost = incoming.method === 'POST';
    asked.push(`${incoming.method} ${url.pathname}${url.search}`);
    if (/^\/(v0|api)\//.test(url.pathname)) return apiAway ? 'cut' : { json: answerForumApi(state, url) };
    const form = isPost ? Object.fromEntries(new URLSearchParams(await text(incoming))) : {};
    const holder = state.holderOf(incoming.headers.cookie ?? null);
    if (isPost && url.pathname === '/login') return logIn(state, form, faults.loginFaults.take());
    if (isPost && url.pathname === '/xuser') return takeProfile(state, form, holder);
    if (!isPost) return showPage(forum, { url, holder }, faults.pageFaults.take());
    posted.push(form);
    return takeReply(forum, { form, holder });
  }

  const server = createServer(async (incoming, response) => give(await answer(incoming), incoming, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...faults,
    url,
    env: { HN_URL: url, HN_API_URL: url, HN_ALGOLIA_URL: url },
    items: state.items,
    users: state.users,
    addUser: state.addUser,
    endSessions: state.endSessions,
    addStory: (given) => state.add({ type: 'story', ...given }),
    addComment: (given) => state.add({ type: 'comment', ...given }),
    asked,
    posted,
    setApiAway: (away) => {
      apiAway = away;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function logIn(state: ForumState, form: Record<string, string>, fault: LoginFault | null): ForumAnswer {
  if (fault === 'cut') return 'cut';
  if (fault === 'captcha') return { html: captchaPage };
  if (fault === 'throttled') return { html: messagePage(throttledWords) };
  if (fault === 'status-503') return { status: 503 };
  const user = state.users.get(form.acct ?? '');
  if (!user || user.password !== form.pw) return { html: loginPage('Bad login.<br><br>') };
  const cookie = `user=${state.open(user.id)}; Path=/; Expires=Tue, 19 Jan 2038 03:14:07 GMT; HttpOnly; Secure`;
  return { location: form.goto ?? 'news', cookie };
}
