import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { PostingOutcome } from '#shared/contracts/outreach/conversations.ts';

/** A post as every source gives it: text is plain, whatever markup it came in, and cut to `longestPost` characters. */
export type FoundPost = {
  source: SourceName;
  host: string;
  /** The source's own id, unique on its host; a comment of Lemmy, where posts are counted apart, is 'comment-12'. */
  externalId: string;
  /** The id of the post that opened the thread; its own for that post. */
  threadId: string;
  url: string;
  /** Empty for a comment without one. */
  title: string;
  threadTitle: string | null;
  body: string;
  author: string | null;
  createdAt: Date;
  replies: number | null;
  /** A subforum, tag, repository or instance community; null where the host has none. */
  community: string | null;
  /** Closed, locked, archived or removed: no reply is possible. */
  locked: boolean;
  /** The licence under which the text may be shown, where the source names one. */
  license: string | null;
};

/** Characters of a post that are read. */
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

/** Reason of a source that can't be asked before something is set up. */
export type MissingSetting = 'needs-account' | 'needs-forum' | 'needs-approval';

/** `quietUntil` is when the host may be asked again, where it said so. */
export class SourceError extends Error {
  readonly failure: SourceFailure;
  readonly quietUntil: Date | null;
  constructor(failure: SourceFailure, options: { quietUntil?: Date; cause?: unknown } = {}) {
    super(`source failed: ${failure}`, { cause: options.cause });
    this.failure = failure;
    this.quietUntil = options.quietUntil ?? null;
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
  /** Set for a source that can't be asked at all. */
  notConfigured: MissingSetting | null;
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
  /** Saves what Bluesky gave in place of the session that was used: it takes each only once. */
  saveBlueskySession?: (session: string) => Promise<void>;
  /** Called when Bluesky says that the session is over: the owner has to link the account again. */
  onSessionRefused?: () => Promise<void>;
};

/** Every source of this installation for an owner, those that need something named among them. */
export type ConversationSources = { sourcesFor(asker: Asker): ConversationSource[] };

/** One vendor: its hosts for an owner, and how replies are posted there; null where we take no part in replies. */
export type SourceAdapter = ConversationSources & { poster: Poster | null };

// ---- sending replies ---------------------------------------------------------------------------

/**
 * A linked account with what lets us act for it; null for one that was only proven. `externalId` is the source's own id
 * of it, which outlives its name.
 */
export type PostingAccount = { host: string; username: string; externalId: string; session: string | null };

/** Post to reply to; ids are the source's own. */
export type PostingTarget = { host: string; threadId: string; externalId: string; url: string };

/**
 * `moderation` means that the source has it and shows it once a moderator agrees. Every other outcome but `unknown`
 * means that nothing was posted; `text` holds the source's own words, plain and cut, and `reason` says more. `session` is
 * there whenever the source gave a new one in place of the account's: the old one ends soon, whatever became of the reply.
 */
export type SendResult = (
  | ({ outcome: 'posted' } & PostedReply)
  | { outcome: PostingOutcome; text: string; reason?: 'not-from-you'; retryAfterSeconds?: number }
) & { session?: string };

/** A reply where it is; `changedText` holds its words where they are not those that were sent. */
export type PostedReply = { externalId: string; url: string; changedText: string | null };

/** A reply found in the thread or on the account's own page. */
export type ReadBack =
  | ({ found: 'posted' } & PostedReply)
  /** `warning` is the one before the post, where it has one. */
  | { found: 'nothing'; warning?: string }
  /** Two replies match, so ours is unknown. */
  | { found: 'ambiguous' }
  | { found: 'unreadable' }
  /** The session has ended, and the thread is hidden without it; `text` as in a `SendResult`. */
  | { found: 'logged-out'; text: string };

export type AccountFacts = {
  username: string;
  /** The source's own id of the account, which outlives its name: a DID or a number. */
  externalId: string;
  /** Null for an account that was proven by its profile. */
  session: string | null;
  createdAt: Date | null;
  karma: number | null;
};

/** Rules, and characters that a reply has at least and at most; null where the server says none. */
export type ServerFacts = { rules: string[]; shortest: number | null; longest: number | null };

/** Thrown when an account can't be linked; the caller turns it into a catalogue message. */
export class LinkError extends Error {
  readonly failure: 'wrong-credentials' | 'not-found' | 'unavailable' | 'not-allowed';
  constructor(failure: LinkError['failure'], cause?: unknown) {
    super(`account not linked: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** How one source takes replies. */
export type Poster = {
  /** True when replies can be sent from a linked account at this host; false: by hand only. */
  sendsTo(host: string): boolean;
  /** The page on which the owner writes a reply by hand. */
  replyUrl(target: PostingTarget): string;
  /** Sends once without retries. Never throws: an uncertain result is `unknown`. */
  send(given: {
    account: PostingAccount;
    target: PostingTarget;
    text: string;
    /** The warning before the reply; null for that of the post. */
    contentWarning: string | null;
    /** The same for every try of one reply. */
    key: string;
    signal: AbortSignal;
  }): Promise<SendResult>;
  /**
   * Looks for this account's reply under the target, written after `since`: first by the key that it was sent with, then
   * by the account's own id. The text decides among several. Never throws.
   */
  readBack(given: {
    account: PostingAccount;
    target: PostingTarget;
    text: string;
    key: string;
    since: Date;
    /** False where a source, or the owner by hand, may have changed the words. */
    sameWords: boolean;
    signal: AbortSignal;
  }): Promise<ReadBack>;
  /** False for an ended session, which a refusal may hide; null when unknown. Never throws. */
  isSessionValid?(account: PostingAccount, signal: AbortSignal): Promise<boolean | null>;
  /** Checks if a posted reply is still there. Never throws. */
  checkPosted(
    posted: { host: string; externalId: string; threadId: string; url: string },
    signal: AbortSignal,
  ): Promise<'present' | 'removed' | 'unknown'>;
  /**
   * The post at this address, and whether the account wrote it; null when it can't be read. `id` is the one that the
   * address holds, null for none. Absent: only its owner can say it. Never throws.
   */
  findPost?(
    post: { host: string; url: string; id: string | null; account: PostingAccount | null },
    signal: AbortSignal,
  ): Promise<{ id: string; isOwn: boolean } | null>;
  /**
   * The rules and limits that the account's server publishes at their documented addresses; null when it can't be read.
   * Absent: servers have none of their own. Never throws.
   */
  readServer?(account: PostingAccount, signal: AbortSignal): Promise<ServerFacts | null>;
  /** The warning before the post that is answered; null without one. Absent: the source has none. Never throws. */
  findWarning?(account: PostingAccount, target: PostingTarget, signal: AbortSignal): Promise<string | null>;
  /** Exchanges credentials for a session. @throws LinkError. */
  signIn(given: {
    host: string;
    username: string;
    secret: string;
    signal: AbortSignal;
  }): Promise<AccountFacts>;
  /** Reads an account whose public profile shows `code`. @throws LinkError not-found without it. */
  prove?(given: { username: string; code: string; signal: AbortSignal }): Promise<AccountFacts>;
};

/** The posters of this installation; null for a source that takes no replies from us. */
export type Posters = { posterFor(source: string): Poster | null };
