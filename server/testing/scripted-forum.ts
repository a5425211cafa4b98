import type { Poster, PostingAccount, ReadBack, SendResult } from '#server/integrations/sources/port.ts';

type Post = { id: string; under: string; by: string; text: string; key: string; at: Date; removed: boolean };

/** Fate of the next reply; `lost` ones get an unreadable response, `busy-after` is stored and then answered as busy. */
export type Answer =
  | SendResult
  | 'posted'
  | 'posted-without-id'
  | 'lost-after'
  | 'lost-before'
  | 'busy-after';

export type Step = 'account' | 'open' | 'look' | 'arriving' | 'arrived' | 'standing';

export type ScriptedForum = Poster & {
  posts: Post[];
  answers: Answer[];
  /** Runs at a step; one that never ends is a process that was killed there. */
  at: Partial<Record<Step, () => Promise<void>>>;
  isBlind: boolean;
  /** It shows threads only to known sessions, and knows none any more. */
  isLockedOut: boolean;
  sends: number;
  /** Last sender. */
  sender: PostingAccount | null;
  /** As somebody who writes by hand. */
  write(by: string, under: string, text: string): Post;
};

const urlOf = (id: string) => `https://forum.example.com/comment/${id}`;

/** A forum in memory that counts its posts. */
export function scriptedForum(now: () => Date, settings: { isIdempotent?: boolean } = {}): ScriptedForum {
  const forum: ScriptedForum = {
    posts: [],
    answers: [],
    at: {},
    isBlind: false,
    isLockedOut: false,
    sends: 0,
    sender: null,
    isIdempotent: settings.isIdempotent ?? false,
    sendsTo: () => true,
    replyUrl: ({ url }) => url,
    write(by, under, text) {
      const id = String(9_000 + forum.posts.length);
      const post = { id, under, by, text, key: '', at: now(), removed: false };
      forum.posts.push(post);
      return post;
    },
    isSessionValid: async () => !forum.isLockedOut,
    send: (given) => take(forum, given),
    async readBack(given) {
      await forum.at.look?.();
      if (forum.isLockedOut) return { found: 'logged-out', text: 'Who are you?' };
      return forum.isBlind ? { found: 'unreadable' } : find(forum, given);
    },
    async checkPosted({ externalId }) {
      await forum.at.standing?.();
      if (forum.isBlind) return 'unknown';
      const post = forum.posts.find(({ id }) => id === externalId);
      if (!post) return 'unknown';
      return post.removed ? 'removed' : 'standing';
    },
    async signIn() {
      throw new Error('nobody signs in here');
    },
  };
  return forum;
}

type Given<Method extends 'send' | 'readBack'> = Parameters<Poster[Method]>[0];

async function take(
  forum: ScriptedForum,
  { account, target, text, key }: Given<'send'>,
): Promise<SendResult> {
  forum.sends += 1;
  forum.sender = account;
  await forum.at.arriving?.();
  const answer = forum.answers.shift() ?? 'posted';
  if (answer === 'lost-before') return { outcome: 'unknown', text: 'cut' };
  if (typeof answer !== 'string') return answer;
  const isKnown = (post: Post) => post.key === key && post.by === account.username;
  const known = forum.isIdempotent ? forum.posts.find(isKnown) : undefined;
  const post = known ?? Object.assign(forum.write(account.username, target.externalId, text), { key });
  await forum.at.arrived?.();
  if (answer === 'lost-after') return { outcome: 'unknown', text: 'cut' };
  if (answer === 'busy-after') return { outcome: 'busy', text: '' };
  const isNamed = answer === 'posted';
  return { outcome: 'posted', externalId: isNamed ? post.id : null, url: isNamed ? urlOf(post.id) : null };
}

function find(forum: ScriptedForum, { account, target, text, since }: Given<'readBack'>): ReadBack {
  const own = forum.posts.filter(({ by, under }) => by === account.username && under === target.externalId);
  const [post, ...others] = own.filter((one) => one.at >= since && (text === null || one.text === text));
  if (!post) return { found: 'nothing' };
  return others.length > 0
    ? { found: 'ambiguous' }
    : { found: 'posted', externalId: post.id, url: urlOf(post.id) };
}
