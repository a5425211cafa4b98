import { useRef, useState } from 'react';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ideationPrompt, ideationPromptVersion } from '#shared/rules/ideation-prompt.ts';
import { readPartialIdeationReply } from '#shared/rules/ideation-reply.ts';
import { stageAfter, textsOfStage } from '#shared/rules/ideation-stages.ts';
import { useConfig } from '#web/api/config.ts';
import { dismissError, showToast } from '#web/ui/toast.ts';
import { askCoach, type CoachFailure, type CoachOutcome } from './ask-coach.ts';
import { coachEvidence } from './coach-evidence.ts';
import type { ChangeDocument, IdeationDocument } from './ideation-document.ts';
import { addSection, keepPartial } from './sections.ts';
import { useEnd, useFrames, useHidden } from './use-page-moments.ts';

export type Coach = ReturnType<typeof useCoach>;

/** What became of the last section, in words; `isShown` where nothing else in sight says it. */
export type CoachNews = { text: string; isShown: boolean };

const silent: CoachNews = { text: '', isShown: false };

/** Writes the next section into the session (specification 4, Ideation stages). It goes on behind a closed dialog. */
export function useCoach(change: ChangeDocument, readingOf: (idea: string) => IdeaReading | undefined) {
  const [failure, setFailure] = useState<CoachFailure | null>(null);
  const [wasShortened, setWasShortened] = useState(false);
  const [news, setNews] = useState(silent);
  const { arriving, hasArrived, begin, end } = useArriving(change);

  async function write({ idea, content, trailId, nextStage: stage }: IdeationDocument) {
    const mine = stage && begin(stage);
    if (!mine) return;
    dismissError();
    setFailure(null);
    setNews(silent);
    const { signal } = mine.abort;
    const evidence = await coachEvidence(trailId, signal);
    const reading = readingOf(idea);
    const prompt = ideationPrompt({ kind: 'coach', stage, idea: idea.trim(), content, reading, evidence });
    setWasShortened(prompt.task.content !== content);
    const outcome = await askCoach(prompt, signal, mine.append);
    if (end(mine, outcome.kind !== 'section')) tell(stage, outcome);
  }

  function tell(stage: IdeationStage, outcome: CoachOutcome) {
    if (outcome.kind === 'failed') {
      setFailure(outcome.failure);
      showToast({ ...message('ideation_failed'), text: outcome.failure.text });
    }
    if (outcome.kind === 'section') {
      change((document) => addSection(document, { ...outcome, stage }));
      setNews({ text: `${textsOfStage(stage).title} is written.`, isShown: false });
      tellNext(stage);
    }
  }

  function stop() {
    const isPart = hasArrived();
    if (end()) setNews({ text: isPart ? stopped.part : stopped.nothing, isShown: true });
  }

  function forget() {
    setFailure(null);
    setNews(silent);
  }

  return { arriving, news, failure, wasShortened, write, stop, forget };
}

/** Says that a section is there and what comes next. */
export function tellNext(stage: IdeationStage): void {
  const next = stageAfter(stage);
  showToast(
    next ? message('ideation_stage_done', { next: textsOfStage(next).title }) : message('ideation_all_done'),
  );
}

type Run = { stage: IdeationStage; text: string; abort: AbortController; append: (piece: string) => void };

/** What arrives of a section, as Markdown; null while nothing is asked for. It is kept in the session meanwhile. */
function useArriving(change: ChangeDocument) {
  const run = useRef<Run | null>(null);
  const keptAt = useRef(0);
  const model = useWriter();
  const [arriving, setArriving] = useState<string | null>(null);
  const draw = useFrames(() => {
    if (run.current) setArriving(partialOf(run.current));
  });

  function keepArrived(of: Run) {
    keptAt.current = Date.now();
    const { stage } = of;
    const at = new Date().toISOString();
    const receipt = { stage, model, at, promptVersion: ideationPromptVersion, step: 'unfinished' as const };
    const part = { markdown: partialOf(of), receipt };
    change((document) => (document.nextStage === stage ? keepPartial(document, part) : document));
  }

  function begin(stage: IdeationStage): Run | null {
    if (run.current) return null;
    const append = (piece: string) => {
      mine.text += piece;
      draw();
      // Not in a frame: a hidden page gets none.
      if (run.current === mine && Date.now() - keptAt.current > keepEveryMs) keepArrived(mine);
    };
    const mine: Run = { stage, text: '', abort: new AbortController(), append };
    run.current = mine;
    keptAt.current = Date.now();
    setArriving('');
    return mine;
  }

  /** Ends the run under way; false when that is no longer `mine`. What has arrived stays, unless all of it has. */
  function end(mine = run.current, isPart = true): boolean {
    if (!mine || run.current !== mine) return false;
    run.current = null;
    if (isPart) keepArrived(mine);
    setArriving(null);
    mine.abort.abort();
    return true;
  }

  useHidden(() => {
    if (run.current) keepArrived(run.current);
  });
  useEnd(() => void end());
  // Not by what is drawn: that is a frame behind.
  const hasArrived = () => run.current !== null && partialOf(run.current) !== '';
  return { arriving, hasArrived, begin, end };
}

/** Who writes a reply that has no end: the model's name comes with it. Null where no model is used. */
function useWriter(): string | null {
  const { data: config } = useConfig();
  return config?.ai === 'embedded' ? null : 'A model that was cut off before it gave its name';
}

const stopped = {
  part: 'Stopped. What had arrived is kept.',
  nothing: 'Stopped before anything arrived; your idea is kept.',
};

/** A crash loses no more than this of what has arrived. */
const keepEveryMs = 3000;

function partialOf({ stage, text }: Run): string {
  return text === '' ? '' : readPartialIdeationReply(stage, text);
}
