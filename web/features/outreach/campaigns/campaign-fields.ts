import { keywordLimit } from '#shared/contracts/campaigns.ts';
import { forumLimit } from '#shared/contracts/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readForumHost, readForums } from '#shared/rules/forum-addresses.ts';

export type CampaignFields = { keywords: string; forums: string };
export type FieldErrors = Partial<Record<keyof CampaignFields, string>>;

const longestKeyword = 60;

/** What stands between commas or line ends, each once whatever its case. */
export function splitList(text: string): string[] {
  const parts = text.split(/[,\n]/).map((part) => part.trim());
  const filled = parts.filter((part) => part !== '');
  const seen = filled.map((part) => part.toLowerCase());
  return filled.filter((_, place) => seen.indexOf(seen[place] ?? '') === place);
}

/** What the server would refuse, in words. */
export function findFieldErrors(fields: CampaignFields): FieldErrors {
  const keywords = findKeywordError(splitList(fields.keywords));
  const forums = findForumError(readForums(fields.forums));
  return { ...(keywords ? { keywords } : {}), ...(forums ? { forums } : {}) };
}

function findKeywordError(keywords: string[]): string | null {
  if (keywords.length === 0) return 'At least one keyword is needed.';
  if (keywords.length > keywordLimit)
    return `There are ${keywords.length} keywords; ${keywordLimit} is the most.`;
  const long = keywords.find(({ length }) => length > longestKeyword);
  return long ? `"${long.slice(0, 20)}..." is longer than ${longestKeyword} characters.` : null;
}

function findForumError(forums: string[]): string | null {
  if (forums.length > forumLimit) return `There are ${forums.length} forums; ${forumLimit} is the most.`;
  const odd = forums.find((forum) => !readForumHost(forum));
  return odd === undefined ? null : message('forum_not_allowed', { forum: odd }).text;
}
