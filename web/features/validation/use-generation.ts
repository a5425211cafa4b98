import { useEffect, useRef, useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readToken } from '#web/identity/token.ts';
import { showToast } from '#web/ui/toast.ts';
import { startPlan } from './founder-plan.ts';
import { inFounderWords } from './founder-words.ts';
import { generatePlan, type PlanFailure } from './generate-plan.ts';
import type { PlanStart } from './use-idea.ts';
import type { usePhrases } from './use-phrases.ts';
import type { CurrentPlan } from './use-plan.ts';

/** A plan's idea, and the phrases that the founder filled in. */
export type PlanRequest = { idea: string; reading: IdeaReading | undefined; trail: PlanStart | undefined };

/**
 * Turns an idea into the open plan (specification 4, Validation plan generation).
 * @param asking gets the reading of an idea that says too little, and is empty once there is a plan.
 */
export function useGeneration(
  current: CurrentPlan,
  asking: Pick<ReturnType<typeof usePhrases>, 'ask' | 'change'>,
) {
  /** The reply's text so far; null while nothing is asked for. */
  const [arrived, setArrived] = useState<string | null>(null);
  const [failure, setFailure] = useState<PlanFailure | null>(null);
  const [wasStopped, setWasStopped] = useState(false);
  const abort = useRef<AbortController | null>(null);

  useEffect(() => () => abort.current?.abort(), []);

  async function generate(request: PlanRequest) {
    setFailure(null);
    setWasStopped(false);
    setArrived('');
    try {
      // A provider that can't be reached is not a signed-out founder: the call itself will say what is wrong.
      const token = await readToken().catch(() => undefined);
      if (token === null) showToast(message('validation_sign_in'));
      else await ask(request);
    } finally {
      setArrived(null);
    }
  }

  async function ask({ idea, reading, trail }: PlanRequest) {
    const controller = new AbortController();
    abort.current = controller;
    current.putAside();
    const append = (piece: string) => setArrived((text) => (text ?? '') + piece);
    const outcome = await generatePlan(idea, reading, controller.signal, append);
    setWasStopped(outcome.kind === 'stopped');
    if (outcome.kind === 'plan') {
      const { receipt } = outcome;
      const plan = inFounderWords(outcome.plan, trail?.content ?? '');
      const { model } = receipt;
      const { reading } = outcome;
      current.open(startPlan(plan, { idea, reading, model, receipt, trailId: trail?.trailId }));
      asking.change(null);
      showToast(message('validation_ready'));
    }
    if (outcome.kind === 'asked') asking.ask({ idea, reading: outcome.reading });
    if (outcome.kind === 'failed') {
      setFailure(outcome.failure);
      showToast(message(outcome.failure.code));
    }
  }

  return { arrived, failure, wasStopped, generate, stop: () => abort.current?.abort() };
}
