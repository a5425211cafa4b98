import type { SourceName } from './source-labels.ts';

/** Hours between two searches of a campaign at each source: the least that its limits allow (outreach reference 1). */
export const listenEveryHours: Record<SourceName, number> = {
  // 10,000 requests an hour.
  'hacker-news': 1,
  // 300 requests a day without a key, for the whole installation.
  'stack-exchange': 6,
  // 100 searches in ten minutes.
  lemmy: 1,
  // Forums limit searches without an account, and name no numbers.
  discourse: 3,
  // 3 requests a second.
  dev: 1,
  // 10 searches a minute.
  github: 1,
  // 300 requests in five minutes.
  mastodon: 1,
  // Its maintainers want searches that people direct.
  bluesky: 6,
  // 100 requests a minute with an approved app.
  reddit: 1,
};
