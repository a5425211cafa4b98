import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { pageLimit } from '#shared/contracts/paging.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import { useJoin, useOtherTrails } from './use-trails.ts';

type JoinTrailProps = { userId: string; trail: Trail };

/** Puts what was made for the same idea in other words here too. */
export function JoinTrail({ userId, trail }: JoinTrailProps) {
  const [isOpen, setOpen] = useState(false);
  const join = useJoin(userId, trail.id);
  return (
    <details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-m bg-card p-4 shadow-card sm:p-5"
    >
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-s font-medium pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          aria-hidden="true"
          className="text-faint transition-transform duration-100 group-open:rotate-90"
        />
        Same idea in other words?
      </summary>
      {isOpen ? <Choice userId={userId} trail={trail} join={join} /> : null}
      <p role="status" className="text-good">
        {join.isSuccess ? `Done: ${countThings(join.variables)} moved here.` : null}
      </p>
    </details>
  );
}

type ChoiceProps = JoinTrailProps & { join: ReturnType<typeof useJoin> };

function Choice({ userId, trail, join }: ChoiceProps) {
  const { data: others, isPending } = useOtherTrails(userId, trail.id);
  const [chosenId, setChosenId] = useState('');
  const chosen = others?.find(({ id }) => id === chosenId) ?? null;
  if (isPending) return <Loading label="Loading your other ideas" className="mt-3" />;
  if (!others)
    return <p className="mt-3 text-soft">Your other ideas could not be loaded. Close and open this again.</p>;
  if (others.length === 0) return <p className="mt-3 text-soft">This is your only idea so far.</p>;
  return (
    <div className="mt-3 grid max-w-xl grid-cols-1 gap-3">
      <Field
        label="The other idea"
        error={join.isError ? `${join.error.message} Nothing was moved.` : null}
        help="Its sessions, surveys, build prompts and support requests move to this page."
      >
        <Select value={chosen?.id ?? ''} onChange={(event) => setChosenId(event.target.value)}>
          <option value="">Choose an idea</option>
          {others.map(({ id, idea }) => (
            <option key={id} value={id}>
              {preview(idea, 80)}
            </option>
          ))}
        </Select>
      </Field>
      {others.length >= pageLimit - 1 ? (
        <p className="text-meta text-soft">
          The newest {others.length.toLocaleString()} of your other ideas are listed.
        </p>
      ) : null}
      {chosen ? <WhatMoves trail={chosen} /> : null}
      <div>
        <Button
          disabled={!chosen}
          busy={join.isPending}
          busyText="Moving..."
          onClick={() => chosen && join.mutate(chosen)}
        >
          Put it here
        </Button>
      </div>
    </div>
  );
}

function WhatMoves({ trail }: Pick<JoinTrailProps, 'trail'>) {
  return (
    <p className="text-soft">
      {countThings(trail)} will move here. The other idea’s own page is gone then; nothing that you made is
      deleted, but they can’t be told apart again.
    </p>
  );
}

/** "2 ideation sessions, 1 survey and 1 support request"; "Nothing" for a trail on which nothing was made. */
function countThings({ ideations, surveys, archivedParts, ...others }: Trail): string {
  const { buildPrompts, supportRequests, campaigns } = others;
  const archived = (kind: string) => archivedParts.filter((part) => part.kind === kind).length;
  const counts = [
    count(ideations.length + archived('session'), 'ideation session'),
    count(surveys.length + archived('survey'), 'survey'),
    count(buildPrompts.length, 'build prompt'),
    count(supportRequests.length, 'support request'),
    count(campaigns.length, 'campaign'),
  ].filter((text) => text !== null);
  const last = counts.pop();
  if (!last) return 'Nothing';
  return counts.length === 0 ? last : `${counts.join(', ')} and ${last}`;
}

function count(number: number, thing: string): string | null {
  if (number === 0) return null;
  return number === 1 ? `1 ${thing}` : `${number.toLocaleString()} ${thing}s`;
}
