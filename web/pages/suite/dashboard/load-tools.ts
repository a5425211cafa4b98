import type { PointerEvent } from 'react';
import { isAtRest } from '#web/ui/motion.ts';
import type { ToolName } from './tools.data.ts';

/** Fetch the tools' dialogs; asked for early when one is about to be opened. */
export const loadIdeation = () => import('#web/features/ideation/IdeationDialog.tsx');
export const loadValidation = () => import('#web/pages/suite/validation/ValidationModal.tsx');
export const loadProofOfConcept = () => import('#web/features/proof-of-concept/ProofOfConceptDialog.tsx');
export const loadLaunch = () => import('#web/features/outreach/find/FindDialog.tsx');
export const loadJobForm = () => import('#web/features/support-requests/form/RequestDialog.tsx');

const loaders: Partial<Record<ToolName, () => Promise<unknown>>> = {
  ideation: loadIdeation,
  validation: loadValidation,
  'proof-of-concept': loadProofOfConcept,
  launch: loadLaunch,
};

/** Fetches a dialog early: its button has the focus, or a pointer that moves, and not only one under which it came. */
function before(load: (() => Promise<unknown>) | undefined) {
  // A failed one is fetched again when it is opened.
  const fetchIt = () => void load?.().catch(() => {});
  return {
    onFocus: fetchIt,
    onPointerMove: ({ nativeEvent }: PointerEvent) => isAtRest(nativeEvent) || fetchIt(),
  };
}

/** Handlers for the button that opens the form of a support request. */
export const beforeJobForm = before(loadJobForm);

/** Handlers for the button that opens a tool. */
export const beforeTool = (tool: ToolName) => before(loaders[tool]);
