import { useEffect, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useKeptDocument } from '#web/api/use-kept-document.ts';
import { showToast } from '#web/ui/toast.ts';
import {
  blankPrompt,
  forkPrompt,
  isWorthKeeping,
  type PromptDocument,
  readPrompt,
} from './prompt-document.ts';
import { promptStore } from './prompt-store.ts';

export type PromptDesk = ReturnType<typeof usePromptDesk>;

/** The build prompt that is open, and where it is safe. */
export function usePromptDesk(userId: string) {
  const [store] = useState(promptStore);
  /** Why the server has not kept it. */
  const [refusal, setRefusal] = useState<unknown>(null);

  async function keep(document: PromptDocument): Promise<PromptDocument> {
    try {
      const kept = await store.keep(document);
      setRefusal(null);
      return kept;
    } catch (error) {
      setRefusal(error);
      throw error;
    }
  }

  const kept = useKeptDocument<PromptDocument>({
    owner: userId,
    form: 'proof-of-concept',
    read: readPrompt,
    load: store.load,
    keep,
    fork: forkPrompt,
    blank: blankPrompt,
    isWorthKeeping,
  });
  useEffect(() => {
    if (kept.forks > 0) showToast(message('build_prompt_copied_apart'));
  }, [kept.forks]);

  return { ...kept, read: store.read, refusal: refusal instanceof ApiError ? refusal : null };
}
