import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import { reopenableUntil } from '#shared/rules/support/reopening.ts';
import { Time } from '#web/ui/Time.tsx';
import { isClosed } from './status.ts';

type ResolvedNoteProps = {
  resolvedAt: string;
  /** Alternative when an answer can't reopen it any more. */
  newRequest: ReactNode;
};

/** Says that it is resolved, and what an answer does then. */
export function ResolvedNote({ resolvedAt, newRequest }: ResolvedNoteProps) {
  const until = reopenableUntil(resolvedAt).toISOString();
  return (
    <div className="flex gap-2.5 rounded-m bg-good-wash px-4 py-3.5">
      <CircleCheck size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
      <div className="min-w-0">
        <p className="font-medium">
          Resolved, <Time at={resolvedAt} />
        </p>
        {isClosed({ resolvedAt }) ? (
          <p className="text-soft">
            It could be opened again until <Time at={until} />. Everything stays here to read. {newRequest}
          </p>
        ) : (
          <p className="text-soft">
            Is something still wrong? Write below: your message opens it again, until <Time at={until} />. No
            new time for a first answer runs then.
          </p>
        )}
      </div>
    </div>
  );
}
