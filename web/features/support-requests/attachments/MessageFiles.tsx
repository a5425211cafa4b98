import { useEffect, useEffectEvent } from 'react';
import type { Attachment } from '#shared/contracts/support-requests/attachments.ts';
import { AttachmentPicker } from './AttachmentPicker.tsx';
import { isOnItsWay, useUploads } from './use-uploads.ts';

type MessageFilesProps = {
  value: Attachment[];
  onChange: (value: Attachment[]) => void;
  /** Learns when files begin and end to be on their way. */
  onUploading: (isUploading: boolean) => void;
  disabled: boolean;
};

/** The files of one message. */
export function MessageFiles({ value, onChange, onUploading, disabled }: MessageFilesProps) {
  const files = useUploads({ value, onChange });
  const isUploading = files.uploads.some(isOnItsWay);
  const report = useEffectEvent(onUploading);
  useEffect(() => {
    report(isUploading);
    return () => report(false);
  }, [isUploading]);
  return <AttachmentPicker value={value} files={files} disabled={disabled} />;
}
