import { clsx } from 'clsx';
import { FileText, Image, Paperclip, RotateCcw, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type Attachment, attachmentsAllowed } from '#shared/contracts/support-requests/attachments.ts';
import { message } from '#shared/messages/catalogue.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { fileSize } from './AttachmentList.tsx';
import { countSecrets, MaskedLines } from './MaskedPreview.tsx';
import {
  attachmentField,
  isOnItsWay,
  type MaskedText,
  pdfType,
  pictureTypes,
  type Upload,
  type Uploads,
  uploadName,
} from './use-uploads.ts';

type AttachmentPickerProps = {
  value: Attachment[];
  files: Uploads;
  /** Problems of added files, by `attachmentField`, or of all of them (`attachments`). */
  errors?: Record<string, string>;
  disabled?: boolean;
};

/** Adds screenshots and logs: by a button, dropped on it, or pasted anywhere on the page. */
export function AttachmentPicker({ value, files, errors = {}, disabled = false }: AttachmentPickerProps) {
  const button = useRef<HTMLButtonElement>(null);
  const label = useId();
  const { isOver, ...dropping } = useDropping((dropped) => !disabled && files.add(dropped));
  const underWay = files.uploads.filter(isOnItsWay);
  usePasting((pasted) => !disabled && files.add(pasted));
  const types = [...value.map(({ type }) => type), ...underWay.map(({ file }) => file.type)];

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take the legend's look and width
    <div
      role="group"
      aria-labelledby={label}
      {...dropping}
      className={clsx(
        'grid grid-cols-1 gap-2.5 rounded-m border border-dashed px-4 py-3.5',
        isOver ? 'border-spark bg-spark-wash' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_13rem]">
          <p id={label} className="text-[0.8125rem] leading-5 font-medium">
            <OptionalLabel>Screenshots and logs</OptionalLabel>
          </p>
          <p className="text-meta text-faint">
            Drop, paste or choose PNG, JPEG, WebP, PDF or text, 5 MB each, at most {attachmentsAllowed}.
          </p>
        </div>
        <ChooseButton ref={button} disabled={disabled || files.isFull} onFiles={files.add} />
      </div>
      {files.refused > 0 ? (
        <p role="alert" className="text-meta text-bad">
          {`${files.refused === 1 ? 'One file was' : `${files.refused} files were`} not added. ${message('attachments_full').text}`}
        </p>
      ) : null}
      {errors.attachments ? (
        <p role="alert" className="text-meta text-bad">
          {errors.attachments}
        </p>
      ) : null}
      <PickedFiles
        value={value}
        files={files}
        errors={errors}
        disabled={disabled}
        // The focused element is gone.
        onRemoved={() => button.current?.focus()}
      />
      {types.some((type) => [...pictureTypes, pdfType].includes(type)) ? (
        <p className="text-meta text-warn">
          Pictures and PDFs can’t be masked. Check that no key, password or customer data can be seen on them.
        </p>
      ) : null}
    </div>
  );
}

type PickedFilesProps = Required<AttachmentPickerProps> & { onRemoved: () => void };

/** Files that are added, and after them those on their way. */
function PickedFiles({ value, files, errors, disabled, onRemoved }: PickedFilesProps) {
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
            files.cancel(one);
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
  /** Reason why it can't be sent. */
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

const accepted = [
  ...pictureTypes,
  pdfType,
  'text/plain',
  '.txt',
  '.log',
  '.md',
  '.csv',
  '.json',
  '.yml',
  '.yaml',
].join();

type ChooseButtonProps = {
  ref: React.RefObject<HTMLButtonElement | null>;
  disabled: boolean;
  onFiles: (files: FileList) => void;
};

function ChooseButton({ ref, disabled, onFiles }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        ref={ref}
        name="attachments"
        icon={<Paperclip size={16} aria-hidden="true" />}
        // Not `disabled`: when the last place is taken the focus stays here.
        aria-disabled={disabled || undefined}
        className={clsx(disabled && 'cursor-not-allowed opacity-50')}
        onClick={() => !disabled && input.current?.click()}
      >
        Add files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to add"
        accept={accepted}
        onChange={({ target }) => {
          if (target.files) onFiles(target.files);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}

function useDropping(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer.files.length > 0) onFiles(event.dataTransfer.files);
    },
  };
}

/** Files only: pasted text belongs to the field that has the focus. */
function usePasting(onFiles: (files: FileList) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    const isText = event.clipboardData?.types.includes('text/plain');
    if (!files?.length || isText) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}
