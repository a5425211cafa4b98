import type { SocialGroup } from '#shared/contracts/surveys/validation.ts';

/** True for a site where people read and ask, and links to surveys are not welcome. */
export function isQuestionSite({ type }: Pick<SocialGroup, 'type'>): boolean {
  return type.startsWith('Q&A');
}
