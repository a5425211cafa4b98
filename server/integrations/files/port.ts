/** Stores files of this installation by our own keys, apart from those of others. Their content is opaque. */
export type Files = {
  /** Stores or replaces the bytes under the key; once it resolves, they survive a crash. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** The bytes, or null when there is no such file. */
  read(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Removes the file; one that is not there is fine. */
  remove(key: string): Promise<void>;
  /** The keys of files that were written before a moment, page by page; listed ones may be removed meanwhile. */
  listOlderThan(moment: Date): AsyncIterable<string[]>;
};

/** The store can't be reached, or refuses: trying again later may help. Its message has neither keys nor secrets. */
export class FilesError extends Error {}

/**
 * Random UUIDs are the only keys, so that no key leads out of a folder or bucket.
 * @throws TypeError for anything else.
 */
export function checkedKey(key: string): string {
  if (isKey(key)) return key;
  throw new TypeError('not the key of a file');
}

export function isKey(name: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}
