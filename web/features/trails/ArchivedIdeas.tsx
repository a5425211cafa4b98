import { Link } from 'react-router';
import { ideaName } from '#shared/rules/plans/app-name.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { useArchivedTrails, useTrailChange } from './use-trails.ts';

/** Ideas put out of the way, and the way back; nothing where there are none. */
export function ArchivedIdeas({ userId }: { userId: string }) {
  const { data: trails } = useArchivedTrails(userId);
  if (!trails || trails.length === 0) return null;
  return (
    <section aria-label="Archived ideas">
      <h2 className="mb-2.5 text-base">Archived ideas</h2>
      <Card>
        <ul className="-my-2 divide-y divide-line">
          {trails.map((trail) => (
            <li key={trail.id} className="flex flex-wrap items-center justify-between gap-3 py-2.5">
              <Link to={trailPath(trail.id)} dir="auto" className="min-w-0 wrap-anywhere hover:underline">
                {ideaName(trail)}
              </Link>
              <BringBack userId={userId} trailId={trail.id} name={ideaName(trail)} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function BringBack({ userId, trailId, name }: { userId: string; trailId: string; name: string }) {
  const { mutate, isPending } = useTrailChange(userId, trailId);
  return (
    <Button
      onClick={() => mutate({ archived: false })}
      busy={isPending}
      busyText="Moving..."
      aria-label={`Bring back ${name}`}
    >
      Bring back
    </Button>
  );
}
