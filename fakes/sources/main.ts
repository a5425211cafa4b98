import { examplePosts } from './example-posts.data.ts';
import { startSources } from './sources.ts';

// Sources on loopback, for trying everything from a search to a posted reply without a network:
//
//   npm run sources [port]
//
// It prints the variables to start the product with, the accounts that can be linked and the subjects of the invented
// posts, and serves them until Ctrl+C. Bluesky is searched once its account is linked in Settings.

const port = Number(process.argv[2] ?? 0);
const { fakes, env } = await startSources(port === 0 ? {} : { port });

const variables = { CONVERSATIONS: Object.keys(fakes).join(), STACK_EXCHANGE_SITES: 'softwarerecs', ...env };
for (const [name, value] of Object.entries(variables)) console.log(`${name}=${value}`);
for (const fake of Object.values(fakes)) {
  if ('account' in fake)
    console.log(`# ${fake.source} at ${fake.host}: ${fake.account.username}, ${fake.account.secret}`);
}
for (const { source, daysAgo, ...post } of examplePosts) {
  fakes[source].posts.add({ ...post, createdAt: new Date(Date.now() - daysAgo * 86_400_000) });
  console.log(`# ${source}: ${post.title || post.body}`);
}
