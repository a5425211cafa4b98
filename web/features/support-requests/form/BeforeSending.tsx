import { Clock, EyeOff, type LucideIcon, Route, Ticket, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { preview } from '#shared/rules/preview.ts';
import { useConfig } from '#web/api/config.ts';
import { dueWords, leftWords } from '#web/features/support-requests/allowance-words.ts';
import { useNow } from '#web/features/support-requests/use-now.ts';
import type { RequestDraft } from './request-draft.ts';

type BeforeSendingProps = { user: User; draft: RequestDraft; isLimited: boolean };

/** What becomes of the request, said before it is sent. */
export function BeforeSending({ user, draft, isLimited }: BeforeSendingProps) {
  const { data: config } = useConfig();
  const now = useNow();
  const due = dueWords(user, config, now);
  const isNew = draft.jobId === null;
  return (
    <ul aria-label="Before you send it" className="grid grid-cols-1 gap-1.5 text-meta text-soft">
      {isNew && !isLimited ? <Line icon={Ticket}>{leftWords(user, now)}</Line> : null}
      {isNew && !isLimited && due ? <Line icon={Clock}>{due}</Line> : null}
      {isNew ? null : <Line icon={Ticket}>A change uses none of your requests.</Line>}
      <Line icon={EyeOff}>
        Keys, tokens and passwords that are recognised are masked before anything is sent. Leave out what
        nobody should see.
      </Line>
      <Line icon={UserRound}>A person reads this, not a model.</Line>
      {draft.trailId && isNew ? (
        <Line icon={Route}>
          {draft.idea ? (
            <>
              It will stand on the trail of your idea <q dir="auto">{preview(draft.idea, 120)}</q>.
            </>
          ) : (
            'It will stand on the trail of your idea.'
          )}
        </Line>
      ) : null}
    </ul>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
