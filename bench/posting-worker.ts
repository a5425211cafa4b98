import pino from 'pino';
import { connectDatabase } from '#server/database/connect.ts';
import { postingFeature } from '#server/features/outreach/posting/feature.ts';
import { postingQueues } from '#server/features/outreach/posting/tasks.ts';
import type { Poster, SendResult } from '#server/integrations/sources/port.ts';
import { startTasks } from '#server/tasks/tasks.ts';
import type { RuleCard } from '#shared/rules/outreach/places/rule-cards.ts';

// A worker process that only posts, to the fake at FORUM_URL. Its rule card allows it; everything else is the product's.

const { DATABASE_URL: databaseUrl = '', FORUM_URL: forumUrl = '' } = process.env;
const log = pino({ level: 'error' });
const database = connectDatabase(databaseUrl, (err) => log.error({ err }, 'database connection lost'));
const tasks = await startTasks(databaseUrl, postingQueues, { worksTasks: true, log });
const card: RuleCard = {
  place: 'the fake',
  rules: [],
  readOn: '2026-01-01',
  expired: false,
  repliesPerDay: 3,
  generatedText: 'allowed',
  automatedPosting: true,
  replyWay: 'account',
};

/** Takes every reply as a new one. */
const poster: Poster = {
  sendsTo: () => true,
  replyUrl: ({ url }) => url,
  async send({ account, target, text, signal }): Promise<SendResult> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ under: target.externalId, by: account.username, text });
    try {
      const reply = await fetch(forumUrl, { method: 'POST', headers, body, signal });
      const { id } = (await reply.json()) as { id: number };
      return { outcome: 'posted', externalId: String(id), url: `${forumUrl}/${id}` };
    } catch {
      return { outcome: 'unknown', text: '' };
    }
  },
  async readBack({ account, target, text, signal }) {
    const reply = await fetch(`${forumUrl}?under=${target.externalId}`, { signal });
    const posts = (await reply.json()) as { id: number; by: string; text: string }[];
    const [post] = posts.filter((one) => one.by === account.username && one.text === text);
    return post
      ? { found: 'posted', externalId: String(post.id), url: `${forumUrl}/${post.id}` }
      : { found: 'nothing' };
  },
  checkPosted: async () => 'standing',
  signIn: () => Promise.reject(new Error('nobody signs in here')),
};

await postingFeature({
  database,
  tasks,
  log,
  posters: { posterFor: () => poster },
  sources: { sourcesFor: () => [] },
  accounts: {
    findAccount: async (id, _source, host) => ({
      id,
      username: id,
      host,
      canPost: true,
      needsLink: false,
      session: 'open',
      rules: { texts: ['Be kind.'], readOn: '2026-01-01' },
    }),
    markNeedsLink: async () => {},
    replaceSession: async () => {},
  },
  mayPost: async () => true,
  cardOf: () => card,
  now: () => new Date(),
});
process.stdout.write('0\n');
