import type { Attachment } from '#shared/contracts/attachments.ts';
import { attachmentField } from './attachment-field.ts';
import { AddedFile, UploadingFile } from './PickedFile.tsx';
import type { Uploads } from './use-uploads.ts';

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
