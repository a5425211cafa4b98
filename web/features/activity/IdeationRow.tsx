import { useId } from 'react';
import { Link } from 'react-router';
import type { ListedIdeation } from '#shared/contracts/ideation.ts';
import { readAppName } from '#shared/rules/plans/app-name.ts';
import { trailPath } from '#shared/rules/suite-paths.ts';
import { preview, withoutMarks } from '#shared/rules/text/plain-text.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Time } from '#web/ui/Time.tsx';

const previewLength = 200;

type IdeationRowProps = { ideation: ListedIdeation; onOpen: () => void };

/** One ideation session among the activities (specification 2, Recent Activities). */
export function IdeationRow({ ideation, onOpen }: IdeationRowProps) {
  const { trailId, name: ownName, ideaName, content, saved, created_at } = ideation;
  const heading = useId();
  const appName = ideaName ?? readAppName(content)?.name;
  const name = appName ?? 'Ideation session';
  return (
    <article
      aria-labelledby={heading}
      className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <div className="min-w-0 flex-[1_1_16rem]">
        <h3 id={heading} dir="auto" className="wrap-anywhere">
          {/* An idea of which nothing was made yet is on no trail. */}
          {trailId ? (
            <Link to={trailPath(trailId)} className="rounded-s hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <p dir="auto" className="wrap-anywhere text-soft">
          {withoutMarks(preview(content, previewLength))}
        </p>
        <p className="mt-0.5 text-meta text-faint">
          <Time at={created_at} />
          <span>{appName ? ' · Ideation' : null}</span>
          {ownName ? <bdi> · {ownName}</bdi> : null}
          <span>{saved ? null : ' · In progress'}</span>
        </p>
      </div>
      <Button onClick={onOpen}>{saved ? 'Open' : 'Continue'}</Button>
    </article>
  );
}
