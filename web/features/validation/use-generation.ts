import { useState } from 'react';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { ValidationPlan } from '#shared/contracts/validation.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readAppName, readPitch, rename } from '#shared/rules/plans/app-name.ts';
import { useRun } from '#web/ai/use-run.ts';
import type { AskedPhrases } from '#web/drafts/idea-phrases.ts';
import { readToken } from '#web/identity/token.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { generatePlan, type PlanFailure, type PlanOutcome } from './generate-plan.ts';
import { startPlan } from './plan/founder-plan.ts';
import type { CurrentPlan } from './plan/use-plan.ts';
import type { PlanStart } from './use-idea.ts';

export type PlanRequest = { idea: string; trail: PlanStart | undefined };

/**
 * Turns an idea into the open plan (specification 4, Validation plan generation).
 * @param asking gets the reading of an idea that says too little, and forgets it once there is a plan.
 * @param readingOf the founder's phrases of an idea.
 */
export function useGeneration(
  current: CurrentPlan,
  asking: AskedPhrases,
  readingOf: (idea: string) => IdeaReading | undefined,
) {
  const run = useRun();
  const [failure, setFailure] = useState<PlanFailure | null>(null);
  const [wasStopped, setWasStopped] = useState(false);

  async function generate(request: PlanRequest) {
    setFailure(null);
    setWasStopped(false);
    const ended = await run.start({
      ask: async (signal, arrive) => {
        // A provider that can't be reached is not a signed-out founder: the call itself will say what is wrong.
        if ((await readToken().catch(() => undefined)) === null) return null;
        if (!signal.aborted) current.putAside();
        return generatePlan(request.idea, readingOf(request.idea), signal, arrive);
      },
    });
    if (ended && !ended.outcome) showToast(message('validation_sign_in'));
    if (ended?.outcome) finish(request, ended.outcome);
  }

  function finish({ idea, trail }: PlanRequest, outcome: PlanOutcome) {
    if (outcome.kind === 'plan') {
      const { receipt, reading } = outcome;
      const plan = inFounderWords(outcome.plan, trail?.content ?? '');
      const { model } = receipt;
      current.open(startPlan(plan, { idea, reading, model, receipt, trailId: trail?.trailId }));
      asking.change(idea, null);
      showToast(message('validation_ready'));
    }
    if (outcome.kind === 'asked') asking.ask(idea, outcome.reading);
    if (outcome.kind === 'failed') {
      setFailure(outcome.failure);
      showToast(message(outcome.failure.code));
    }
  }

  function stop() {
    if (run.stop() !== null) setWasStopped(true);
  }

  /** `arrived` is the reply's text so far; null while nothing is asked for. */
  return { arrived: run.arrived, failure, wasStopped, generate, stop };
}

/** The plan with the name and the sentence that the founder's own session gives the app. */
function inFounderWords(plan: ValidationPlan, session: string): ValidationPlan {
  const name = readAppName(session)?.name;
  if (!name) return plan;
  const own = (text: string) => rename(text, plan.appName, name);
  return {
    ...plan,
    appName: name,
    oneSentencePitch: readPitch(session, name) ?? own(plan.oneSentencePitch),
    problemParagraph: own(plan.problemParagraph),
    targetAudience: own(plan.targetAudience),
    surveyQuestions: plan.surveyQuestions.map((asked) => ({ ...asked, question: own(asked.question) })),
  };
}
