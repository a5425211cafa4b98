import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { InboxThread } from '#shared/contracts/support-requests/support-inbox.ts';
import { jobStatus } from '#shared/contracts/support-requests/support-requests.ts';
import { statusLabels } from '#shared/rules/support/status.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { type InboxAction, useAgents, type useInboxWork } from './use-inbox.ts';

export type WorkBarProps = {
  userId: string;
  thread: InboxThread;
  action: ReturnType<typeof useInboxWork>['action'];
};

/** Agent and status of the request, and the actions on it. */
export function WorkBar({ userId, thread, action }: WorkBarProps) {
  const { agent, resolvedAt } = thread;
  // About one agent: the question goes with their claim.
  const [asked, setAsked] = useState<string | null>(null);
  const isTakingOver = agent !== null && !agent.isMe && agent.name === asked;
  const { place, onClick } = useSuccessorFocus(`${agent?.name} ${agent?.isMe} ${resolvedAt} ${isTakingOver}`);
  return (
    <Card aria-label="Work on it" className="grid grid-cols-1 gap-3" onClickCapture={onClick}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {isTakingOver ? (
          <TakeOverQuestion name={agent.name} action={action} onCancel={() => setAsked(null)} />
        ) : (
          <div className="min-w-0">
            <p ref={place} tabIndex={-1} className="mb-1.5 wrap-anywhere outline-none">
              {agentLine(thread)}
            </p>
            <div className="flex flex-wrap items-end gap-2">
              <ClaimButton thread={thread} action={action} onTakeOver={() => setAsked(agent?.name ?? null)} />
              <AgentChoice userId={userId} thread={thread} action={action} />
            </div>
          </div>
        )}
        <Progress thread={thread} action={action} />
      </div>
    </Card>
  );
}

function agentLine({ agent, resolvedAt }: InboxThread): ReactNode {
  const begin = resolvedAt ? 'Resolved. ' : '';
  if (!agent) return resolvedAt ? 'Resolved.' : 'Unclaimed.';
  const verb = resolvedAt ? 'worked' : agent.isMe ? 'work' : 'works';
  if (agent.isMe) return `${begin}You ${verb} on this.`;
  return (
    <>
      {begin}
      <bdi>{agent.name}</bdi> {verb} on this.
    </>
  );
}

/** Gives the request to another agent at once; not shown where there is none, or another agent has it. */
function AgentChoice({ userId, thread: { agent, resolvedAt }, action }: WorkBarProps) {
  const { data: agents = [] } = useAgents(userId);
  const others = agents.filter(({ isMe }) => !isMe);
  if (resolvedAt || others.length === 0 || agent?.isMe === false) return null;
  return (
    <Select
      aria-label="Assign to"
      value=""
      onChange={({ target }) => action.mutate({ name: 'assign', agentId: target.value })}
      className="w-40"
    >
      <option value="" disabled>
        Assign to...
      </option>
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

type ClaimButtonProps = Omit<WorkBarProps, 'userId'> & { onTakeOver: () => void };

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

/** Status and resolving, for the agent with the claim; others read what is missing. */
function Progress({ thread, action }: Omit<WorkBarProps, 'userId'>) {
  const { agent, resolvedAt, messages } = thread;
  const reasonId = useId();
  const isOpenAndMine = agent?.isMe === true && resolvedAt === null;
  const canResolve = isOpenAndMine && messages.some(({ kind }) => kind === 'reply');
  const reason = resolvedAt || canResolve ? null : missingStep(thread);
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

function missingStep({ agent }: InboxThread): ReactNode {
  if (!agent) return 'Claim it first.';
  if (agent.isMe) return 'Reply before you resolve it.';
  return (
    <>
      Only <bdi>{agent.name}</bdi> can change this.
    </>
  );
}

type ActionButtonProps = Pick<WorkBarProps, 'action'> & {
  wanted: InboxAction;
  text: string;
  busyText: string;
  isMain?: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
};

/** Does one thing with a request, and is busy meanwhile. */
function ActionButton(props: ActionButtonProps) {
  const { action, wanted, text, busyText, isMain = false, disabled = false, describedBy } = props;
  const { isPending, variables, mutate } = action;
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      busy={isPending && variables.name === wanted.name}
      busyText={busyText}
      disabled={disabled}
      aria-describedby={describedBy}
      onClick={() => mutate(wanted)}
    >
      {text}
    </Button>
  );
}

type StatusChoiceProps = Omit<WorkBarProps, 'userId'> & {
  disabled: boolean;
  describedBy: string | undefined;
};

/** The status as it is wanted, shown at once; what it was comes back when the server refuses. */
function StatusChoice({ thread, action, disabled, describedBy }: StatusChoiceProps) {
  const { variables: wanted, isPending, mutate } = action;
  const chosen = isPending && wanted.name === 'status' ? wanted.status : thread.status;
  return (
    <Field label="Status">
      <Select
        value={chosen}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(event) => mutate({ name: 'status', status: jobStatus.parse(event.target.value) })}
        className="w-40"
      >
        {jobStatus.options.map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type TakeOverQuestionProps = Pick<WorkBarProps, 'action'> & { name: string; onCancel: () => void };

/** Confirms a takeover first: it concerns another agent. */
function TakeOverQuestion({ name, action, onCancel }: TakeOverQuestionProps) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div className="min-w-0 max-w-[60ch]">
      <p ref={question} tabIndex={-1} className="wrap-anywhere outline-none">
        <bdi>{name}</bdi> works on this. Once you take over, only you can reply.
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={action.isPending && action.variables.name === 'takeOver'}
          busyText="Taking over..."
          onClick={() => action.mutate({ name: 'takeOver' }, { onSuccess: onCancel })}
        >
          Take over
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/**
 * Moves the focus to `place` when an action removes its own button. `status` differs whenever the buttons do; changes
 * from elsewhere move no focus.
 */
function useSuccessorFocus(status: string) {
  const place = useRef<HTMLParagraphElement>(null);
  const hasPressed = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at when the buttons have changed
  useEffect(() => {
    if (!hasPressed.current) return;
    hasPressed.current = false;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) place.current?.focus();
  }, [status]);

  return {
    place,
    onClick() {
      hasPressed.current = true;
    },
  };
}
