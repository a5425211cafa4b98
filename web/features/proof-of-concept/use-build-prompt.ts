import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { readTrail } from '#shared/contracts/trails.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import { answeredSurvey } from '#web/api/find-trail.ts';
import { useDraftDocument } from '#web/drafts/use-draft-document.ts';
import {
  blankPrompt,
  copyPrompt,
  isWorthSaving,
  loadPrompt,
  type PromptDocument,
  parsePrompt,
  readPrompt,
  savePrompt,
} from './prompt-document.ts';
import type { Rewriting } from './use-rewriting.ts';

/** Start of the dialog: an earlier prompt, or an idea's trail. */
export type PromptStart = { promptId: string } | { idea: string; trailId: string; surveyId?: string };

export type PromptDraft = ReturnType<typeof usePromptDraft>;

/** The build prompt that is open, saved in this browser and in the account. */
export function usePromptDraft(userId: string) {
  return useDraftDocument<PromptDocument>({
    owner: userId,
    form: 'proof-of-concept',
    schema: { parse: parsePrompt },
    load: loadPrompt,
    read: readPrompt,
    save: savePrompt,
    copy: copyPrompt,
    blank: blankPrompt,
    isWorthSaving,
  });
}

type OpeningDeps = {
  open: boolean;
  start: PromptStart | undefined;
  draft: PromptDraft;
  rewriting: Rewriting;
};

export type PromptOpening = ReturnType<typeof usePromptOpening>;

/** Opens what the dialog was asked for, once each time, as soon as no rewrite is under way. */
export function usePromptOpening({ open, start, draft, rewriting }: OpeningDeps) {
  const [state, setState] = useState<'idle' | 'opening' | 'failed'>('idle');
  /** The prompt that was open before, so that one click leads back to it. */
  const [before, setBefore] = useState<PromptDocument | null>(null);
  const begun = useRef<string | null>(null);
  const key = start ? JSON.stringify(start) : null;
  const isReady = draft.document !== null && rewriting.arrived === null;

  async function begin() {
    if (!start || !draft.document) return;
    setState('opening');
    try {
      const found = await find(start, draft.document);
      if (found) show(found);
      if ('trailId' in start) draft.change((document) => prefill(document, start));
      setState('idle');
    } catch {
      setState('failed');
    }
  }

  function show(next: PromptDocument) {
    setBefore(draft.document && isWorthSaving(draft.document) ? draft.document : null);
    draft.open(next);
    rewriting.clear();
  }

  async function goBack(to: PromptDocument) {
    setState('opening');
    // The server has what was sent of it when it was left; without an answer it is as it was left.
    show(await readPrompt(to.id).catch(() => to));
    setState('idle');
  }

  const beginNow = useEffectEvent(() => void begin());
  // Before the browser paints: the prompt from before is never shown for a moment.
  useLayoutEffect(() => {
    if (!open) begun.current = null;
    if (!open || !isReady || begun.current === key) return;
    begun.current = key;
    beginNow();
  }, [open, isReady, key]);

  return {
    isOpening: state === 'opening',
    hasFailed: state === 'failed',
    retry: () => void begin(),
    show,
    goBack: before === null || before.id === draft.document?.id ? null : () => void goBack(before),
  };
}

/** Null when it is open already. */
async function find(start: PromptStart, open: PromptDocument): Promise<PromptDocument | null> {
  if ('promptId' in start) return open.id === start.promptId ? null : readPrompt(start.promptId);
  const { trailId, idea } = start;
  if (open.trailId === trailId) return null;
  // Without the trail's list the idea begins a prompt of its own: nothing is lost by that.
  const trail = await call(readTrail, { params: { id: trailId } }).catch(() => null);
  const newest = trail?.buildPrompts[0];
  if (newest) return readPrompt(newest.id);
  return { ...blankPrompt(trailId, idea), surveyId: answeredSurvey(trail)?.surveyId ?? null };
}

/** Text typed for the idea is never replaced. */
function prefill(document: PromptDocument, start: { idea: string; surveyId?: string }): PromptDocument {
  const idea = document.idea.trim() === '' ? storable(start.idea) : document.idea;
  const surveyId = start.surveyId ?? document.surveyId;
  const isSame = idea === document.idea && surveyId === document.surveyId;
  return isSame ? document : { ...document, idea, surveyId };
}
