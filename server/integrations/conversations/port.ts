import type { SourceName } from '#shared/contracts/conversation-sources.ts';

/** A post as every source gives it: text is plain, whatever markup it came in, and cut to `longestPost` characters. */
export type FoundPost = {
  source: SourceName;
  host: string;
  /** The source's own id, unique on its host; a comment of Lemmy, where posts are counted apart, is 'comment-12'. */
  externalId: string;
  /** The id of the post that opened the thread; its own for that post. */
  threadId: string;
  kind: 'post' | 'comment' | 'question';
  url: string;
  /** Empty for a comment without one. */
  title: string;
  threadTitle: string | null;
  body: string;
  author: string | null;
  createdAt: Date;
  score: number | null;
  replies: number | null;
  /** A subforum, tag, repository or instance community; null where the host has none. */
  community: string | null;
  /** Closed, locked, archived or removed: no reply is possible. */
  locked: boolean;
  /** The licence under which the text may be shown, where the source names one. */
  license: string | null;
};

/** Characters of a post that are kept. */
export const longestPost = 20_000;

/** Reason of a source without results; the search reports it and goes on. */
export type SourceFailure =
  | 'timed-out'
  | 'busy'
  | 'refused'
  | 'unreadable'
  | 'too-large'
  | 'unavailable'
  | 'auth-required'
  | 'forbidden-address';

/** `quietUntil` is when the host may be asked again, where it said so. */
export class SourceError extends Error {
  readonly failure: SourceFailure;
  readonly quietUntil: Date | null;
  constructor(failure: SourceFailure, settings: { quietUntil?: Date; cause?: unknown } = {}) {
    super(`source failed: ${failure}`, { cause: settings.cause });
    this.failure = failure;
    this.quietUntil = settings.quietUntil ?? null;
  }
}

export type SourceAnswer = {
  posts: FoundPost[];
  /** True when every part came from the cache. */
  cached: boolean;
  /** Some of the phrases failed, and why; null when all were answered. */
  missing: SourceFailure | null;
};

/** One host of one source. */
export type ConversationSource = {
  source: SourceName;
  host: string;
  /** Set for a source that can't be asked at all, in one sentence. */
  notConfigured: string | null;
  /**
   * Posts since `since` that hold one of `phrases`, each of one to three words, the same post once.
   * @throws SourceError when no phrase could be asked.
   */
  find(phrases: string[], since: Date, signal: AbortSignal): Promise<SourceAnswer>;
  /** Results of `find` exist and include their lock, so they need no second check. */
  listsOnlyOpen?: boolean;
  /** State of a post for replies; `unknown` when the host can't be asked. Never throws. */
  checkOpen(
    post: { externalId: string; threadId: string; url: string },
    signal: AbortSignal,
  ): Promise<'open' | 'closed' | 'gone' | 'unknown'>;
};

/** Whom a search is for: what only that owner has. */
export type Asker = {
  /** Discourse forums that the owner added. They are public addresses, or they are not asked. */
  forums: string[];
  /** A session of the owner's own Bluesky account. */
  blueskySession: string | null;
  /** Keeps what Bluesky gave in place of the session that was used: it takes each only once. */
  saveBlueskySession?: (session: string) => Promise<void>;
  /** Called when Bluesky says that the session is over: the owner has to link the account again. */
  onSessionRefused?: () => Promise<void>;
};

/** Every source of this installation for an owner, those that need something named among them. */
export type ConversationSources = { sourcesFor(asker: Asker): ConversationSource[] };
