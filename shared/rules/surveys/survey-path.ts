const suffixLength = 7;
/** Keeps paths short enough for every place that a link is pasted into. */
const slugLimit = 60;

/** The lowercased app name, other characters as hyphens, edge hyphens trimmed (specification 2); may be ''. */
export function surveySlug(appName: string): string {
  // "Sûr" becomes "sur".
  const letters = appName.normalize('NFD').replace(/\p{M}/gu, '');
  const slug = letters.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return trimHyphens(trimHyphens(slug).slice(0, slugLimit));
}

/**
 * A new survey's id, the last part of its path: `survey-{slug}-{suffix}`, or `survey-{suffix}` for a name without Latin
 * letters and digits.
 * @param random numbers in [0, 1), such as `Math.random`.
 */
export function newSurveyId(appName: string, random: () => number): string {
  const suffix = Array.from({ length: suffixLength }, () => Math.floor(random() * 36).toString(36)).join('');
  return ['survey', surveySlug(appName), suffix].filter(Boolean).join('-');
}

/** The survey page's path, which is also the key of what the browser stores about it. */
export function surveyPath(surveyId: string): string {
  return `/survey/${surveyId}`;
}

/** The path of a survey's results, for any id. */
export function resultsPath(surveyId: string): string {
  return `${surveyPath(encodeURIComponent(surveyId))}/results`;
}

/** The page of a survey's single answers, for its owner; with a number, opened at that answer. */
export function answersPath(surveyId: string, number?: number): string {
  const path = `${surveyPath(encodeURIComponent(surveyId))}/answers`;
  return number === undefined ? path : `${path}?answer=${number}`;
}

function trimHyphens(slug: string): string {
  return slug.replace(/^-+|-+$/g, '');
}
