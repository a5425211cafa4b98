import { forums, questionSites, subreddits } from './communities.data.ts';
import type { TopicId } from './topics.data.ts';

export type Community = { type: string; name: string; url: string; topics: readonly TopicId[] };

/** The type of Stack Exchange sites, where surveys are off topic. */
export const questionSiteType = 'Q&A site (read and ask; no surveys)';

/** Every community of the directory, in the order of the data. */
export const directory: Community[] = [
  ...Object.entries(subreddits).map(([name, topics]) => ({
    type: 'Subreddit',
    name: `r/${name}`,
    url: `https://www.reddit.com/r/${name}/`,
    topics,
  })),
  ...forums.map(([type, name, url, topics]) => ({ type, name, url, topics })),
  ...questionSites.map(([name, host, topics]) => ({
    type: questionSiteType,
    name: host.includes('.stackexchange.') ? `${name} Stack Exchange` : name,
    url: `https://${host}/`,
    topics,
  })),
];
