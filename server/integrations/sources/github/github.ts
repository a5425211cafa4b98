import * as z from 'zod';
import { byHandPoster } from '#server/integrations/sources/account-poster.ts';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { readLine, readText } from '#server/integrations/sources/http/html-to-text.ts';
import * as fields from '#server/integrations/sources/http/response-fields.ts';
import type { FoundPost, SourceAdapter } from '#server/integrations/sources/port.ts';
import {
  bucketOf,
  foundPost,
  hostOf,
  sameForAll,
  searchSource,
} from '#server/integrations/sources/search-results.ts';

const { maybe } = fields;
const issue = z.object({
  html_url: fields.webAddress,
  repository_url: fields.id,
  number: z.int(),
  title: fields.line,
  body: maybe(fields.postText),
  state: maybe(fields.line),
  locked: maybe(z.boolean()),
  comments: maybe(z.int()),
  created_at: fields.instant,
  user: maybe(z.object({ login: maybe(fields.line), type: maybe(fields.line) })),
  pull_request: z.optional(z.unknown()).transform((change) => (change === undefined ? undefined : true)),
});
type Issue = z.infer<typeof issue>;
const found = z.object({ items: fields.itemsOf(issue) });
const shown = z.object({ state: maybe(z.string()), locked: maybe(z.boolean()), number: maybe(z.number()) });

/** "10 requests/min unauthenticated": the best three phrases are asked. */
const limit = { requests: 9, seconds: 60 };
const phrasesAsked = 3;
const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };

/** GitHub issues (reference 1.11), which are only read. */
export function github(client: SourceClient, address: string): SourceAdapter {
  const host = hostOf(address);
  const source = searchSource(client, {
    source: 'github',
    host,
    search: { key: bucketOf(address), limit, schema: found, headers, cached: true },
    urlsOf: (phrases, since) =>
      phrases.slice(0, phrasesAsked).map((phrase) => searchUrl(address, phrase, since)),
    postsOf: ({ items }) => items.filter(isAskedByPerson).map((one) => postOf(one, host)),
    check: {
      key: `${bucketOf(address)}/repos`,
      limit: { requests: 30, seconds: 1_800 },
      schema: shown,
      headers,
      cached: false,
      inspect: (_body, status) => (status === 404 || status === 410 ? { isAnswer: true } : null),
    },
    checkUrls({ externalId }) {
      const [repository = '', number = ''] = externalId.split('#');
      const path = [...repository.split('/'), 'issues', number].map(encodeURIComponent).join('/');
      return [`${address}/repos/${path}`];
    },
    statusOf({ number, state, locked }) {
      if (number === null) return 'gone';
      return state === 'open' && !locked ? 'open' : 'closed';
    },
  });
  return sameForAll([source], byHandPoster);
}

function searchUrl(address: string, phrase: string, since: Date): string {
  // A colon would make a word a filter of the search.
  const words = phrase.replace(/[:"]/g, ' ').trim();
  const q = `${words} is:issue is:open created:>=${since.toISOString().slice(0, 10)}`;
  const query = new URLSearchParams({ q, sort: 'created', order: 'desc', per_page: '50' });
  return `${address}/search/issues?${query}`;
}

function isAskedByPerson({ pull_request: change, user }: Issue): boolean {
  return change === undefined && user?.type !== 'Bot';
}

function postOf(issue: Issue, host: string): FoundPost {
  const repository = issue.repository_url.split('/').slice(-2).join('/');
  return foundPost({
    source: 'github',
    host,
    externalId: `${repository}#${issue.number}`,
    url: issue.html_url,
    title: readLine(issue.title, { markup: 'plain', hasEmojiCodes: true }),
    body: readText(issue.body, { markup: 'markdown', hasEmojiCodes: true }),
    author: issue.user?.login ?? null,
    createdAt: issue.created_at,
    replies: issue.comments,
    community: repository,
    locked: issue.locked === true || issue.state !== 'open',
  });
}
