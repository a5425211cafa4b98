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

/** Place where each source shows the address of one reply. */
export const replyAddressHelp: Record<SourceName, string> = {
  'hacker-news': 'On Hacker News it is behind the time beside your name, such as “1 minute ago”.',
  'stack-exchange': 'Share, below your answer, shows it.',
  lemmy: 'It is behind the link sign of your comment.',
  discourse: 'It is behind the time at the top right of your post.',
  dev: 'The menu of your comment, the three dots, has Copy link.',
  github: 'It is behind the time beside your name, at the top of your comment.',
  mastodon: 'It is behind the time of your post.',
  bluesky: 'It is behind the time of your post.',
  reddit: 'Share, below your comment, has Copy link.',
};
