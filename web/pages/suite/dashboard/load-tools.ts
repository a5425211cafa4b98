import type { ToolName } from './tools.data.ts';

/**
 * Fetch the tools' dialogs; asked for early when one is about to be opened: by the focus, or by a pointer that moves. One
 * at rest also enters what the loading page moves under it.
 */
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

/** Fetches the form of a support request. */
export function preloadJobForm(): void {
  loadJobForm().catch(() => {});
}

/** Fetches what a tool needs, if anything; what fails now is fetched again when it is opened. */
export function preloadTool(tool: ToolName): void {
  loaders[tool]?.().catch(() => {});
}
