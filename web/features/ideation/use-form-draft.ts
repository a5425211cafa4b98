import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import type { StageForm } from '#shared/rules/ideation/stage-fields.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import {
  announceDraft,
  draftKey,
  parseDraft,
  readText,
  saveDraft,
  watchDrafts,
} from '#web/drafts/draft-store.ts';

const formDraft = z.object({
  document: z.object({
    /** The fields that the founder has changed; every other one shows what was said before. */
    fields: z.record(z.string(), z.array(z.string())),
    /** The stage is written without AI although there is a model. */
    isOpen: z.boolean(),
  }),
});

type FormPlace = { userId: string; sessionId: string; stage: IdeationStage };
export type FormDraft = ReturnType<typeof useFormDraft>;

/** One stage's form as the founder has changed it; it outlives reloads, and every tab shows the same. */
export function useFormDraft(place: FormPlace) {
  const key = keyOf(place);
  const raw = useSyncExternalStore(watchDrafts, () => readText(key));
  const { fields, isOpen } = parseDraft(raw, formDraft)?.document ?? { fields: {}, isOpen: false };

  function save(next: { fields: StageForm; isOpen: boolean }) {
    const keptAs = textsOfStage(place.stage).title;
    const content = Object.values(next.fields).flat().join('\n');
    saveDraft(key, { document: { ...next, keptAs, content } }, true);
    announceDraft();
  }

  return {
    fields,
    isOpen,
    changeField(name: string, lines: string[]) {
      const last = lines.findLastIndex((line) => line !== '');
      save({ fields: { ...fields, [name]: lines.slice(0, last + 1).map(storable) }, isOpen });
    },
    setOpen: (next: boolean) => save({ fields, isOpen: next }),
  };
}

/** Its section is written: the session holds the words now. */
export function clearFormDraft(place: FormPlace): void {
  saveDraft(keyOf(place), null);
  announceDraft();
}

function keyOf({ userId, sessionId, stage }: FormPlace): string {
  return draftKey(userId, `coach-form:${sessionId}:${stage}`);
}
