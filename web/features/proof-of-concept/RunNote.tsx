import { RunFailure } from '#web/ui/RunFailure.tsx';
import type { EnhanceFailure } from './enhance-idea.ts';
import type { PromptDocument } from './prompt-document.ts';
import type { Rewriting } from './use-rewriting.ts';

type RunNoteProps = { document: PromptDocument; rewriting: Rewriting; onSeePlans: () => void };

/** How the rewrite is doing, or how it ended. */
export function RunNote({ document, rewriting, onSeePlans }: RunNoteProps) {
  const { arrived, failure, ending } = rewriting;
  if (arrived !== null) return <Progress arrived={arrived} />;
  const kept = document.rewrites.length > 0 ? 'Your idea and your rewrites are kept.' : 'Your idea is kept.';
  const safe = ending === 'partial' ? `${kept} What had arrived is shown below.` : kept;
  if (failure) return <FailureNote failure={failure} safe={safe} onSeePlans={onSeePlans} />;
  if (ending === null) return null;
  return (
    <p role="status" className="mt-4 text-soft">
      {endings[ending](safe)}
    </p>
  );
}

const endings: Record<NonNullable<Rewriting['ending']>, (safe: string) => string> = {
  whole: () => 'Your enhanced prompt is ready below.',
  partial: (safe) => `Stopped. ${safe}`,
  nothing: (safe) => `Stopped before anything arrived; ${safe.replace('Your', 'your')}`,
};

function Progress({ arrived }: { arrived: string }) {
  return (
    <div className="mt-5 rounded-m bg-muted px-4 py-3.5">
      <p role="status" className="font-medium">
        Enhancing your prompt, please wait...
      </p>
      <p className="text-meta text-soft tabular-nums">
        {arrived === ''
          ? 'Your idea is sent; nothing has arrived yet.'
          : `${arrived.length.toLocaleString()} characters have arrived.`}
      </p>
    </div>
  );
}

type FailureNoteProps = { failure: EnhanceFailure; safe: string; onSeePlans: () => void };

function FailureNote({ failure, safe, onSeePlans }: FailureNoteProps) {
  const { told, reason, needsUpgrade } = failure;
  return (
    <RunFailure title={told.text} reason={reason} onSeePlans={needsUpgrade ? onSeePlans : null}>
      {safe}
      {needsUpgrade ? null : ' You can send your idea again, or word it differently.'}
    </RunFailure>
  );
}
