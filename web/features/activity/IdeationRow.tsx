import { useId } from 'react';
import { Link } from 'react-router';
import type { ListedIdeation } from '#shared/contracts/ideation.ts';
import { readAppName } from '#shared/rules/plans/app-name.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { preview, withoutMarks } from '#shared/rules/text/plain-text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Time } from '#web/ui/Time.tsx';

const previewLength = 200;

type IdeationRowProps = { ideation: ListedIdeation; onOpen: () => void };

/** One ideation session among the activities (specification 2, Recent Activities). */
export function IdeationRow({ ideation, onOpen }: IdeationRowProps) {
  const { trailId, content, saved, created_at } = ideation;
  const heading = useId();
  const appName = readAppName(content)?.name;
  return (
    <article aria-labelledby={heading} className="min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 id={heading} className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
          {appName ? (
            <>
              <bdi>{appName}</bdi>{' '}
            </>
          ) : null}
          <span className={appName ? 'font-normal text-soft' : undefined}>Ideation session</span>
        </h3>
        {saved ? null : <Badge>In progress</Badge>}
      </div>
      <p dir="auto" className="mt-1 wrap-anywhere text-soft">
        {withoutMarks(preview(content, previewLength))}
      </p>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Time at={created_at} className="text-meta text-faint" />
        <span className="flex flex-wrap gap-1">
          {/* An idea of which nothing was made yet is on no trail. */}
          {trailId ? (
            <Link to={trailPath(trailId)} className={buttonClass({ variant: 'quiet' })}>
              Idea trail
            </Link>
          ) : null}
          <Button onClick={onOpen}>{saved ? 'Open' : 'Continue'}</Button>
        </span>
      </div>
    </article>
  );
}
