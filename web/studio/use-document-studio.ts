import { useState } from 'react';
import {
  type DraftDocumentOptions,
  type Revisioned,
  useDraftDocument,
} from '#web/drafts/use-draft-document.ts';
import { type StudioOptions, useStudio } from './use-studio.ts';

type DocumentOptions<D extends Revisioned, Start> = Omit<StudioOptions<Start>, 'isReady' | 'lock'> & {
  documents: DraftDocumentOptions<D>;
  /** The founder can come back to it. */
  isWorthReturning: (document: D) => boolean;
  /** Reads the document that the founder comes back to, given as it was left; without it as any other. */
  readLeft?: (left: D) => Promise<D>;
};

/** `useStudio` for documents that are saved while they are edited (decision 9). No way from one to another loses one. */
export function useDocumentStudio<D extends Revisioned, Outcome, Start>(options: DocumentOptions<D, Start>) {
  const { documents, isWorthReturning, readLeft, ...opening } = options;
  const draft = useDraftDocument<D>(documents);
  const { document } = draft;
  const studio = useStudio<Outcome, Start>({
    ...opening,
    isReady: document !== null || draft.loadFailed,
    lock: document && `${documents.form}:${document.id}`,
  });
  const { run } = studio;
  /** The document that was open before. */
  const [previous, setPrevious] = useState<D | null>(null);
  /** Counts opened documents; keeping a copy does not count. */
  const [count, setCount] = useState(0);

  function show(next: D) {
    run.stop();
    run.clear();
    setCount((before) => before + 1);
    if (document?.id !== next.id) setPrevious(document && isWorthReturning(document) ? document : null);
    draft.open(next);
  }

  /** Shows the document of this id. */
  function goTo(id: string, find = () => documents.read(id)) {
    const unsent = draft.unsent(id);
    if (!unsent) return void studio.read(find, show);
    studio.leave();
    show(unsent);
  }

  return {
    ...draft,
    ...studio,
    count,
    show,
    goTo,
    startNew(next: D) {
      studio.leave();
      show(next);
    },
    bringBack: previous && (() => goTo(previous.id, readLeft && (() => readLeft(previous)))),
  };
}
