import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { useDraftDocument } from '#web/drafts/use-draft-document.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import type { Run } from './use-run.ts';

type StudioFrameProps = Omit<ComponentProps<typeof Dialog>, 'footer'> & {
  run: Pick<Run, 'arrived'> & { stop: () => void };
  foot: FootProps | null;
};

type FootProps = {
  /** Save status, and other ways on. */
  children?: ReactNode;
  /** Null where the cross is enough. */
  close: { className?: string } | null;
  /** For what there is, before the button that writes. */
  actions?: ReactNode;
  /** The one button that writes; null where there is nothing to write yet. */
  write: WriteButton | null;
};

type WriteButton = {
  /** Id of the form that it sends. */
  form: string;
  label: string;
  busyText: string;
  isSaving?: boolean;
  /** Something is missing, to which it still leads. */
  isUnfinished?: boolean;
  className?: string;
};

/** The dialog of a tool that the AI writes in. It stays while closed: that does not end what is under way. */
export function StudioFrame({ run, foot, children, ...dialog }: StudioFrameProps) {
  return (
    <Dialog
      {...dialog}
      footer={foot ? <Foot {...foot} run={run} onClose={() => dialog.onOpenChange(false)} /> : undefined}
    >
      {children}
    </Dialog>
  );
}

type Foot = FootProps & Pick<StudioFrameProps, 'run'> & { onClose: () => void };

function Foot({ run, children, close, actions, write, onClose }: Foot) {
  const isBusy = run.arrived !== null;
  return (
    <>
      {children}
      {close ? (
        <Button onClick={onClose} className={close.className}>
          Close
        </Button>
      ) : null}
      {actions}
      {isBusy ? <Button onClick={() => run.stop()}>Stop</Button> : null}
      {write ? (
        <Button
          type="submit"
          form={write.form}
          variant="primary"
          busy={isBusy || write.isSaving}
          busyText={write.busyText}
          aria-disabled={write.isUnfinished || undefined}
          className={clsx(write.className, write.isUnfinished && 'opacity-50')}
        >
          {write.label}
        </Button>
      ) : null}
    </>
  );
}

type SaveNoteProps = {
  text: string;
  isProblem: boolean;
  /** Another tab has the same work open. */
  otherTab: boolean;
  /** A document, which may have been changed elsewhere. */
  document?: Pick<DraftDocument, 'status' | 'keepCopy' | 'loadNewer'>;
  /** Also while all is well. */
  staysOnPhones?: boolean;
  /** Why the last save that was asked for failed. */
  failure?: string | null;
  className?: string;
  /** Ways out of a problem. */
  children?: ReactNode;
};

/** Save status of the work. While all is well, most phones have no room for it. */
export function SaveNote(props: SaveNoteProps) {
  const { text, isProblem, otherTab, document, staysOnPhones, failure, className, children } = props;
  if (document?.status === 'conflict')
    return <ChangedElsewhere onKeepCopy={document.keepCopy} onLoadNewer={document.loadNewer} />;
  return (
    <div className={clsx('flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-2', className)}>
      {failure ? <p className="w-full text-meta text-bad sm:text-right">{failure}</p> : null}
      <p
        role="status"
        className={clsx(
          'text-meta',
          isProblem ? 'text-bad' : 'text-faint',
          !isProblem && !otherTab && !staysOnPhones && 'max-sm:sr-only',
        )}
      >
        {text}
        <span>{otherTab ? ' Also open in another tab.' : null}</span>
      </p>
      {children}
    </div>
  );
}

type DraftDocument = ReturnType<typeof useDraftDocument>;

type ChangedElsewhereProps = {
  onKeepCopy: () => void;
  /** Rejects when the newer text could not be loaded. */
  onLoadNewer: () => Promise<void>;
};

/** Another tab or device has changed the same document: its owner chooses which text goes on here. */
function ChangedElsewhere({ onKeepCopy, onLoadNewer }: ChangedElsewhereProps) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');

  async function load() {
    setState('loading');
    await onLoadNewer().catch(() => setState('failed'));
  }

  return (
    <div role="alert" className="w-full rounded-m bg-warn-wash px-4 py-3.5">
      <p>
        {state === 'failed'
          ? 'The newer text could not be loaded. Yours is still here.'
          : 'Changed in another tab or on another device. Your text is still here.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onKeepCopy}>Keep mine as a copy</Button>
        <Button busy={state === 'loading'} onClick={() => void load()}>
          Load the newer one
        </Button>
      </div>
    </div>
  );
}

type RunWaitProps = {
  run: Pick<Run, 'isSilent' | 'isAgain'>;
  /** Null where no model is connected. */
  onWithoutAi: (() => void) | null;
};

/** Says, while a model's reply is awaited, why that takes long, and offers the way without it. */
export function RunWait({ run, onWithoutAi }: RunWaitProps) {
  return (
    <div role="status" className="text-soft">
      {run.isAgain ? <p className="mt-2">That answer could not be used. Asking once more.</p> : null}
      {run.isSilent && onWithoutAi ? (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <span>The AI is busy. It may take a minute.</span>
          <WithoutAi onWrite={onWithoutAi} />
        </p>
      ) : null}
    </div>
  );
}

/** The button beside a model that is silent, has failed or was stopped; null where no model is connected. */
export function WithoutAi({ onWrite }: { onWrite: (() => void) | null }) {
  return onWrite ? <Button onClick={onWrite}>Write it without AI</Button> : null;
}
