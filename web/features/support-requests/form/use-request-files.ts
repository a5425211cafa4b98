import { useEffect, useEffectEvent } from 'react';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { attachmentField } from '#web/features/support-requests/attachments/attachment-field.ts';
import {
  isOnItsWay,
  uploadName,
  useUploads,
} from '#web/features/support-requests/attachments/use-uploads.ts';
import type { RequestForm } from './use-request-form.ts';

/** The files of the draft in the form: what is on its way, also behind the closed dialog, and what is left out. */
export function useRequestFiles({ draft, change, open }: RequestForm) {
  const value = draft?.request.attachments ?? [];
  const files = useUploads({
    owner: draft?.id ?? null,
    value,
    onChange: (attachments) => change({ attachments }, ...goneFields(value, attachments)),
  });
  const isBusy = files.uploads.some(isOnItsWay);
  const hold = useEffectEvent(() => open(draft));
  useEffect(() => {
    // From now on no other draft takes this one's place by itself.
    if (isBusy) hold();
  }, [isBusy]);
  return {
    ...files,
    /** Some are on their way: a request that is sent meanwhile would leave them out. */
    isBusy,
    /** The names of those that are listed and could not be added. */
    leftOut: files.uploads.filter((one) => !isOnItsWay(one)).map(uploadName),
  };
}

export type RequestFiles = ReturnType<typeof useRequestFiles>;

/** Problems of removed files are dropped. */
function goneFields(before: Attachment[], now: Attachment[]): string[] {
  const gone = before.filter(({ id }) => now.every((one) => one.id !== id));
  return ['attachments', ...gone.map(({ id }) => attachmentField(id))];
}
