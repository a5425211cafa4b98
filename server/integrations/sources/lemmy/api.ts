import * as z from 'zod';
import * as fields from '#server/integrations/sources/http/response-fields.ts';

/** The two forms of the interface that are in use (outreach reference 1.7): 0.19 speaks v3, 1.0 speaks v4. */
export const dialects = ['v3', 'v4'] as const;
export type Dialect = (typeof dialects)[number];

const { maybe } = fields;

/** v3 counts beside a post and dates it `published`; v4 counts inside and calls it `published_at`. */
const counts = { comments: maybe(z.int()), child_count: maybe(z.int()) };
const flags = { removed: maybe(z.boolean()), deleted: maybe(z.boolean()), locked: maybe(z.boolean()) };
const date = maybe(z.string().max(40));
const dates = { published: date, published_at: date };

/** v3 calls the own address of a community or a person `actor_id`, v4 `ap_id`. */
const named = z.object({
  name: fields.line,
  actor_id: maybe(fields.webAddress),
  ap_id: maybe(fields.webAddress),
});
export type Named = z.infer<typeof named>;
const community = named.extend({
  removed: maybe(z.boolean()),
  deleted: maybe(z.boolean()),
  nsfw: maybe(z.boolean()),
});
const post = z.object({
  id: z.int(),
  name: fields.line,
  body: maybe(fields.postText),
  ap_id: fields.webAddress,
  nsfw: maybe(z.boolean()),
  language_id: maybe(z.int()),
  ...flags,
  ...dates,
  ...counts,
});
const comment = z.object({
  id: z.int(),
  content: maybe(fields.postText),
  ap_id: maybe(fields.webAddress),
  path: maybe(z.string()),
  language_id: maybe(z.int()),
  ...flags,
  ...dates,
  ...counts,
});
const creator = maybe(named.extend({ id: maybe(z.int()) }));

export const postView = z.object({ post, creator, community, counts: maybe(z.object(counts)) });
export type PostView = z.infer<typeof postView>;
export const commentView = postView.extend({ comment });
export type CommentView = z.infer<typeof commentView>;
export type Comment = CommentView['comment'];

export const searchResult = z.object({
  posts: fields.itemsOf(postView),
  comments: fields.itemsOf(commentView),
});
export const single = z.object({
  post_view: z.optional(postView),
  comment_view: z.optional(commentView),
  error: z.optional(z.string()),
});
export const failure = z.object({ error: z.string(), message: z.string().optional() });

// ---- replies -----------------------------------------------------------------------------------

const place = post.pick({ id: true, language_id: true, locked: true, removed: true, deleted: true });
const reply = z.object({ comment, creator });
/** The newest first. */
const newest = fields.itemsOf(reply);
export const replyList = z.union([
  z.object({ comments: newest }).transform(({ comments }) => comments),
  z.object({ items: newest }).transform(({ items }) => items),
]);
export const savedReply = z.object({ comment_view: reply });
const home = z.object({ id: z.int() });
export const resolved = z.object({
  post: z.object({ post: place, community: home }).nullish(),
  comment: z.object({ comment, post: place, community: home }).nullish(),
});
/** Numbers of the languages that replies may be in; empty where all of them are. */
const languages = maybe(z.array(z.int())).transform((ids) => ids ?? []);
export const placeLanguages = z.object({ discussion_languages: languages });

const localUser = z.object({
  local_user_view: z.object({ person: z.object({ id: z.int(), name: fields.name, ...dates }) }),
});
export const ownAccount = z.union([
  z.object({ my_user: localUser }).transform(({ my_user }) => my_user.local_user_view.person),
  localUser.transform(({ local_user_view }) => local_user_view.person),
]);
/** `texts` are the two in which an instance writes its rules. */
export const site = z
  .object({
    site_view: z.object({
      site: maybe(z.object({ sidebar: z.string().nullish() })),
      local_site: maybe(z.object({ legal_information: z.string().nullish() })),
    }),
    discussion_languages: languages,
  })
  .transform(({ site_view: { site, local_site }, discussion_languages }) => ({
    texts: [site?.sidebar, local_site?.legal_information],
    discussion_languages,
  }));

export function isGone(part: { removed: boolean | null; deleted: boolean | null }): boolean {
  return part.removed === true || part.deleted === true;
}

/** Times of 0.18 carry no zone and mean UTC. */
export function dateOf({ published, published_at: at }: Pick<Comment, 'published' | 'published_at'>) {
  const text = at ?? published;
  return fields.dateOrNull(text && (/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`));
}
