import { blueskyAccount } from '#fakes/bluesky/search.ts';
import { startForum } from '#fakes/hacker-news/forum.ts';
import { examplePosts } from './example-posts.data.ts';
import { startSourceFake } from './sources.ts';

// Sources on loopback, and a forum that takes replies, for trying everything from a search to a posted reply without a
// network:
//
//   npm run sources [port]
//
// It prints the variables to start the product with and what the invented posts are about, and serves them until Ctrl+C;
// the forum has the port after the sources'. Its posts are those of Hacker News: sign in there by the name and password
// that are printed to post by hand, or to put the code for linking into the profile. Bluesky is asked once its account
// is linked in Settings.

const port = Number(process.argv[2] ?? 0);
const fake = await startSourceFake({ port });
const forum = await startForum(Date.now, port === 0 ? 0 : port + 1);
const account = forum.addUser('founder', 'fake-password');

const about = examplePosts.map(({ source, daysAgo, post }) => {
  const createdAt = new Date(Date.now() - daysAgo * 86_400_000);
  const { id, title, body, author } = fake.add(source, { ...post, createdAt });
  const time = Math.floor(createdAt.getTime() / 1000);
  if (source === 'hacker-news') forum.addStory({ id, title, text: body, by: author, time });
  return `# ${source}: ${title || body}`;
});
const variables = {
  CONVERSATIONS: 'hacker-news,stack-exchange,lemmy,discourse,dev,github,mastodon,bluesky',
  ...fake.env,
  HN_URL: forum.url,
  HN_API_URL: forum.url,
};
for (const [name, value] of Object.entries(variables)) console.log(`${name}=${value}`);
console.log(`# The forum at HN_URL: ${account.id}, ${account.password}`);
console.log(`# Bluesky: ${blueskyAccount.handle}, ${blueskyAccount.password}`);
for (const line of about) console.log(line);
