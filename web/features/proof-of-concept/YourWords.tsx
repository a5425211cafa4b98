import { type ReactNode, useEffect, useId, useState } from 'react';
import type { BuilderName, Rewrite } from '#shared/contracts/build-prompts.ts';
import { formFor } from '#shared/rules/build-prompts/builder-form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { Loading } from '#web/ui/states/Skeleton.tsx';
import type { findShown } from './prompt-document.ts';

type YourWordsProps = {
  run: NonNullable<ReturnType<typeof findShown>>;
  builder: BuilderName;
  /** The result with the founder's edits; null when it is the rewrite itself. */
  edited: string | null;
};

/** The founder's own text, and the rewrite's changes to it. */
export function YourWords({ run, builder, edited }: YourWordsProps) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const { original } = run.rewrite;
  return (
    <section aria-label="Your words" className="min-w-0">
      <Button
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        What changed
      </Button>
      {isOpen ? (
        <div id={panel} className="mt-4 grid gap-4">
          <div className="text-soft">
            {original.length > longestInSight ? (
              <Reader label="Your words">{original}</Reader>
            ) : (
              <blockquote className="whitespace-pre-wrap wrap-anywhere" dir="auto">
                {original}
              </blockquote>
            )}
          </div>
          <WhatChanged run={run} builder={builder} edited={edited} />
        </div>
      ) : null}
    </section>
  );
}

/** A longer text scrolls in a box of its own. */
const longestInSight = 600;

type WhatChangedProps = {
  run: { rewrite: Rewrite; before: Rewrite | null };
  builder: BuilderName;
  edited: string | null;
};

/** Compares the texts that a founder wants to tell apart. */
function WhatChanged({ run, builder, edited }: WhatChangedProps) {
  const [wanted, setWanted] = useState('words');
  const { text, original } = run.rewrite;
  const choices = [
    { name: 'words', label: 'Your words, then this rewrite', before: original, after: text },
    ...(edited === null
      ? []
      : [
          {
            name: 'edits',
            label: 'This rewrite, then your edits',
            before: formFor(builder, text),
            after: edited,
          },
        ]),
    ...(run.before
      ? [
          {
            name: 'before',
            label: 'The rewrite before, then this rewrite',
            before: run.before.text,
            after: text,
          },
        ]
      : []),
  ];
  const chosen = choices.find(({ name }) => name === wanted) ?? choices[0];
  return (
    <div className="grid gap-3">
      <Field label="Compare">
        <Select
          value={chosen?.name}
          onChange={(event) => setWanted(event.target.value)}
          className="sm:max-w-sm"
        >
          {choices.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {chosen ? <TextDiff before={chosen.before} after={chosen.after} /> : null}
    </div>
  );
}

type Compared = { before: string; after: string; passages: Passage[] | null };

/** Additions and removals between two texts; both texts side by side where they can't be compared. */
function TextDiff({ before, after }: { before: string; after: string }) {
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
    // While the founder types it waits for a pause.
    const timer = setTimeout(() => compareTexts(before, after).then(show, () => show(null)), pauseMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [before, after]);
  return compared;
}

const pauseMs = 150;

/** A text to read that scrolls by itself, so the keyboard has to reach it. */
function Reader({ label, children }: { label: string; children: ReactNode }) {
  const reading = { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <div
      {...reading}
      dir="auto"
      className="max-h-96 min-w-0 overflow-y-auto rounded-s bg-muted px-3 py-2.5 whitespace-pre-wrap wrap-anywhere"
    >
      {children}
    </div>
  );
}

/** A passage of two texts: in both, only in the second, or only in the first. */
type Passage = { text: string; kind: 'same' | 'added' | 'removed' };

// For each of the two tries: texts that have little in common cost the square of their length.
const patienceMs = 150;

/**
 * Compares two texts by their words, or by their lines where few words are the same: word by word those could not be
 * read. Null when it would take too long.
 */
async function compareTexts(before: string, after: string): Promise<Passage[] | null> {
  const { diffLines, diffWordsWithSpace } = await import('diff');
  const options = { timeout: patienceMs };
  const byWords = passagesOf(diffWordsWithSpace(before, after, options));
  if (byWords && lengthOf(byWords, 'same') * 3 >= Math.max(before.length, after.length)) return byWords;
  return passagesOf(diffLines(before, after, options)) ?? byWords;
}

/** Less than a fifth of the shorter text is in both: marks would strike all of one out and underline all of the other. */
function sharesLittle(passages: Passage[]): boolean {
  const [removed, added] = [lengthOf(passages, 'removed'), lengthOf(passages, 'added')];
  const shared = lengthOf(passages, 'same');
  return shared * 5 < shared + Math.min(removed, added);
}

type Change = { value: string; added: boolean; removed: boolean };

function passagesOf(changes: Change[] | undefined): Passage[] | null {
  if (!changes) return null;
  return changes.map(({ value, added, removed }) => {
    return { text: value, kind: added ? 'added' : removed ? 'removed' : 'same' };
  });
}

function lengthOf(passages: Passage[], wanted: Passage['kind']): number {
  return passages.reduce((sum, { text, kind }) => sum + (kind === wanted ? text.length : 0), 0);
}
