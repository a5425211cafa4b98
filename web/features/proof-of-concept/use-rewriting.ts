import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BuildPromptTask } from '#shared/contracts/ai.ts';
import type { Rewrite } from '#shared/contracts/build-prompts.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import { enhancementPromptVersion } from '#shared/rules/build-prompts/enhancement-prompt.ts';
import { traceFeatures } from '#shared/rules/build-prompts/feature-evidence.ts';
import { storable } from '#shared/rules/text/storable.ts';
import { useRun } from '#web/ai/use-run.ts';
import { useConfig } from '#web/api/config.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { describeFailure, type EnhanceFailure, type EnhanceOutcome, enhanceIdea } from './enhance-idea.ts';
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
  const run = useRun();
  const [end, setEnd] = useState<End>(unended);

  function keep(fresh: Rewrite | null) {
    if (fresh) onRewritten(fresh);
  }

  async function enhance(read: Omit<Given, 'evidence'>, surveyId: string | null) {
    let given: Given = { ...read, evidence: null };
    setEnd(unended);
    const ended = await run.start({
      ask: async (signal, arrive) => {
        const found = await fetchEvidence(client, { userId, surveyId }).catch(withoutEvidence);
        if ('failure' in found) return { ...found, kind: 'not asked' as const };
        given = { ...read, evidence: found.evidence };
        return enhanceIdea(given, signal, arrive);
      },
      keepPart: (part) => keep(rewriteOf(given, part, cut)),
    });
    if (ended) finish(given, ended.outcome);
  }

  function finish(given: Given, outcome: EnhanceOutcome | { kind: 'not asked'; failure: EnhanceFailure }) {
    const failure = 'failure' in outcome ? outcome.failure : null;
    if (failure) showToast(failure.notice);
    if (outcome.kind === 'not asked') return setEnd({ failure, ending: null });
    const isWhole = outcome.kind === 'rewritten';
    const fresh = isWhole ? rewriteOf(given, outcome.text, outcome) : rewriteOf(given, outcome.partial, cut);
    keep(fresh);
    setEnd({ failure, ending: isWhole ? 'whole' : endingOf(outcome.partial) });
  }

  function stop() {
    const part = run.stop();
    if (part !== null) setEnd({ failure: null, ending: endingOf(part) });
  }

  return { arrived: run.arrived, ...end, enhance, stop, forgetLast: () => setEnd(unended) };
}

function endingOf(part: string): 'nothing' | 'partial' {
  return part.trim() === '' ? 'nothing' : 'partial';
}

/** How the last run ended, and how much of its rewrite there is. */
type End = { failure: EnhanceFailure | null; ending: 'nothing' | 'partial' | 'whole' | null };
const unended: End = { failure: null, ending: null };

type Given = Omit<BuildPromptTask, 'kind'>;
type Source = Pick<Receipt, 'model' | 'step'>;

// A model's name comes with the end of its reply.
const unnamed = 'A model that was cut off before it gave its name';

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
