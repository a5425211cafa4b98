import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { address, dateOrNull, firstOf, name } from '#server/integrations/sources/http/response-fields.ts';
import type { PostingAccount } from '#server/integrations/sources/port.ts';
import { answerOrNull, readAs } from '#server/integrations/sources/send-results.ts';

/** The two forms of the interface that are in use (outreach reference 1.7). */
type Dialect = { prefix: '/api/v3' | '/api/v4'; login: string; own: string };

const dialects: Dialect[] = [
  { prefix: '/api/v3', login: '/api/v3/user/login', own: '/api/v3/site' },
  { prefix: '/api/v4', login: '/api/v4/account/auth/login', own: '/api/v4/account' },
];

export type LemmyServer = Dialect & { base: string };

const comment = z.object({
  id: z.int(),
  ap_id: address,
  path: z.string().default(''),
  content: z.string().default(''),
  published: z.string().optional(),
  published_at: z.string().optional(),
  removed: z.boolean().default(false),
  deleted: z.boolean().default(false),
});
const post = z.object({
  id: z.int(),
  locked: z.boolean().default(false),
  removed: z.boolean().default(false),
  deleted: z.boolean().default(false),
});
export const commentView = z.object({
  comment,
  creator: z.object({ name, local: z.boolean().default(true) }).optional(),
});
export const commentReply = z.object({ comment_view: commentView });
/** The newest first. */
const newestComments = firstOf(commentView, 50);
export const commentList = z.union([
  z.object({ comments: newestComments }).transform(({ comments }) => comments),
  z.object({ items: newestComments }).transform(({ items }) => items),
]);
const person = z.object({
  name,
  published: z.string().optional(),
  published_at: z.string().optional(),
});
const localUser = z.object({ local_user_view: z.object({ person }) });
export const ownAccount = z.union([
  z.object({ my_user: localUser }).transform(({ my_user }) => my_user.local_user_view.person),
  localUser.transform(({ local_user_view }) => local_user_view.person),
]);
/** The two texts in which an instance writes its rules, in both forms of the interface. */
export const siteTexts = z
  .object({
    site_view: z.object({
      site: z.object({ sidebar: z.string().nullish() }),
      local_site: z.object({ legal_information: z.string().nullish() }).nullish(),
    }),
  })
  .transform(({ site_view: { site, local_site } }) => [site.sidebar, local_site?.legal_information]);
export const resolved = z.object({
  post: z.object({ post }).nullish(),
  comment: commentView.extend({ post }).nullish(),
});
export const refusal = z.object({ error: z.string(), message: z.string().optional() });

/** Which dialect a server speaks; null when it answers none of them. */
export async function findServer(
  client: SourceClient,
  host: string,
  signal: AbortSignal,
): Promise<LemmyServer | null> {
  const base = client.baseOf(host);
  if (!base) return null;
  for (const dialect of dialects) {
    const answer = await answerOrNull(client, `${base}${dialect.prefix}/site`, { signal });
    if (!answer) return null;
    if (answer.status === 200 && readAs(z.object({ site_view: z.object({}) }), answer)) {
      return { ...dialect, base };
    }
  }
  return null;
}

export const bearer = ({ session }: Pick<PostingAccount, 'session'>): Record<string, string> =>
  session === null ? {} : { authorization: `Bearer ${session}` };

export function timeOf(thing: { published?: string; published_at?: string }): Date | null {
  const time = thing.published_at ?? thing.published;
  if (!time) return null;
  // Older servers write UTC without saying so.
  return dateOrNull(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`);
}
