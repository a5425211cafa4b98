import { useEffect, useRef, useState } from 'react';
import { type Attachment, attachmentsAllowed, deleteAttachment } from '#shared/contracts/attachments.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { newId } from '#web/api/new-id.ts';
import { upload } from '#web/api/upload.ts';
import { FileProblem, type MaskedText, prepareFile, problemAtSight } from './prepare-file.ts';

/** A file that is on its way, or did not arrive. */
export type Upload = {
  key: string;
  file: File;
  /** How much of it is sent, from 0 to 1. */
  share: number;
  /** Why it is not added, in words. */
  error: string | null;
  /** The same file may be taken another time. */
  canRetry: boolean;
};

export const isOnItsWay = ({ error }: Upload) => error === null;

/** Name of the upload in lists. */
export const uploadName = ({ file }: Upload) => file.name || 'screenshot';

export type Uploads = ReturnType<typeof useUploads>;

type Value = { value: Attachment[]; onChange: (value: Attachment[]) => void };

/**
 * Files on their way to the server; those that have arrived are handed to `onChange`. What is on its way to one
 * `owner` ends when there is another: it must not arrive there.
 */
export function useUploads({ owner, value, onChange }: Value & { owner: string | null }) {
  const { uploads, setUploads, refused, setRefused } = useListed(owner);
  const [masked, setMasked] = useState<Record<string, MaskedText>>({});
  const newest = useNewest({ value, onChange });
  const leaving = useLeaving(owner);

  /** Only what is added or on its way takes a place. */
  const room = Math.max(0, attachmentsAllowed - value.length - uploads.filter(isOnItsWay).length);

  function change(key: string, changes: Partial<Upload>) {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }

  async function send({ key, file }: Upload) {
    const ending = new AbortController();
    leaving.set(key, ending);
    change(key, { error: null, share: 0 });
    try {
      const { body, masked: text } = await prepareFile(file);
      const onProgress = (share: number) => change(key, { share });
      const { attachment } = await upload(body, nameOf(file), { onProgress, signal: ending.signal });
      if (ending.signal.aborted) return;
      setUploads((all) => all.filter((one) => one.key !== key));
      if (text) setMasked((all) => ({ ...all, [attachment.id]: text }));
      newest.change((all) => [...all, attachment]);
    } catch (failure) {
      if (!ending.signal.aborted) change(key, { share: 0, ...describe(failure) });
    } finally {
      leaving.delete(key);
    }
  }

  return {
    uploads,
    /** Secrets masked in added texts, by the id of the attachment. */
    masked,
    /** How many of the newest files found no place. */
    refused,
    isFull: room === 0,

    add(files: Iterable<File>) {
      const { taken, late } = seat(Array.from(files), room);
      setRefused(late);
      setUploads((all) => [...all, ...taken]);
      for (const one of taken) void send(one);
    },

    // Others may have taken its place meanwhile.
    retry: (one: Upload) => (room > 0 ? void send(one) : setRefused(1)),

    /** Ends or forgets one that is not added. */
    drop({ key }: Upload) {
      leaving.get(key)?.abort();
      setUploads((all) => all.filter((one) => one.key !== key));
      setRefused(0);
    },

    /** Takes one away that was added; one that a request has already is only let go. */
    remove({ id }: Attachment) {
      newest.change((all) => all.filter((one) => one.id !== id));
      setRefused(0);
      void deleteQuietly(id);
    },
  };
}

/** Uploads of one owner, and the number of files beyond the limit. */
function useListed(owner: string | null) {
  const [shown, setShown] = useState(owner);
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [refused, setRefused] = useState(0);
  if (shown !== owner) {
    setShown(owner);
    setUploads([]);
    setRefused(0);
  }
  return { uploads, setUploads, refused, setRefused };
}

/** Which files are listed, and how many found no place. Those that are refused at sight need none. */
function seat(files: File[], room: number): { taken: Upload[]; late: number } {
  const late = new Set(files.filter((file) => problemAtSight(file) === null).slice(room));
  return { taken: files.filter((file) => !late.has(file)).map(newUpload), late: late.size };
}

function newUpload(file: File): Upload {
  return { key: newId(), file, share: 0, error: null, canRetry: false };
}

/** The server deletes leftovers after a day. */
async function deleteQuietly(id: string): Promise<void> {
  await call(deleteAttachment, { params: { id } }).catch((failure: unknown) => {
    if (!(failure instanceof ApiError)) throw failure;
  });
}

/** Uploads end after renders: each changes what is there then, not what was there when it began. */
function useNewest(given: Value) {
  const newest = useRef(given);
  useEffect(() => {
    newest.current = given;
  });
  return {
    change(how: (value: Attachment[]) => Attachment[]) {
      const value = how(newest.current.value);
      newest.current = { ...newest.current, value };
      newest.current.onChange(value);
    },
  };
}

/** How to end what is on its way; all of it ends with its owner. */
function useLeaving(owner: string | null): Map<string, AbortController> {
  const [leaving] = useState(() => new Map<string, AbortController>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another owner ends it
  useEffect(
    () => () => {
      for (const ending of leaving.values()) ending.abort();
    },
    [leaving, owner],
  );
  return leaving;
}

function describe(failure: unknown): Pick<Upload, 'error' | 'canRetry'> {
  if (failure instanceof FileProblem) {
    return { error: message(failure.code).text, canRetry: failure.code === 'attachment_unreadable' };
  }
  const status = failure instanceof ApiError ? failure.status : 0;
  const canRetry = status === 0 || status >= 500 || [401, 408, 409, 429].includes(status);
  return { error: readFailure(failure, 'attachment_failed').reason, canRetry };
}

/** The browser's names for pasted pictures say nothing. */
function nameOf({ name, type }: File): string {
  return !name || name === 'image.png' ? `screenshot.${type.split('/')[1] ?? 'png'}` : name;
}
