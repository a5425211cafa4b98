import { describe, expect, it } from 'vitest';
import type { ConversationRow } from './attempt.ts';
import { readReplyUrl } from './reply-url.ts';

type Row = Pick<ConversationRow, 'source' | 'url' | 'threadId' | 'externalId'>;

const hackerNews: Row = {
  source: 'hacker-news',
  url: 'https://news.ycombinator.com/item?id=41',
  threadId: '40',
  externalId: '41',
};
const lemmy: Row = {
  source: 'lemmy',
  url: 'https://lemmy.world/post/41',
  threadId: '41',
  externalId: '41',
};
const lemmyComment: Row = { ...lemmy, url: 'https://lemmy.world/comment/7', externalId: 'comment-7' };
const discourse: Row = {
  source: 'discourse',
  url: 'https://forum.example.com/t/late/41/3',
  threadId: '41',
  externalId: '900',
};
describe('the address of a reply', () => {
  it.each([
    [hackerNews, 'https://news.ycombinator.com/item?id=42', '42'],
    [hackerNews, ' https://news.ycombinator.com/item?id=40#42 ', '42'],
    [lemmy, 'https://lemmy.world/comment/8', '8'],
    [lemmyComment, 'https://lemmy.world/post/41/8', '8'],
    [discourse, 'https://forum.example.com/t/late/41/4', null],
  ])('names it in %o: %s', (row, url, id) =>
    expect(readReplyUrl(row, url, null)).toMatchObject({ url: url.trim(), id }),
  );

  it.each([
    [hackerNews, 'https://news.ycombinator.com/item?id=41'],
    [hackerNews, 'https://news.ycombinator.com/item?id=40'],
    [hackerNews, 'https://news.ycombinator.com/item?id=40#41'],
    [lemmy, 'https://lemmy.world/post/41'],
    [lemmy, 'https://lemmy.world/post/41?sort=new#comments'],
    [lemmyComment, 'https://lemmy.world/comment/7'],
    [discourse, 'https://forum.example.com/t/late/41/3'],
    [discourse, 'https://forum.example.com/t/late/41'],
  ])('is the conversation itself in %o: %s', (row, url) =>
    expect(readReplyUrl(row, url, null)).toBe('reply_url_thread'),
  );

  it.each([
    [hackerNews, 'https://news.ycombinator.com/'],
    [hackerNews, 'https://example.com/item?id=42'],
    [hackerNews, 'https://ada:secret@news.ycombinator.com/item?id=42'],
    [lemmy, 'https://lemmy.world/post/99'],
    [lemmy, 'https://lemmy.world/post/99/8'],
    [discourse, 'https://forum.example.com/t/late/99/4'],
  ])('is elsewhere for %o: %s', (row, url) =>
    expect(readReplyUrl(row, url, null)).toBe('reply_url_elsewhere'),
  );

  it.each(['hello', '', 'javascript:alert(1)', 'mailto:ada@example.com'])('is no page: %s', (url) =>
    expect(readReplyUrl(hackerNews, url, null)).toBe('reply_url_invalid'),
  );
});
