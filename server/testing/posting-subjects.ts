import pino from 'pino';
import * as z from 'zod';
import { startBluesky } from '#fakes/bluesky/posting.ts';
import { startDiscourse } from '#fakes/discourse/posting.ts';
import { startForum } from '#fakes/hacker-news/forum.ts';
import { startLemmy } from '#fakes/lemmy/posting.ts';
import { startMastodon } from '#fakes/mastodon/posting.ts';
import type { SocialServer } from '#fakes/sources/posting-server.ts';
import type { Poster, PostingTarget } from '#server/integrations/sources/port.ts';
import { selectSources } from '#server/integrations/sources/select.ts';
import { sourceAddresses, sourceVariables } from '#server/source-addresses.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';

/** Loss of an answer, in the words that all fakes know. */
export type Loss = 'cut-before' | 'cut-after' | 'hang-after';

/** A poster with the fake it speaks to. */
export type Subject = {
  poster: Poster;
  host: string;
  username: string;
  secret: string;
  /** The account's name as the source writes it. */
  name: string;
  /** A post that can be answered; `isAnswer` is one that answers another. */
  makeTarget(settings?: { isClosed?: boolean; isAnswer?: boolean }): PostingTarget;
  /** Takes the post away. */
  remove(target: PostingTarget): void;
  /** Stored replies of the account, newest last. */
  texts(): string[];
  removeReplies(): void;
  failWrite(fault: Loss): void;
  failRead(): void;
  endSessions(): void;
  stop(): Promise<void>;
};

export function posterAt(source: SourceName, env: Record<string, string>): Poster {
  const values = z.object(sourceVariables).parse(env);
  const deps = { fetchPublic: fetch, now: Date.now, log: pino({ enabled: false }) };
  const poster = selectSources(sourceAddresses(values), deps).posterFor(source);
  if (!poster) throw new Error(`there is no poster for ${source}`);
  return poster;
}

export const subjects: Record<string, () => Promise<Subject>> = {
  'hacker-news': forumSubject,
  mastodon: mastodonSubject,
  'lemmy v3': () => lemmySubject('v3'),
  'lemmy v4': () => lemmySubject('v4'),
  discourse: discourseSubject,
  bluesky: blueskySubject,
};

async function forumSubject(): Promise<Subject> {
  const forum = await startForum();
  forum.addUser('ada', 'right');
  const own = () => [...forum.items.values()].filter(({ by, deleted }) => by === 'ada' && !deleted);
  return {
    poster: posterAt('hacker-news', forum.env),
    host: new URL(forum.url).host,
    username: 'ada',
    secret: 'right',
    name: 'ada',
    makeTarget({ isClosed = false, isAnswer = false } = {}) {
      const story = forum.addStory({ title: 'Ask: first users?', by: 'grace', closed: isClosed });
      const { id } = isAnswer ? forum.addComment({ parent: story.id, by: 'grace' }) : story;
      const url = `${forum.url}/item?id=${id}`;
      return { host: new URL(forum.url).host, threadId: String(story.id), externalId: String(id), url };
    },
    remove: ({ externalId }) => void forum.items.delete(Number(externalId)),
    texts: () =>
      own().map(({ text }) =>
        text
          .replace(/<p>/g, '\n\n')
          .replace(/<[^>]*>/g, '')
          .replaceAll('&#x2F;', '/'),
      ),
    removeReplies: () => own().forEach((item) => void Object.assign(item, { deleted: true })),
    failWrite: (fault) => forum.replyFaults.add(fault),
    failRead: () => forum.pageFaults.add('cut'),
    endSessions: forum.endSessions,
    stop: forum.stop,
  };
}

async function mastodonSubject(): Promise<Subject> {
  const server = await startMastodon();
  return {
    ...shared(server, server.replies),
    poster: posterAt('mastodon', { MASTODON_URLS: server.url }),
    username: '@ada',
    secret: server.token,
    name: 'ada',
    makeTarget({ isClosed = false } = {}) {
      const { id, url } = server.addPost();
      if (isClosed) server.removePost(id);
      return { host: server.host, threadId: id, externalId: id, url };
    },
    remove: ({ externalId }) => server.removePost(externalId),
    endSessions: () => server.failReads({ status: 401, json: { error: 'The access token was revoked' } }),
  };
}

async function lemmySubject(dialect: 'v3' | 'v4'): Promise<Subject> {
  const server = await startLemmy(dialect);
  return {
    ...shared(server, server.replies),
    poster: posterAt('lemmy', { LEMMY_URLS: server.url }),
    username: 'ada',
    secret: server.password,
    name: 'ada',
    makeTarget({ isClosed = false, isAnswer = false } = {}) {
      const post = server.addPost({ locked: isClosed });
      const { id, url } = isAnswer ? server.addComment(post.id) : post;
      return { host: server.host, threadId: post.id, externalId: isAnswer ? `comment-${id}` : id, url };
    },
    remove: ({ threadId }) => server.removePost(threadId),
    endSessions: server.endSessions,
  };
}

async function discourseSubject(): Promise<Subject> {
  const server = await startDiscourse();
  return {
    ...shared(server, server.replies),
    poster: posterAt('discourse', { DISCOURSE_URLS: server.url }),
    username: 'ada',
    secret: server.key,
    name: 'Ada',
    makeTarget({ isClosed = false, isAnswer = false } = {}) {
      const topic = server.addTopic({ closed: isClosed });
      const { url, id } = isAnswer ? server.addPost(topic.id) : topic;
      return { host: server.host, threadId: topic.id, externalId: id, url };
    },
    remove: ({ threadId }) => server.removeTopic(threadId),
    endSessions: () =>
      server.failReads({ status: 403, json: { errors: ['No.'], error_type: 'not_logged_in' } }),
  };
}

async function blueskySubject(): Promise<Subject> {
  const server = await startBluesky();
  return {
    ...shared(server, server.replies),
    poster: posterAt('bluesky', { BLUESKY_URL: server.url }),
    username: '@ada.bsky.example',
    secret: server.password,
    name: 'ada.bsky.example',
    makeTarget({ isClosed = false, isAnswer = false } = {}) {
      const root = server.addPost();
      const { id, url } =
        isAnswer || isClosed ? server.addPost({ root: root.id, replyDisabled: isClosed }) : root;
      return { host: server.host, threadId: root.id, externalId: id, url };
    },
    remove: ({ externalId }) => server.removePost(externalId),
    endSessions: server.endSessions,
  };
}

function shared(server: SocialServer, replies: { by: string; text: string; removed: boolean }[]) {
  const own = () => replies.filter(({ by, removed }) => by.toLowerCase().startsWith('ada') && !removed);
  return {
    host: server.host,
    texts: () => own().map(({ text }) => text),
    removeReplies: () => own().forEach((reply) => void Object.assign(reply, { removed: true })),
    failWrite: (fault: Loss) => server.failWrites(fault),
    failRead: () => server.failReads('cut-before'),
    stop: server.stop,
  };
}
