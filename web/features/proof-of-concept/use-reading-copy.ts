import { useState } from 'react';
import type { ChangePrompt, PromptDocument } from './prompt-document.ts';
import type { PromptDesk } from './use-prompt-desk.ts';

/**
 * The prompt as it is shown. Where it can only be read, another form or an older rewrite is shown without being kept:
 * only this copy changes, and it goes with the dialog.
 */
export function useReadingCopy({ document, change }: PromptDesk, isReadOnly: boolean) {
  const [copy, setCopy] = useState<{ of: PromptDocument; shown: PromptDocument } | null>(null);
  if (!isReadOnly) return { document, change };
  const shown = copy && copy.of === document ? copy.shown : document;
  const changeCopy: ChangePrompt = (turn) => {
    if (document && shown) setCopy({ of: document, shown: turn(shown) });
  };
  return { document: shown, change: changeCopy };
}
