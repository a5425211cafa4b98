import { useRef, useState } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { Time } from '#web/ui/Time.tsx';
import { isWorthSaving, type RequestDraft } from './request-draft.ts';
import type { RequestForm } from './use-request-form.ts';

/** Says that what is here comes from this browser, and leads to what else it keeps. */
export function SavedDrafts({ form, uploading }: { form: RequestForm; uploading: boolean }) {
  const { draft, others, isEdit, busy, open, keep, drop } = form;
  const isHeld = busy || uploading;
  const isResumed = useIsResumed(draft);
  const [discarded, setDiscarded] = useState<RequestDraft | null>(null);
  const panel = useRef<HTMLElement>(null);
  /** The pressed button is gone or has another meaning now. */
  const andStay = (act: () => void) => () => {
    panel.current?.focus({ preventScroll: true });
    act();
  };
  const discard = (unwanted: RequestDraft) => {
    setDiscarded(unwanted);
    drop(unwanted.id);
  };
  if (!draft || (!isResumed && others.length === 0 && !discarded)) return null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Drafts in this browser"
      className="grid grid-cols-1 gap-2 rounded-m bg-muted px-3.5 py-3 text-meta text-soft outline-none"
    >
      {isResumed ? (
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span>
            {isEdit
              ? 'Your changes from this browser. They are not saved yet.'
              : 'Your draft from this browser. It was not sent yet.'}
          </span>
          <Button disabled={isHeld} onClick={andStay(() => (isEdit ? discard(draft) : open(null)))}>
            {isEdit ? 'Discard my changes' : 'Start a new one'}
          </Button>
        </p>
      ) : null}
      {others.length > 0 ? (
        <ul aria-label="Other drafts in this browser" className="grid grid-cols-1 gap-2">
          {others.map((other) => (
            <OtherDraft
              key={other.id}
              draft={other}
              disabled={isHeld}
              onOpen={andStay(() => open(other))}
              onDiscard={andStay(() => discard(other))}
            />
          ))}
        </ul>
      ) : null}
      {discarded ? (
        <p role="status" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span>{isEdit ? 'Your changes are discarded.' : 'The draft is discarded.'}</span>
          <Button
            onClick={andStay(() => {
              keep(discarded);
              setDiscarded(null);
            })}
          >
            Put it back
          </Button>
        </p>
      ) : null}
      {uploading ? <p>Files are on their way into this request. Other drafts wait for them.</p> : null}
    </section>
  );
}

/** True when the draft was there before the form; that stays while somebody types: the fields must not jump. */
function useIsResumed(draft: RequestDraft | null): boolean {
  const [openedAt] = useState(() => Date.now());
  const [resumedId, setResumedId] = useState<string | null>(null);
  const isFound = draft !== null && isWorthSaving(draft) && draft.changedAt < openedAt;
  if (isFound && resumedId !== draft.id) setResumedId(draft.id);
  return draft !== null && draft.id === resumedId;
}

type OtherDraftProps = {
  draft: RequestDraft;
  disabled: boolean;
  onOpen: () => void;
  onDiscard: () => void;
};

function OtherDraft({ draft, disabled, onOpen, onDiscard }: OtherDraftProps) {
  const { requestTitle, appName, issues } = draft.request;
  const name =
    [requestTitle, appName, issues.join(' ')].find((text) => text.trim() !== '') ?? 'Without words';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0 flex-[1_1_10rem]">
        <span dir="auto" className="line-clamp-1 wrap-anywhere text-ink">
          {name}
        </span>
        Another draft, <Time at={new Date(draft.changedAt).toISOString()} />
      </span>
      <span className="flex gap-1">
        <Button variant="quiet" disabled={disabled} onClick={onDiscard}>
          Discard
        </Button>
        <Button disabled={disabled} onClick={onOpen}>
          Open
        </Button>
      </span>
    </li>
  );
}
