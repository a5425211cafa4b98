import { useEffect, useRef, useState } from 'react';
import {
  type Attachment,
  attachmentLimit,
  attachmentsAllowed,
  deleteAttachment,
} from '#shared/contracts/support-requests/attachments.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { type FoundSecrets, maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { fileText } from '#shared/rules/support/file-text.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { newId } from '#web/api/new-id.ts';
import { upload } from '#web/api/upload.ts';

/** A file that is on its way, or did not arrive. */
export type Upload = {
  key: string;
  file: File;
  /** Sent share, from 0 to 1. */
  share: number;
  /** Reason why it is not added. */
  error: string | null;
  /** The same file may be accepted another time. */
  canRetry: boolean;
};

export const isOnItsWay = ({ error }: Upload) => error === null;

/** Name of the upload in lists. */
export const uploadName = ({ file }: Upload) => file.name || 'screenshot';

export type Uploads = ReturnType<typeof useUploads>;

type UploadsOptions = {
  value: Attachment[];
  /** `fields` name the attachments that are gone. */
  onChange: (value: Attachment[], ...fields: string[]) => void;
};

/** Names an added file among the fields of its form. */
export const attachmentField = (id: string) => `attachment-${id}`;

/** The files of a form: those on their way to the server, and those that have arrived. They end with the component. */
export function useUploads(options: UploadsOptions) {
  const { value } = options;
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [refused, setRefused] = useState(0);
  const [masked, setMasked] = useState<Record<string, MaskedText>>({});
  const newest = useNewest(options);
  const [running] = useState(() => new Map<string, AbortController>());
  useEffect(() => () => abortAll(running), [running]);

  /** Only what is added or on its way takes a place. */
  const room = Math.max(0, attachmentsAllowed - value.length - uploads.filter(isOnItsWay).length);

  function change(key: string, changes: Partial<Upload>) {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }

  async function send({ key, file }: Upload) {
    const ending = new AbortController();
    running.set(key, ending);
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
      running.delete(key);
    }
  }

  return {
    uploads,
    /** Secrets masked in added texts, by the id of the attachment. */
    masked,
    /** Number of the newest files beyond the limit. */
    refused,
    isFull: room === 0,

    add(files: Iterable<File>) {
      const { accepted, late } = admit(Array.from(files), room);
      setRefused(late);
      setUploads((all) => [...all, ...accepted]);
      for (const one of accepted) void send(one);
    },

    // Others may have taken its place meanwhile.
    retry: (one: Upload) => (room > 0 ? void send(one) : setRefused(1)),

    /** Ends one that is not added. */
    cancel({ key }: Upload) {
      running.get(key)?.abort();
      setUploads((all) => all.filter((one) => one.key !== key));
      setRefused(0);
    },

    /** Removes one that was added; the server keeps one that a request has already. */
    remove({ id }: Attachment) {
      newest.change((all) => all.filter((one) => one.id !== id), attachmentField(id));
      setRefused(0);
      void deleteQuietly(id);
    },

    /** Ends everything that is not added. */
    clear() {
      abortAll(running);
      setUploads([]);
      setRefused(0);
    },
  };
}

function abortAll(running: Map<string, AbortController>): void {
  for (const upload of running.values()) upload.abort();
}

/** Files to list, and the number beyond the limit. Files refused at sight take no place. */
function admit(files: File[], room: number): { accepted: Upload[]; late: number } {
  const late = new Set(files.filter((file) => problemAtSight(file) === null).slice(room));
  return { accepted: files.filter((file) => !late.has(file)).map(newUpload), late: late.size };
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

/** Uploads end after renders: each changes the newest value, not the one it began with. */
function useNewest(options: UploadsOptions) {
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });
  return {
    change(how: (value: Attachment[]) => Attachment[], ...fields: string[]) {
      const value = how(newest.current.value);
      newest.current = { ...newest.current, value };
      newest.current.onChange(value, ...fields);
    },
  };
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

/** Body to send for a file: a text already without its secrets. */
export type PreparedFile = { body: Blob; masked: MaskedText | null };
export type MaskedText = { text: string; found: FoundSecrets[] };

/** Reason why a file is not sent. */
export class FileProblem extends Error {
  readonly code: MessageCode;

  constructor(code: MessageCode) {
    super(code);
    this.code = code;
  }
}

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];
export const pdfType = 'application/pdf';

/** @throws FileProblem for a file that the server would refuse, as far as that is known here. */
export async function prepareFile(file: File): Promise<PreparedFile> {
  const problem = problemAtSight(file);
  if (problem) throw new FileProblem(problem);
  if ([...pictureTypes, pdfType].includes(file.type)) return { body: file, masked: null };
  const text = fileText(new Uint8Array(await readBytes(file)));
  if (text === null) throw new FileProblem('attachment_type');
  const masked = maskSecrets(text);
  if (masked.found.length === 0) return { body: file, masked: null };
  return { body: new Blob([masked.text], { type: 'text/plain' }), masked };
}

/** Problem of a file before it is read; null when none is known. */
export function problemAtSight({ size, type, name }: File): MessageCode | null {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return 'attachment_heic';
  if (size > attachmentLimit) return 'attachment_too_large';
  if (size === 0) return 'attachment_empty';
  const isUseless = /^(?:image|video|audio|font)\//.test(type) && !pictureTypes.includes(type);
  return isUseless ? 'attachment_type' : null;
}

async function readBytes(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    // It was moved meanwhile, or is a folder.
    throw new FileProblem('attachment_unreadable');
  }
}
