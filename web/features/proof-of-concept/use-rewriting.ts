import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BuildPromptTask } from '#shared/contracts/ai.ts';
import type { Rewrite } from '#shared/contracts/build-prompts.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import { enhancementPromptVersion } from '#shared/rules/build-prompts/enhancement-prompt.ts';
import { traceFeatures } from '#shared/rules/build-prompts/feature-evidence.ts';
import { storable } from '#shared/rules/text/storable.ts';
import { useConfig } from '#web/api/config.ts';
import { showToast } from '#web/ui/toast.ts';
import { describeFailure, type EnhanceFailure, enhanceIdea } from './enhance-idea.ts';
import { fetchEvidence } from './use-evidence.ts';

/** A rewrite that was stopped or cut off. */
export function isIncomplete({ receipt }: Rewrite): boolean {
  return receipt.step === 'unfinished';
}

export type Rewriting = ReturnType<typeof useRewriting>;

/** Turns an idea into a rewrite (specification 4, Prompt enhancement). */
export function useRewriting(userId: string, onRewritten: (rewrite: Rewrite) => void) {
  const client = useQueryClient();
  const { data: config } = useConfig();
  const cut: Source = { model: config?.ai === 'embedded' ? null : unnamed, step: 'unfinished' };
  /** Part of the rewrite that has arrived; null while none is under way. */
  const [arrived, setArrived] = useState<string | null>(null);
  const [end, setEnd] = useState<End>(unended);
  const run = useRef<Run | null>(null);
  useLeaving(run, ({ given, text }) => keep(rewriteOf(given, text, cut)));

  function keep(fresh: Rewrite | null) {
    if (fresh) onRewritten(fresh);
  }

  async function enhance(read: Omit<Given, 'evidence'>, surveyId: string | null) {
    const current: Run = { controller: new AbortController(), given: { ...read, evidence: null }, text: '' };
    run.current = current;
    setEnd(unended);
    setArrived('');
    try {
      const found = await fetchEvidence(client, { userId, surveyId }).catch(withoutEvidence);
      if ('failure' in found) finish({ ...found, ending: null });
      else await ask({ ...current, given: { ...read, evidence: found.evidence } });
    } finally {
      run.current = null;
      setArrived(null);
    }
  }

  async function ask(current: Run) {
    run.current = current;
    const { given, controller } = current;
    const draw = onceAFrame(() => run.current === current && setArrived(current.text));
    const outcome = await enhanceIdea(given, controller.signal, (text) => {
      current.text = text;
      draw();
    });
    if (controller.signal.reason === left) return;
    const isWhole = outcome.kind === 'rewritten';
    const fresh = isWhole ? rewriteOf(given, outcome.text, outcome) : rewriteOf(given, outcome.partial, cut);
    keep(fresh);
    const failure = outcome.kind === 'failed' ? outcome.failure : null;
    finish({ failure, ending: isWhole ? 'whole' : fresh ? 'partial' : 'nothing' });
  }

  function finish(how: End) {
    setEnd(how);
    if (how.failure) showToast(how.failure.notice);
  }

  const stop = () => run.current?.controller.abort();
  return { arrived, ...end, enhance, stop, forgetLast: () => setEnd(unended) };
}

/** Pieces can come faster than a long text can be drawn. */
function onceAFrame(draw: () => void): () => void {
  let isDrawing = false;
  return () => {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      draw();
    });
  };
}

/** How the last run ended, and how much of its rewrite there is. */
type End = { failure: EnhanceFailure | null; ending: 'nothing' | 'partial' | 'whole' | null };
const unended: End = { failure: null, ending: null };

type Given = Omit<BuildPromptTask, 'kind'>;
type Run = { controller: AbortController; given: Given; text: string };
type Source = Pick<Receipt, 'model' | 'step'>;

/** Why a run is ended whose page is left. */
const left = 'left';

// A model's name comes with the end of its reply.
const unnamed = 'A model that was cut off before it gave its name';

/** A page that is left never hears of the run's end: what has arrived is kept before. */
function useLeaving(run: { current: Run | null }, saveArrived: (run: Run) => void) {
  const keep = useEffectEvent(() => {
    if (run.current) saveArrived(run.current);
  });
  const abort = useEffectEvent(() => run.current?.controller.abort(left));
  useEffect(() => {
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
      abort();
    };
  }, []);
}

/** A rewrite without the answers is not what was asked for. */
function withoutEvidence(error: unknown) {
  const failure = describeFailure(error);
  const reason = `The survey answers could not be read. ${failure.reason ?? ''}`.trim();
  return { failure: { ...failure, reason } };
}

/** Null when there is nothing of it. */
function rewriteOf({ idea, evidence }: Given, text: string, { model, step }: Source): Rewrite | null {
  if (text.trim() === '') return null;
  return {
    original: idea,
    // Without a model the features name their answers themselves.
    text: storable(evidence && model !== null ? traceFeatures(text, evidence) : text),
    receipt: { model, at: new Date().toISOString(), promptVersion: enhancementPromptVersion, step },
    surveyId: evidence?.surveyId ?? null,
    submissionCount: evidence?.submissionCount ?? null,
  };
}
