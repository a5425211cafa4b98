import type { PostingOutcome } from '#shared/contracts/conversations.ts';

/** A linked account with what lets us act for it; null for one that was only proven. */
export type PostingAccount = { host: string; username: string; session: string | null };

/** Post to reply to; ids are the source's own. */
export type PostingTarget = { host: string; threadId: string; externalId: string; url: string };

/**
 * `posted` without an id was accepted without saying where it is. Every other outcome but `unknown` means that nothing
 * was posted; `text` holds the source's own words, plain and cut, and `reason` ours. `session` is there whenever the
 * source gave a new one in place of the account's: the old one ends soon, whatever became of the reply.
 */
export type SendResult = (
  | { outcome: 'posted'; externalId: string | null; url: string | null }
  | { outcome: PostingOutcome; text: string; reason?: string; retryAfterSeconds?: number }
) & { session?: string };

/** A reply found in the thread or on the account's own page. */
export type ReadBack =
  | { found: 'posted'; externalId: string; url: string }
  | { found: 'nothing' }
  /** Two replies match, so ours is unknown. */
  | { found: 'ambiguous' }
  | { found: 'unreadable' }
  /** The session has ended, and the thread is hidden without it; `text` as in a `SendResult`. */
  | { found: 'logged-out'; text: string };

export type AccountFacts = {
  username: string;
  /** Null for an account that was proven by its profile. */
  session: string | null;
  createdAt: Date | null;
  karma: number | null;
};

/** Thrown when an account can't be linked; the caller turns it into a catalogue message. */
export class LinkError extends Error {
  readonly failure: 'wrong-credentials' | 'captcha' | 'not-found' | 'unavailable' | 'not-allowed';
  constructor(failure: LinkError['failure'], cause?: unknown) {
    super(`account not linked: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** How one source takes replies. */
export type Poster = {
  /** True when replies can be sent from a linked account at this host; false: by hand only. */
  sendsTo(host: string): boolean;
  /**
   * Sending the same `key` twice is known by the source to be one reply. Without it a lost answer is only read back.
   */
  isIdempotent: boolean;
  /** The page on which the owner writes a reply by hand. */
  replyUrl(target: PostingTarget): string;
  /** Sends once without retries. Never throws: an uncertain result is `unknown`. */
  send(given: {
    account: PostingAccount;
    target: PostingTarget;
    text: string;
    /** The same for every try of one reply. */
    key: string;
    signal: AbortSignal;
  }): Promise<SendResult>;
  /** Looks for this account's reply with this text, written after `since`, under the target. Never throws. */
  readBack(given: {
    account: PostingAccount;
    target: PostingTarget;
    /** Null: any reply of the account under the target (the owner may have changed the words by hand). */
    text: string | null;
    since: Date;
    signal: AbortSignal;
  }): Promise<ReadBack>;
  /** False for an ended session, which a refusal may hide; null when unknown. Never throws. */
  isSessionValid?(account: PostingAccount, signal: AbortSignal): Promise<boolean | null>;
  /** Checks if a posted reply is still there. Never throws. */
  checkPosted(
    posted: { host: string; externalId: string; threadId: string; url: string },
    signal: AbortSignal,
  ): Promise<'standing' | 'removed' | 'unknown'>;
  /** The id of the post at this address, for sources whose addresses hold none; null when it can't be read. Never throws. */
  findPostId?(post: { host: string; url: string }, signal: AbortSignal): Promise<string | null>;
  /**
   * The rules that the account's server publishes at their documented address; empty without any. Absent: servers
   * have none of their own. Never throws.
   */
  readRules?(account: PostingAccount, signal: AbortSignal): Promise<string[]>;
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
