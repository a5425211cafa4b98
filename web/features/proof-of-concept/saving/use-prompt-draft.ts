import { useEffect, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useDraftDocument } from '#web/drafts/use-draft-document.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import {
  blankPrompt,
  forkPrompt,
  isWorthSaving,
  type PromptDocument,
  readPrompt,
} from './prompt-document.ts';
import { promptStore } from './prompt-store.ts';

export type PromptDraft = ReturnType<typeof usePromptDraft>;

/** The build prompt that is open, and where it is safe. */
export function usePromptDraft(userId: string) {
  const [store] = useState(promptStore);
  /** Why the server has not kept it. */
  const [refusal, setRefusal] = useState<unknown>(null);

  async function save(document: PromptDocument): Promise<PromptDocument> {
    try {
      const saved = await store.save(document);
      setRefusal(null);
      return saved;
    } catch (error) {
      setRefusal(error);
      throw error;
    }
  }

  const draft = useDraftDocument<PromptDocument>({
    owner: userId,
    form: 'proof-of-concept',
    read: readPrompt,
    load: store.load,
    save,
    fork: forkPrompt,
    blank: blankPrompt,
    isWorthSaving,
  });
  useEffect(() => {
    if (draft.forks > 0) showToast(message('build_prompt_copied_apart'));
  }, [draft.forks]);

  return { ...draft, read: store.read, refusal: refusal instanceof ApiError ? refusal : null };
}
