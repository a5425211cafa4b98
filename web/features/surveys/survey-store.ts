/**
 * What this browser keeps under a survey's path (specification 3): idea, socialLinks, questions, and what
 * the founder's plan adds. Null when there is nothing, or nothing that can be read.
 */
export function readStoredSurvey(path: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(path) ?? 'null');
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Keeps it. False where storage is switched off or full. */
export function storeSurvey(path: string, value: object): boolean {
  try {
    localStorage.setItem(path, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
