/** A mailbox at another server, from which mails are read. */
export type Mailbox = {
  /**
   * Hands each unread mail to `handle` as it was sent (RFC 5322), and marks it read once handled. One that could not be
   * handled stays unread, and is tried again after the others.
   * @throws when the mailbox can't be reached.
   */
  readNew(handle: (raw: Uint8Array) => Promise<void>): Promise<void>;
};

/** Largest mail in bytes: five files of 5 MB as mails carry them, and their text. */
export const mailLimit = 40 * 1024 * 1024;
