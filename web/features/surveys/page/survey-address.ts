import { surveyPath } from '#shared/rules/surveys/survey-path.ts';

/** The survey's id in the page's path; empty when there is none. */
export function surveyIdOf(path: string): string {
  const slug = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(slug);
  } catch {
    return '';
  }
}

/** Address where a visitor signs in and comes back from (design 7.6); `search` keeps who shared the link. */
export function signInAddress(surveyId: string, search = location.search): string {
  const next = `${surveyPath(encodeURIComponent(surveyId))}${search}`;
  return `/?signIn=1&next=${encodeURIComponent(next)}`;
}
