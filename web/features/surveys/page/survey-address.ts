import { surveyPath } from '#shared/rules/survey-path.ts';

/** The survey's id in the page's path; empty when there is none. */
export function surveyIdOf(path: string): string {
  const slug = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(slug);
  } catch {
    return '';
  }
}

/** Where a visitor signs in and comes back from (design 7.6). */
export function signInAddress(surveyId: string): string {
  return `/?signIn=1&next=${surveyPath(encodeURIComponent(surveyId))}`;
}
