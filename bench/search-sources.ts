import { serve } from '@hono/node-server';
import { type FakeName, type Fakes, startSources } from '#fakes/sources/sources.ts';

// Five sources, each of which takes LATENCY_MS for a response and has posts for every product that is searched for. The
// port that is printed serves the variables that lead there.

const names: FakeName[] = ['hacker-news', 'stack-exchange', 'lemmy', 'discourse', 'github'];
const postsEach = 25;

/** For how many searches there are posts. */
export const searches = 60;

/** A product that no other search is about, with words of its own: nothing that it asks for was asked before. */
export function productOf(number: number) {
  const words = ['brindle', 'corvane', 'maddock'].map((stem) => stem + ending(number)) as Words;
  const [thing, part, place] = words;
  return {
    words,
    name: `Keeper of ${thing}`,
    url: `https://${thing}.example/`,
    description: `A notebook for people who own a ${thing}: it tells in time when the ${thing} ${part} needs care, keeps what was done to every ${part}, and works in the ${place} without a network.`,
  };
}

type Words = [string, string, string];

/** Letters, as numbers are no words. */
function ending(number: number): string {
  return [...String(number).padStart(2, '0')].map((digit) => 'bdfgklmnrt'[Number(digit)]).join('a');
}

function add(fakes: Fakes, name: FakeName, number: number, post: number): void {
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
  fakes[name].posts.add({
    title: `${opening}, ${chosen(occasions, 2)}`,
    body: paragraphs.join(isMarkdown ? '\n\n' : '<p>'),
    site: 'softwarerecs',
    createdAt: new Date(Date.now() - (post + 1) * 3_600_000),
    replies: post % 7,
    ...(name === 'github' && { community: `maker/${place}` }),
  });
}

/** How people begin who have a problem with what they own. */
const openings = [
  'How do you look after your',
  'Looking for a way to keep track of my',
  'Is there any tool that reminds me of the',
  'What do you do when nobody thinks of the',
  'Has anybody written down how to care for a',
  'I keep forgetting to check the',
  'Who else has trouble with a',
  'Which notebook do you use for your',
  'Tired of paper lists for the',
  'Can somebody recommend something for a',
  'Why is it so hard to remember the',
];

const occasions = [
  'after the winter',
  'when three people share it',
  'before a long journey',
  'with no network at all',
  'on a small budget',
  'in a rented house',
  'for the first time',
  'since my neighbour moved',
  'with children around',
  'once a month',
  'in a hurry',
  'without a manual',
  'every second week',
];

/** Details beside the posts. */
const stories = [
  'My grandmother had a drawer full of cards and never missed a date.',
  'Last spring I noticed far too late that something leaked, and the repair took until June.',
  'We tried a shared calendar, but everybody deleted what others had entered.',
  'The shop sells a sheet of paper that hangs on the door and turns yellow in the sun.',
  'Half of what I read about it contradicts the other half.',
  'A friend swears by an alarm on the phone, which I switch off in my sleep.',
  'Paying a little would be fine if it saved me one Saturday in a month.',
  'There is no reception down there, so whatever needs a signal is useless.',
  'Before we bought it nobody told us how much attention it wants.',
  'I counted eleven separate screws, and each has a date of its own.',
  'My brother photographs everything and finds nothing again.',
  'The man who built it retired, and his son sells insurance now.',
  'Somebody at the market laughed when I asked, so here I am.',
  'It rained for nine days, and afterwards the handle would not turn.',
  'What I have is a pencil, a wall, and a bad memory.',
  'If two of us could see the same list, most quarrels would end.',
  'Once a year an inspector comes and asks for records that I do not have.',
];

if (import.meta.main) {
  const { fakes, env, stop } = await startSources();
  for (const name of names) {
    fakes[name].fault({ latencyMs: Number(process.env.LATENCY_MS) });
    for (let number = 0; number < searches; number += 1)
      for (let post = 0; post < postsEach; post += 1) add(fakes, name, number, post);
  }
  serve({ fetch: () => Response.json(env), hostname: '127.0.0.1', port: 0 }, ({ port }) => {
    process.stdout.write(`${port}\n`);
  });
  process.on('SIGTERM', () => stop().then(() => process.exit(0)));
}
