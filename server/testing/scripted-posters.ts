import {
  LinkError,
  type Poster,
  type Posters,
  type PostingAccount,
  type PostingTarget,
  type ReadBack,
  type SendResult,
} from '#server/integrations/sources/port.ts';

type Sent = { source: string; account: PostingAccount; target: PostingTarget; text: string; key: string };
type Reply = { host: string; threadId: string; username: string; text: string; id: string; url: string };

/** Places for replies that a test plays. */
export type ScriptedPosters = Posters & {
  /** Sources whose replies may be sent from a linked account. */
  sending: Set<string>;
  /** Everything that was sent, oldest first. */
  sent: Sent[];
  /** Replies there, sent or written by hand. */
  replies: Reply[];
  /** Ids of replies that were removed. */
  removed: Set<string>;
  /** Results of the next sends, the first one first; after that they succeed. */
  answers: SendResult[];
  /** Called before a reply is taken: wait to be slow, throw to lose the answer. */
  before: (sent: Sent) => Promise<void> | void;
};

export function scriptedPosters(): ScriptedPosters {
  const scripted: ScriptedPosters = {
    sending: new Set(['lemmy', 'mastodon', 'discourse', 'bluesky']),
    sent: [],
    replies: [],
    removed: new Set(),
    answers: [],
    before: () => {},
    posterFor: (source) => scriptedPoster(scripted, source),
  };
  return scripted;
}

function scriptedPoster(scripted: ScriptedPosters, source: string): Poster {
  return {
    sendsTo: () => scripted.sending.has(source),
    isIdempotent: false,
    replyUrl: ({ url }) => `${url}#reply`,
    async send({ account, target, text, key }) {
      const sent = { source, account, target, text, key };
      scripted.sent.push(sent);
      await scripted.before(sent);
      const answer = scripted.answers.shift();
      if (answer) return answer;
      const { id, url } = writeReply(scripted, { account, target, text });
      return { outcome: 'posted', externalId: id, url };
    },
    readBack: async ({ account, target, text }) => readBack(scripted, account, target, text),
    checkPosted: async ({ externalId }) => (scripted.removed.has(externalId) ? 'removed' : 'standing'),
    async signIn({ host, username, secret }) {
      if (secret === 'wrong') throw new LinkError('wrong-credentials');
      const session = `session of ${username} on ${host} for '${secret}'`;
      return { username, session, createdAt: null, karma: 12 };
    },
    readRules: async () => ['Be kind.'],
  };
}

/** Puts a reply where the source shows it, as its owner would by hand. */
export function writeReply(
  scripted: ScriptedPosters,
  given: { account: { username: string }; target: Omit<PostingTarget, 'externalId' | 'url'>; text: string },
): Reply {
  const id = `reply-${scripted.replies.length + 1}`;
  const { host, threadId } = given.target;
  const { username } = given.account;
  const reply = { host, threadId, username, text: given.text, id, url: `https://${host}/item?id=${id}` };
  scripted.replies.push(reply);
  return reply;
}

function readBack(
  scripted: ScriptedPosters,
  account: PostingAccount,
  target: PostingTarget,
  text: string | null,
): ReadBack {
  const found = scripted.replies.filter(
    (reply) =>
      reply.host === target.host &&
      reply.threadId === target.threadId &&
      reply.username === account.username &&
      (text === null || reply.text === text),
  );
  const [only] = found;
  if (!only) return { found: 'nothing' };
  return found.length > 1 ? { found: 'ambiguous' } : { found: 'posted', externalId: only.id, url: only.url };
}
