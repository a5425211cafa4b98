import { startForum } from '#e2e/stand-ins/forum/forum.ts';
import { blueskyAccount } from './bluesky.ts';
import { examplePosts } from './example-posts.data.ts';
import { startSourceStandIn } from './sources.ts';

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
const standIn = await startSourceStandIn({ port });
const forum = await startForum(Date.now, port === 0 ? 0 : port + 1);
const account = forum.addUser('founder', 'stand-in-password');

const about = examplePosts.map(({ source, daysAgo, post }) => {
  const createdAt = new Date(Date.now() - daysAgo * 86_400_000);
  const { id, title, body, author } = standIn.add(source, { ...post, createdAt });
  const time = Math.floor(createdAt.getTime() / 1000);
  if (source === 'hacker-news') forum.addStory({ id, title, text: body, by: author, time });
  return `# ${source}: ${title || body}`;
});
const variables = {
  CONVERSATIONS: 'hacker-news,stack-exchange,lemmy,discourse,dev,github,mastodon,bluesky',
  ...standIn.env,
  HN_URL: forum.url,
  HN_API_URL: forum.url,
};
for (const [name, value] of Object.entries(variables)) console.log(`${name}=${value}`);
console.log(`# The forum at HN_URL: ${account.id}, ${account.password}`);
console.log(`# Bluesky: ${blueskyAccount.handle}, ${blueskyAccount.password}`);
for (const line of about) console.log(line);
