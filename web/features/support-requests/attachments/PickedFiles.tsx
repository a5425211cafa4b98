import { clsx } from 'clsx';
import { FileText, Image, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { attachmentField } from './attachment-field.ts';
import { fileSize } from './file-size.ts';
import { MaskedLines } from './MaskedLines.tsx';
import { countSecrets } from './masked-labels.ts';
import type { MaskedText } from './prepare-file.ts';
import { type Upload, type Uploads, uploadName } from './use-uploads.ts';

type PickedFilesProps = {
  value: Attachment[];
  files: Uploads;
  errors: Record<string, string>;
  disabled: boolean;
  onRemoved: () => void;
};

/** Files that are added, and after them those on their way. */
export function PickedFiles({ value, files, errors, disabled, onRemoved }: PickedFilesProps) {
  if (value.length + files.uploads.length === 0) return null;
  return (
    <ul aria-label="Files" className="grid grid-cols-1 gap-2">
      {value.map((one) => (
        <AddedFile
          key={one.id}
          attachment={one}
          masked={files.masked[one.id]}
          error={errors[attachmentField(one.id)]}
          disabled={disabled}
          onRemove={() => {
            files.remove(one);
            onRemoved();
          }}
        />
      ))}
      {files.uploads.map((one) => (
        <UploadingFile
          key={one.key}
          upload={one}
          disabled={disabled}
          onRetry={() => files.retry(one)}
          onRemove={() => {
            files.drop(one);
            onRemoved();
          }}
        />
      ))}
    </ul>
  );
}

type AddedFileProps = {
  attachment: Attachment;
  masked: MaskedText | undefined;
  /** Why it can't be sent. */
  error: string | undefined;
  disabled: boolean;
  onRemove: () => void;
};

/** A file that the server has, with what was masked in it. */
function AddedFile({ attachment, masked, error, disabled, onRemove }: AddedFileProps) {
  const { id, name, type, size } = attachment;
  return (
    <Row
      name={name}
      field={attachmentField(id)}
      type={type}
      note={error ? 'Gone' : fileSize(size)}
      disabled={disabled}
      onRemove={onRemove}
    >
      {error ? (
        <p role="alert" className="mt-1 pb-1 text-meta text-bad">
          {error}
        </p>
      ) : null}
      {masked ? (
        <details className="mt-2 rounded-s bg-good-wash px-3 py-2 text-soft">
          <summary className="cursor-pointer rounded-s text-meta font-medium text-ink pointer-coarse:py-3.5">
            Masked: {countSecrets(masked.found)}
          </summary>
          <MaskedLines text={masked.text} />
        </details>
      ) : null}
    </Row>
  );
}

type UploadingFileProps = {
  upload: Upload;
  disabled: boolean;
  onRetry: () => void;
  onRemove: () => void;
};

/** A file on its way, or why it is not added. */
function UploadingFile({ upload, disabled, onRetry, onRemove }: UploadingFileProps) {
  const { file, share, error, canRetry } = upload;
  const name = uploadName(upload);
  const percent = Math.round(share * 100);
  return (
    <Row
      name={name}
      type={file.type}
      note={error ? 'Not added' : `${percent} %`}
      disabled={disabled}
      onRemove={onRemove}
    >
      {error ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p role="alert" className="min-w-0 flex-[1_1_12rem] text-meta text-bad">
            {error}
          </p>
          {canRetry ? (
            <Button
              icon={<RotateCcw size={14} aria-hidden="true" />}
              onClick={({ currentTarget }) => {
                // The button goes while the file is sent.
                currentTarget.closest('li')?.focus();
                onRetry();
              }}
              aria-label={`Try again: ${name}`}
            >
              Try again
            </Button>
          ) : null}
        </div>
      ) : (
        <progress
          aria-label={`Sending ${name}`}
          max={100}
          value={percent}
          className="mt-2 block h-1.5 w-full accent-spark"
        />
      )}
    </Row>
  );
}

type RowProps = {
  name: string;
  /** Its name among the fields of the form. */
  field?: string;
  type: string;
  note: string;
  disabled: boolean;
  onRemove: () => void;
  children: ReactNode;
};

function Row({ name, field, type, note, disabled, onRemove, children }: RowProps) {
  const Icon = type.startsWith('image/') ? Image : FileText;
  return (
    <li tabIndex={-1} className="rounded-s bg-muted py-1.5 pr-1.5 pl-3 outline-none">
      <div className="flex items-center gap-2.5">
        <Icon size={16} aria-hidden="true" className="shrink-0 text-soft" />
        <p className="min-w-0 grow truncate" title={name}>
          {name}
        </p>
        <p className="shrink-0 text-meta text-faint tabular-nums">{note}</p>
        <IconButton
          name={field}
          aria-label={`Remove ${name}`}
          // Not `disabled`: it takes the focus when its file was refused, before the form is free again.
          aria-disabled={disabled || undefined}
          className={clsx(disabled && 'cursor-not-allowed opacity-50')}
          onClick={disabled ? undefined : onRemove}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="pr-1.5">{children}</div>
    </li>
  );
}
