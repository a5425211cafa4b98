import { type ReactNode, useId, useState } from 'react';
import type { InboxThread } from '#shared/contracts/support-inbox.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ActionButton } from './ActionButton.tsx';
import { StatusChoice } from './StatusChoice.tsx';
import { TakeOverQuestion } from './TakeOverQuestion.tsx';
import { actionFailure, type useInboxWork } from './use-inbox-request.ts';
import { useSuccessorFocus } from './use-successor-focus.ts';

export type WorkBarProps = {
  thread: InboxThread;
  action: ReturnType<typeof useInboxWork>['action'];
};

/** Who works on it, its status, and what can be done with it. */
export function WorkBar({ thread, action }: WorkBarProps) {
  const { agent, resolvedAt } = thread;
  const [isAsked, setIsAsked] = useState(false);
  const isTakingOver = isAsked && agent !== null && !agent.isMe;
  const { place, onClick } = useSuccessorFocus(`${agent?.name} ${agent?.isMe} ${resolvedAt} ${isTakingOver}`);
  const failure = actionFailure(action.error);
  return (
    <Card aria-label="Work on it" className="grid grid-cols-1 gap-3" onClickCapture={onClick}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {isTakingOver ? (
          <TakeOverQuestion name={agent.name} action={action} onCancel={() => setIsAsked(false)} />
        ) : (
          <div className="min-w-0">
            <p ref={place} tabIndex={-1} className="mb-1.5 wrap-anywhere outline-none">
              {whoWorks(thread)}
            </p>
            <ClaimButton thread={thread} action={action} onTakeOver={() => setIsAsked(true)} />
          </div>
        )}
        <Progress thread={thread} action={action} />
      </div>
      {failure ? (
        // No alert: the toast has been read out already.
        <p className="rounded-s bg-bad-wash px-3.5 py-3 text-soft">{failure}</p>
      ) : null}
    </Card>
  );
}

function whoWorks({ agent, resolvedAt }: InboxThread): ReactNode {
  const begin = resolvedAt ? 'Resolved. ' : '';
  if (!agent) return resolvedAt ? 'Resolved.' : 'Nobody has claimed this.';
  const verb = resolvedAt ? 'worked' : agent.isMe ? 'work' : 'works';
  if (agent.isMe) return `${begin}You ${verb} on this.`;
  return (
    <>
      {begin}
      <bdi>{agent.name}</bdi> {verb} on this.
    </>
  );
}

type ClaimButtonProps = WorkBarProps & { onTakeOver: () => void };

function ClaimButton({ thread: { agent, resolvedAt }, action, onTakeOver }: ClaimButtonProps) {
  if (resolvedAt) return null;
  if (!agent)
    return (
      <ActionButton action={action} wanted={{ name: 'claim' }} text="Claim" busyText="Claiming..." isMain />
    );
  if (!agent.isMe) return <Button onClick={onTakeOver}>Take over...</Button>;
  return (
    <ActionButton
      key="release"
      action={action}
      wanted={{ name: 'release' }}
      text="Release"
      busyText="Releasing..."
    />
  );
}

/** Status and end: only for whoever has claimed it, and what is missing is said. */
function Progress({ thread, action }: WorkBarProps) {
  const { agent, resolvedAt, promise } = thread;
  const reasonId = useId();
  const isOpenAndMine = agent?.isMe === true && resolvedAt === null;
  const canResolve = isOpenAndMine && promise.answeredAt !== null;
  const reason = resolvedAt || canResolve ? null : whatIsMissing(thread);
  const describedBy = reason ? reasonId : undefined;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-end gap-2">
        <StatusChoice
          thread={thread}
          action={action}
          disabled={!isOpenAndMine}
          describedBy={isOpenAndMine ? undefined : describedBy}
        />
        {resolvedAt ? (
          <ActionButton
            key="reopen"
            action={action}
            wanted={{ name: 'reopen' }}
            text="Reopen"
            busyText="Reopening..."
          />
        ) : (
          <ActionButton
            action={action}
            wanted={{ name: 'resolve' }}
            text="Resolve"
            busyText="Resolving..."
            disabled={!canResolve}
            describedBy={describedBy}
          />
        )}
      </div>
      {reason ? (
        <p id={reasonId} className="text-meta wrap-anywhere text-faint">
          {reason}
        </p>
      ) : null}
    </div>
  );
}

function whatIsMissing({ agent }: InboxThread): ReactNode {
  if (!agent) return 'Claim it to change its status or to resolve it.';
  if (agent.isMe) return 'Reply to the customer before you resolve it.';
  return (
    <>
      Only <bdi>{agent.name}</bdi> can change its status or resolve it.
    </>
  );
}
