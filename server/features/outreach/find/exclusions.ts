import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { LeftOutReason } from '#shared/contracts/outreach/conversation-sources.ts';
import type { Product } from '#shared/contracts/outreach/opportunities.ts';
import { linkMark, markMentions } from '#shared/rules/outreach/product-mentions.ts';
import { isInDistress } from './distress/distress.ts';
import type { OwnName, SearchRequest } from './search-request.ts';

/** Facts by which posts are left out, whatever their subject. */
export type Exclusions = {
  product: Product;
  since: Date;
  ownNames: OwnName[];
  findKnown: SearchRequest['findKnown'];
  excludedWords?: string[];
};

/** Why a post is left out before it is ranked; null when it is to be ranked. */
export function reasonBefore(
  post: FoundPost,
  { since, findKnown, ownNames }: Exclusions,
): LeftOutReason | null {
  if (!(post.createdAt.getTime() >= since.getTime())) return 'too-old';
  if (findKnown(post)) return 'known';
  if (isByOwner(post, ownNames)) return 'own';
  return post.locked ? 'locked' : null;
}

/** Why a post on the subject is left out for its text; null when it may be shown. */
export function reasonWithin(
  post: FoundPost,
  { product, excludedWords = [] }: Exclusions,
): LeftOutReason | null {
  if (isInDistress(post)) return 'crisis';
  if (holdsOneOf(excludedWords, `${headingsOf(post)}\n${post.body}`)) return 'excluded';
  return markMentions(`${post.title}\n${post.body}`, product).includes(linkMark) ? 'own' : null;
}

/** Whole words, whatever their case and the spaces between them. */
function holdsOneOf(words: string[], text: string): boolean {
  const level = (some: string) =>
    ` ${some
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()} `;
  const within = level(text);
  return words.some((word) => level(word).trim() !== '' && within.includes(level(word)));
}

/** The same name at another host is somebody else's. */
function isByOwner({ source, host, author }: FoundPost, ownNames: OwnName[]): boolean {
  if (author === null) return false;
  const name = fullName(author, host);
  return ownNames.some((own) => own.source === source && fullName(own.username, own.host) === name);
}

/** Hosts that pass posts on write the names of other hosts as 'name@host' themselves. */
function fullName(username: string, host: string): string {
  const name = username.trim().replace(/^@/, '').toLowerCase();
  return name.includes('@') ? name : `${name}@${host}`;
}

type Compared = Pick<FoundPost, 'title' | 'body' | 'host' | 'threadId' | 'url'>;

/** Posts that begin with an earlier one's words, or belong to its thread: one thread is one conversation. */
export function findDuplicates<Post extends Compared>(posts: Post[]): Set<Post> {
  const duplicates = new Set<Post>();
  const seen = new Set<string>();
  for (const post of posts) {
    const marks = [`${post.host} ${post.threadId}`, post.url, openingOf(post)].filter(Boolean);
    // A rejected post still represents its thread and words: its copies are dropped too.
    if (marks.some((mark) => seen.has(mark))) duplicates.add(post);
    for (const mark of marks) seen.add(mark);
  }
  return duplicates;
}

/** Letters and digits compared: a copy on another site adds its greeting at the end. */
const openingLength = 120;

function openingOf({ title, body }: Compared): string {
  const level = `${title} ${body.slice(0, 2 * openingLength)}`.normalize('NFKC').toLowerCase();
  return level.replaceAll(/[^\p{L}\p{N}]+/gu, '').slice(0, openingLength);
}

function headingsOf({ title, threadTitle }: FoundPost): string {
  return [title, threadTitle].filter(Boolean).join('\n');
}
