import { clsx } from 'clsx';
import { Paperclip } from 'lucide-react';
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { type Attachment, attachmentsAllowed } from '#shared/contracts/attachments.ts';
import { message } from '#shared/messages/catalogue.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { PickedFiles } from './PickedFiles.tsx';
import { pictureTypes } from './prepare-file.ts';
import { isOnItsWay, type Uploads } from './use-uploads.ts';

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
            Drop, paste or choose PNG, JPEG, WebP or text, 5 MB each, at most {attachmentsAllowed}.
          </p>
        </div>
        <ChooseButton ref={button} disabled={disabled || files.isFull} onFiles={files.add} />
      </div>
      {files.refused > 0 ? (
        <p role="alert" className="text-meta text-bad">
          {files.refused === 1 ? 'One file was' : `${files.refused} files were`} not added.{' '}
          {message('attachments_full').text}
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
      {types.some((type) => pictureTypes.includes(type)) ? (
        <p className="text-meta text-warn">
          Pictures can’t be masked. Check that no key, password or customer data can be seen on them.
        </p>
      ) : null}
    </div>
  );
}

const accepted = [
  ...pictureTypes,
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
    addEventListener('paste', listen);
    return () => removeEventListener('paste', listen);
  }, []);
}
