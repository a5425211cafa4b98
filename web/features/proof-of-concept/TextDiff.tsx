import { type ReactNode, useEffect, useState } from 'react';
import { Loading } from '#web/ui/Skeleton.tsx';
import { compareTexts, type Passage, sharesLittle } from './compare-texts.ts';
import { Reader } from './Reader.tsx';

type Compared = { before: string; after: string; passages: Passage[] | null };

/** What was added and removed between two texts; both texts side by side where that can't be told. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const compared = useCompared(before, after);
  if (!compared) return <Loading label="Comparing" />;
  const { passages } = compared;
  if (!passages || sharesLittle(passages)) return <BothTexts {...compared} />;
  const count = (kind: Passage['kind']) => passages.filter((passage) => passage.kind === kind).length;
  return (
    <>
      <p role="status" className="text-meta text-soft tabular-nums">
        {summary(count('added'), count('removed'))}
      </p>
      <Reader label="What changed">
        {passages.map((passage, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a passage has no identity but its place
          <PassageText key={index} {...passage} />
        ))}
      </Reader>
    </>
  );
}

function BothTexts({ before, after, passages }: Compared) {
  const why = passages ? 'share too few words' : 'are too long';
  return (
    <>
      <p role="status" className="text-soft">
        These texts {why} to be compared word by word, so both are shown.
      </p>
      <section aria-label="What changed" className="grid gap-3 sm:grid-cols-2">
        <Side label="Before">
          <del className="no-underline">{before}</del>
        </Side>
        <Side label="After">
          <ins className="no-underline">{after}</ins>
        </Side>
      </section>
    </>
  );
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p aria-hidden="true" className="mb-1 text-meta text-faint">
        {label}
      </p>
      <Reader label={label}>{children}</Reader>
    </div>
  );
}

function PassageText({ text, kind }: Passage) {
  if (kind === 'same') return text;
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark className={kind === 'added' ? added : removed}>
      <span className="sr-only">{kind === 'added' ? '[added: ' : '[removed: '}</span>
      {text}
      <span className="sr-only">]</span>
    </Mark>
  );
}

const added = 'rounded-[3px] bg-good-wash text-good underline decoration-1 underline-offset-3';
const removed = 'rounded-[3px] bg-bad-wash text-bad line-through decoration-1';

function summary(addedCount: number, removedCount: number): string {
  if (addedCount + removedCount === 0) return 'Nothing changed.';
  const passages = (count: number) => (count === 1 ? '1 passage' : `${count.toLocaleString()} passages`);
  return `${passages(addedCount)} added, ${passages(removedCount)} removed.`;
}

function useCompared(before: string, after: string): Compared | null {
  const [compared, setCompared] = useState<Compared | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (passages: Passage[] | null) => {
      if (!isGone) setCompared({ before, after, passages });
    };
    // While somebody types it waits for a pause.
    const timer = setTimeout(() => compareTexts(before, after).then(show, () => show(null)), pauseMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [before, after]);
  return compared;
}

const pauseMs = 150;
