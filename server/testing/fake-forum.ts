import {
  LinkError,
  type Poster,
  type Posters,
  type PostingAccount,
  type ReadBack,
  type SendResult,
} from '#server/integrations/sources/port.ts';
import { pickReply } from '#server/integrations/sources/send-results.ts';

/** `by` is the id of an account, which is its name at first. */
type Post = { id: string; under: string; by: string; text: string; at: Date; removed: boolean };

/** Fate of the next reply; `lost` ones get an unreadable response, `busy-after` is stored and then answered as busy. */
type Answer = SendResult | 'posted' | 'moderated' | 'lost-after' | 'lost-before' | 'busy-after';

export type Step = 'account' | 'open' | 'look' | 'arriving' | 'arrived' | 'check';

/** Forums in memory that take replies and remember each. */
export type FakeForum = Posters & {
  /** Sources whose replies may be sent from a linked account. */
  sending: Set<string>;
  posts: Post[];
  /** Accounts that replies were sent from, the last one last. */
  sent: PostingAccount[];
  /** Results of the next sends, the first one first; after that they succeed. */
  answers: Answer[];
  /** Runs at a step; one that never ends is a process that was killed there. */
  at: Partial<Record<Step, () => Promise<void>>>;
  isBlind: boolean;
  /** The longest reply that its servers take; null where they don't say. */
  longest: number | null;
  /** The server whose reading fails as no server should. */
  brokenHost: string | null;
  /** The warning before every post. */
  warning: string | null;
  /** Warnings of the replies that were sent. */
  warnings: (string | null)[];
  /** It shows threads only to known sessions, and knows none any more. */
  isLockedOut: boolean;
  /** As a person who writes by hand. */
  write(by: string, under: string, text: string): Post;
  reset(): void;
};

type Given<Method extends 'send' | 'readBack'> = Parameters<Poster[Method]>[0];

export function fakeForum(now: () => Date = () => new Date()): FakeForum {
  const fresh = () => ({
    posts: [],
    sent: [],
    answers: [],
    at: {},
    isBlind: false,
    isLockedOut: false,
    longest: null,
    brokenHost: null,
    warning: null,
    warnings: [],
  });
  const forum: FakeForum = {
    ...fresh(),
    sending: new Set(['lemmy', 'mastodon', 'discourse', 'bluesky']),
    posterFor: (source) => posterOf(forum, source),
    write(by, under, text) {
      const post = { id: String(9_000 + forum.posts.length), under, by, text, at: now(), removed: false };
      forum.posts.push(post);
      return post;
    },
    reset: () => void Object.assign(forum, fresh()),
  };
  return forum;
}

function posterOf(forum: FakeForum, source: string): Poster {
  return {
    sendsTo: () => forum.sending.has(source),
    replyUrl: ({ url }) => url,
    isSessionValid: async () => !forum.isLockedOut,
    send: (given) => send(forum, given),
    async readBack(given) {
      await forum.at.look?.();
      if (forum.isLockedOut) return { found: 'logged-out', text: 'Who are you?' };
      if (forum.isBlind) return { found: 'unreadable' };
      const seen = find(forum, given);
      return seen.found === 'nothing' && forum.warning ? { ...seen, warning: forum.warning } : seen;
    },
    async checkPosted({ externalId }) {
      await forum.at.check?.();
      const post = forum.posts.find(({ id }) => id === externalId);
      if (!post || forum.isBlind) return 'unknown';
      return post.removed ? 'removed' : 'present';
    },
    async findPost({ id, account }) {
      const post = forum.posts.find((one) => one.id === id);
      return post ? { id: post.id, isOwn: post.by === account?.externalId } : null;
    },
    async signIn({ host, username, secret }) {
      if (secret === 'wrong') throw new LinkError('wrong-credentials');
      const session = `session of ${username} on ${host} for '${secret}'`;
      const name = username || 'ada';
      return { username: name, externalId: name, session, createdAt: null, karma: 12 };
    },
    async readServer({ host }) {
      if (host === forum.brokenHost) throw new Error(`${host} is broken`);
      return { rules: ['Be kind.'], shortest: null, longest: forum.longest };
    },
    findWarning: async () => forum.warning,
  };
}

const urlOf = (host: string, id: string) => `https://${host}/comment/${id}`;

async function send(
  forum: FakeForum,
  { account, target, text, contentWarning }: Given<'send'>,
): Promise<SendResult> {
  forum.sent.push(account);
  forum.warnings.push(contentWarning);
  await forum.at.arriving?.();
  const answer = forum.answers.shift() ?? 'posted';
  if (answer === 'lost-before') return { outcome: 'unknown', text: 'cut' };
  if (typeof answer !== 'string') return answer;
  if (answer === 'moderated') return { outcome: 'moderation', text: '' };
  const { id } = forum.write(account.externalId, target.externalId, text);
  await forum.at.arrived?.();
  if (answer === 'lost-after') return { outcome: 'unknown', text: 'cut' };
  if (answer === 'busy-after') return { outcome: 'busy', text: '' };
  return { outcome: 'posted', externalId: id, url: urlOf(target.host, id), changedText: null };
}

function find(forum: FakeForum, { account, target, ...asked }: Given<'readBack'>): ReadBack {
  const own = forum.posts.filter(({ by, under }) => by === account.externalId && under === target.externalId);
  const replies = own.map(({ id, text, at }) => ({
    externalId: id,
    url: urlOf(target.host, id),
    text,
    writtenAt: at,
  }));
  return pickReply(replies, asked);
}
