/** A mailbox at another server, from which mails are read. */
export type Mailbox = {
  /**
   * Hands each mail above the last one to `handle` as it was sent (RFC 5322), if it is wanted by its headers. Flags stay
   * as they are: other programs set them. One that could not be handled is tried again after the others, with growing
   * pauses for two days, and then given up. Of a mail over the limit only the headers are handed over. A mailbox that
   * can't be reached is logged and read another time.
   */
  readNew(reader: MailReader): Promise<void>;
};

export type MailReader = {
  isWanted: (headers: Uint8Array) => Promise<boolean>;
  handle: (raw: Uint8Array, options: { isTooLarge: boolean; arrivedAt: Date }) => Promise<void>;
  /** Says of a mail that it could not be handled for good. */
  giveUp: (raw: Uint8Array) => Promise<void>;
  /** When the newest mail that is stored came, from here or by another way; null for none. */
  newestMailAt: () => Promise<Date | null>;
  findPosition: (mailbox: string) => Promise<Position | null>;
  savePosition: (mailbox: string, position: Position) => Promise<void>;
};

/** How far a mailbox was read. */
export type Position = {
  /** The numbers of its mails are others when this changes (RFC 3501, UIDVALIDITY). */
  validity: string;
  lastUid: number;
  /** Mails up to there that could not be handled yet. */
  failed: FailedMail[];
};

/** `nextAt` is in milliseconds since 1970. */
export type FailedMail = { uid: number; tries: number; nextAt: number };

/** Largest mail in bytes: five files of 5 MB as mails carry them, and their text. */
export const mailLimit = 40 * 1024 * 1024;
