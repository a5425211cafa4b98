import { useId } from 'react';
import { Link } from 'react-router';
import type { ListedIdeation } from '#shared/contracts/ideation.ts';
import { withoutMarks } from '#shared/rules/markdown-marks.ts';
import { preview } from '#shared/rules/preview.ts';
import { trailPath } from '#shared/rules/trail-path.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';

const previewLength = 200;

type IdeationRowProps = { ideation: ListedIdeation; onOpen: () => void };

/** One ideation session among the activities (specification 2, Recent Activities). */
export function IdeationRow({ ideation, onOpen }: IdeationRowProps) {
  const { trailId, content, saved, created_at } = ideation;
  const heading = useId();
  return (
    <article aria-labelledby={heading} className="min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 id={heading}>Ideation session</h3>
        {saved ? null : <Badge>In progress</Badge>}
      </div>
      <p dir="auto" className="mt-1 wrap-break-word text-soft">
        {withoutMarks(preview(content, previewLength))}
      </p>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Time at={created_at} />
        <span className="flex flex-wrap gap-1">
          <Link to={trailPath(trailId)} className={buttonClass({ variant: 'quiet' })}>
            Idea trail
          </Link>
          <Button onClick={onOpen}>{saved ? 'Open' : 'Continue'}</Button>
        </span>
      </div>
    </article>
  );
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} className="text-meta text-faint tabular-nums">
      {new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
