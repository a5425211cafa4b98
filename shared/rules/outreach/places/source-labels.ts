/** Label of each source that is searched for conversations. */
export const sourceLabels = {
  'hacker-news': 'Hacker News',
  'stack-exchange': 'Stack Exchange',
  lemmy: 'Lemmy',
  discourse: 'Discourse',
  dev: 'DEV',
  github: 'GitHub',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  reddit: 'Reddit',
};
export type SourceName = keyof typeof sourceLabels;

/** True when an owner can link an account of theirs there (design 7.13): then a reply by hand can be looked for. */
export function isLinkable(source: SourceName): boolean {
  return source === 'hacker-news' || source === 'discourse' || isFederated(source);
}

/** True when hosts of the source pass posts on to each other, so that an account of one replies on another. */
export function isFederated(source: SourceName): boolean {
  return source === 'mastodon' || source === 'lemmy' || source === 'bluesky';
}
