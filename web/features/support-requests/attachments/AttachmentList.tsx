import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  type Attachment,
  readAttachment,
  readLinkedFile,
} from '#shared/contracts/support-requests/attachments.ts';
import { request } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { downloadBlob } from '#web/ui/controls/download-text.ts';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

type AttachmentListProps = {
  attachments: Attachment[];
  /** Of the mail's link, for a reader without an account. */
  token?: string | undefined;
};

/** Pictures as thumbnails that open whole, logs and PDFs as downloads. */
export function AttachmentList({ attachments, token }: AttachmentListProps) {
  if (attachments.length === 0) return <p className="text-meta text-faint">No attachments.</p>;
  const isPicture = ({ type }: Attachment) => type.startsWith('image/');
  const pictures = attachments.filter(isPicture);
  const others = attachments.filter((one) => !isPicture(one));
  return (
    <div className="grid grid-cols-1 gap-2.5">
      {pictures.length > 0 ? (
        <ul aria-label="Pictures" className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2.5">
          {pictures.map((one) => (
            <Thumbnail key={one.id} attachment={one} token={token} />
          ))}
        </ul>
      ) : null}
      {others.length > 0 ? (
        <ul aria-label="Documents" className="grid grid-cols-1 gap-2">
          {others.map((one) => (
            <OtherFile key={one.id} attachment={one} token={token} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type FileProps = { attachment: Attachment; token: string | undefined };

function Thumbnail({ attachment: { id, name }, token }: FileProps) {
  const { address, failure, retry } = usePicture(id, token);
  return (
    <li tabIndex={-1} className="grid min-w-0 grid-cols-1 content-start gap-1 outline-none">
      {address ? (
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${name}`}
          className="block overflow-hidden rounded-s bg-muted"
        >
          <img src={address} alt={name} className="h-24 w-full object-cover" />
        </a>
      ) : null}
      {failure ? (
        <div
          role="alert"
          className="grid min-h-24 content-center gap-2 rounded-s bg-bad-wash p-2.5 text-meta"
        >
          <p className="text-bad">{failure}</p>
          <Button
            onClick={({ currentTarget }) => {
              // The button goes while the picture comes.
              currentTarget.closest('li')?.focus();
              retry();
            }}
            aria-label={`Try again: ${name}`}
          >
            Try again
          </Button>
        </div>
      ) : null}
      {!address && !failure ? (
        <Loading label={`Loading ${name}`}>
          <Skeleton className="h-24 w-full" />
        </Loading>
      ) : null}
      <p className="truncate text-meta text-faint" title={name}>
        {name}
      </p>
    </li>
  );
}

/** 5 MB over a slow line take longer than other responses. */
const fileTimeoutMs = 120_000;

async function loadFile(id: string, token: string | undefined, signal?: AbortSignal): Promise<Blob> {
  const options = { timeoutMs: fileTimeoutMs, ...(signal && { signal }) };
  const response = token
    ? await request(readLinkedFile, { body: { token, attachmentId: id }, ...options })
    : await request(readAttachment, { params: { id }, ...options });
  return response.blob();
}

type Picture = { address: string | null; failure: string | null };

/** Loaded with the bearer token, which an `img` could not send; freed when it is no longer shown. */
function usePicture(id: string, token: string | undefined): Picture & { retry: () => void } {
  const [tries, setTries] = useState(0);
  const [picture, setPicture] = useState<Picture>({ address: null, failure: null });

  useEffect(() => {
    // Named, so that another try runs this again.
    void tries;
    const loading = new AbortController();
    let address: string | null = null;
    async function load() {
      try {
        const picture = await loadFile(id, token, loading.signal);
        if (loading.signal.aborted) return;
        address = URL.createObjectURL(picture);
        setPicture({ address, failure: null });
      } catch (error) {
        if (loading.signal.aborted) return;
        setPicture({ address: null, failure: readFailure(error, 'attachment_not_found').reason });
      }
    }
    void load();
    return () => {
      loading.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [id, token, tries]);

  function retry() {
    setPicture({ address: null, failure: null });
    setTries(tries + 1);
  }
  return { ...picture, retry };
}

function OtherFile({ attachment: { id, name, size }, token }: FileProps) {
  const [state, setState] = useState<'idle' | 'busy' | { failure: string }>('idle');

  async function download() {
    setState('busy');
    try {
      downloadBlob(name, await loadFile(id, token));
      setState('idle');
    } catch (error) {
      setState({ failure: readFailure(error, 'attachment_not_found').reason });
    }
  }

  return (
    <li className="rounded-s bg-muted py-1.5 pr-1.5 pl-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <FileText size={16} aria-hidden="true" className="shrink-0 text-soft" />
        <p className="min-w-0 flex-[1_1_8rem] truncate" title={name}>
          {name}
        </p>
        <p className="shrink-0 text-meta text-faint tabular-nums">{fileSize(size)}</p>
        <Button busy={state === 'busy'} onClick={download} aria-label={`Download ${name}`}>
          Download
        </Button>
      </div>
      {typeof state === 'object' ? (
        <p role="alert" className="mt-1 pb-1 text-meta text-bad">
          {state.failure}
        </p>
      ) : null}
    </li>
  );
}

/** Bytes in words: `831 bytes`, `12 KB`, `4.2 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
