import { type FakeName, startSourceFake } from '#fakes/sources/sources.ts';
import { occasions, openings, stories } from './search-posts.data.ts';
import { productOf, searches } from './search-products.ts';

// Five sources, each of which takes LATENCY_MS for an answer and has posts for every product that is searched for.

const names: FakeName[] = ['hacker-news', 'stack-exchange', 'lemmy', 'discourse', 'github'];
const postsEach = 25;

const fake = await startSourceFake();
for (const name of names) {
  fake.fault(name, { latencyMs: Number(process.env.LATENCY_MS) });
  for (let number = 0; number < searches; number += 1)
    for (let post = 0; post < postsEach; post += 1) add(name, number, post);
}
process.stdout.write(`${new URL(fake.addressOf('lemmy')).port}\n`);
process.on('SIGTERM', () => fake.close().then(() => process.exit(0)));

function add(name: FakeName, number: number, post: number): void {
  const { words } = productOf(number);
  const [thing, part, place] = words;
  const isMarkdown = name === 'lemmy' || name === 'github';
  // Every source and post has another choice, so that few are taken for the same.
  const chosen = (pool: string[], step: number) =>
    pool[(post * step + names.indexOf(name) * 7) % pool.length] ?? '';
  const opening = `${chosen(openings, 1)} ${thing} ${part}`;
  const paragraphs = [
    `${opening}? ${chosen(stories, 1)} ${chosen(stories, 3)}`,
    `In the <b>${place}</b> it's worse: ${chosen(stories, 5)} The ${part} of a ${thing} needs care &amp; time.`,
    ...[7, 9, 11].slice(post % 3).map((step) => chosen(stories, step)),
    `More on <a href="https://pages.example/${post}">my page</a>.`,
  ];
  fake.add(name, {
    title: `${opening}, ${chosen(occasions, 2)}`,
    body: paragraphs.join(isMarkdown ? '\n\n' : '<p>'),
    site: 'softwarerecs',
    createdAt: new Date(Date.now() - (post + 1) * 3_600_000),
    replies: post % 7,
    ...(name === 'github' && { community: `maker/${place}` }),
  });
}
