import * as z from 'zod';
import { markdownText } from '#server/integrations/sources/http/html-to-text.ts';
import {
  itemsOf,
  line,
  maybe,
  postText,
  webAddress,
} from '#server/integrations/sources/http/response-fields.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';

export const dialects = ['v3', 'v4'] as const;
export type Dialect = (typeof dialects)[number];

/** 0.19 counts beside a post and dates it `published`; 1.0 counts inside and calls it `published_at`. */
const counts = { comments: maybe(z.int()), score: maybe(z.int()) };
const flags = { removed: maybe(z.boolean()), deleted: maybe(z.boolean()), locked: maybe(z.boolean()) };
const date = maybe(z.string().max(40));
const dates = { published: date, published_at: date };

/** Older ones call a community's own address `actor_id`, 1.0 `ap_id`. */
const community = z.object({
  name: line,
  actor_id: maybe(webAddress),
  ap_id: maybe(webAddress),
  removed: maybe(z.boolean()),
  deleted: maybe(z.boolean()),
  nsfw: maybe(z.boolean()),
});
const post = z.object({
  id: z.int(),
  name: line,
  body: maybe(postText),
  ap_id: webAddress,
  nsfw: maybe(z.boolean()),
  ...flags,
  ...dates,
  ...counts,
});
const creator = maybe(z.object({ name: line }));
export const postView = z.object({ post, creator, community, counts: maybe(z.object(counts)) });
type PostView = z.infer<typeof postView>;

const comment = z.object({
  id: z.int(),
  content: postText,
  ap_id: webAddress,
  ...flags,
  ...dates,
  score: maybe(z.int()),
  child_count: maybe(z.int()),
});
const commentCounts = z.object({ score: maybe(z.int()), child_count: maybe(z.int()) });
export const commentView = z.object({ comment, post, creator, community, counts: maybe(commentCounts) });
type CommentView = z.infer<typeof commentView>;

export const found = z.object({ posts: itemsOf(postView), comments: itemsOf(commentView) });
export type Found = z.infer<typeof found>;

/**
 * Posts of a search that are public and open to replies. Copies of one post on an instance share the address of the
 * original, by which `isNew` knows it.
 */
export function postsOf(
  { posts, comments }: Found,
  host: string,
  isNew: (address: string) => boolean,
): FoundPost[] {
  return [
    ...posts
      .filter((view) => isAnswerable(view) && isNew(view.post.ap_id))
      .flatMap((view) => fromPost(view, host)),
    ...comments
      .filter((view) => isAnswerable(view) && !isGone(view.comment) && !view.comment.locked)
      .filter(({ comment }) => isNew(comment.ap_id))
      .flatMap((view) => fromComment(view, host)),
  ];
}

export function isGone(part: { removed: boolean | null; deleted: boolean | null }): boolean {
  return part.removed === true || part.deleted === true;
}

function isAnswerable({ post, community }: PostView | CommentView): boolean {
  const isHidden = post.nsfw === true || community.nsfw === true;
  return !isHidden && !post.locked && !isGone(post) && !isGone(community);
}

function fromPost({ post, creator, community, counts }: PostView, host: string): FoundPost[] {
  const createdAt = dateOf(post);
  if (!createdAt) return [];
  const title = post.name;
  return [
    {
      ...shared(host, post.ap_id, creator, community),
      externalId: String(post.id),
      threadId: String(post.id),
      kind: 'post',
      title,
      threadTitle: title,
      body: markdownText(post.body),
      createdAt,
      score: counts?.score ?? post.score,
      replies: counts?.comments ?? post.comments,
    },
  ];
}

function fromComment({ comment, post, creator, community, counts }: CommentView, host: string): FoundPost[] {
  const createdAt = dateOf(comment);
  if (!createdAt) return [];
  return [
    {
      ...shared(host, comment.ap_id, creator, community),
      externalId: `comment-${comment.id}`,
      threadId: String(post.id),
      kind: 'comment',
      title: '',
      threadTitle: post.name,
      body: markdownText(comment.content),
      createdAt,
      score: counts?.score ?? comment.score,
      replies: counts?.child_count ?? comment.child_count,
    },
  ];
}

function shared(host: string, url: string, creator: PostView['creator'], community: PostView['community']) {
  return {
    source: 'lemmy' as const,
    host,
    url,
    author: creator?.name ?? null,
    community: fullNameOf(community, host),
    locked: false,
    license: null,
  };
}

/** A community that lives elsewhere is called 'name@host', as Lemmy writes it. */
function fullNameOf(
  { name, actor_id: actorId, ap_id: address }: PostView['community'],
  host: string,
): string {
  const home = URL.parse(actorId ?? address ?? '')?.host;
  return home && home !== host ? `${name}@${home}` : name;
}

/** Times of 0.18 carry no zone and mean UTC. */
function dateOf({ published, published_at: at }: { published: string | null; published_at: string | null }) {
  const text = at ?? published;
  if (text === null) return null;
  const date = new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}
