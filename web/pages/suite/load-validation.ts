/** Fetches the validation dialog; asked for early when somebody is about to open it. */
export function loadValidation() {
  return import('./ValidationModal.tsx');
}
