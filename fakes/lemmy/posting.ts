import {
  bearerOf,
  type SocialAnswer,
  type SocialCall,
  type SocialReply,
  type SocialSearch,
  type SocialServer,
  startSocialServer,
} from '#fakes/sources/posting-server.ts';

export type LemmyFake = SocialServer & {
  password: string;
  addPost(given?: { id?: number; locked?: boolean }): { id: string; url: string };
  /** A comment of somebody else. */
  addComment(postId: string): { id: string; url: string };
  removePost(id: string): void;
  replies: (SocialReply & { postId: number })[];
  /** Ends every session. */
  endSessions(): void;
};

type Post = { id: number; locked: boolean; removed: boolean };

/** Lemmy's interface in one of its two dialects (outreach reference 1.7), with one account. */
export async function startLemmy(dialect: 'v3' | 'v4', search?: SocialSearch): Promise<LemmyFake> {
  const posts = new Map<number, Post>();
  const replies: (SocialReply & { postId: number })[] = [];
  const jwts = new Set<string>();
  const password = 'lemmy-password-of-ada';
  let lastId = 100;
  let url = '';
  const time = dialect === 'v3' ? 'published' : 'published_at';
  const prefix = `/api/${dialect}`;

  const showPost = (post: Post) => ({ ...post, deleted: false, ap_id: `${url}/post/${post.id}` });
  const pathOf = (id: string): string => {
    const parent = replies.find((reply) => reply.id === id)?.parent ?? null;
    return `${parent === null ? '0' : pathOf(parent)}.${id}`;
  };
  const showComment = ({ id, by, text, createdAt, removed, postId }: (typeof replies)[number]) => ({
    comment: {
      id: Number(id),
      post_id: postId,
      content: text,
      removed,
      deleted: false,
      ap_id: `${url}/comment/${id}`,
      path: pathOf(id),
      [time]: createdAt,
    },
    creator: { name: by, local: true },
  });

  function add(postId: number, parent: string | null, by: string, text: string) {
    const reply = {
      id: String(++lastId),
      parent,
      by,
      text,
      createdAt: new Date().toISOString(),
      removed: false,
      postId,
    };
    replies.push(reply);
    return reply;
  }

  function resolve(asked: string): SocialAnswer {
    const [, kind, id] = /\/(post|comment)\/(\d+)$/.exec(asked) ?? [];
    const comment = kind === 'comment' ? replies.find((reply) => reply.id === id) : undefined;
    const post = posts.get(comment?.postId ?? (kind === 'post' ? Number(id) : Number.NaN));
    if (!post) return refuse('couldnt_find_object', 404);
    return {
      json: comment
        ? { comment: { ...showComment(comment), post: showPost(post) } }
        : { post: { post: showPost(post) } },
    };
  }

  function create({ body }: SocialCall): SocialAnswer {
    const post = posts.get(Number(body.post_id));
    if (!post) return refuse('couldnt_find_post', 404);
    if (post.locked) return refuse('locked');
    const parent = body.parent_id === undefined ? null : String(body.parent_id);
    return { json: { comment_view: showComment(add(post.id, parent, 'ada', String(body.content))) } };
  }

  function list(query: URLSearchParams): SocialAnswer {
    const parent = query.get('parent_id');
    const found = replies.filter(
      (reply) =>
        String(reply.postId) === query.get('post_id') &&
        (!parent || pathOf(reply.id).split('.').includes(parent)),
    );
    const views = found
      .toReversed()
      .slice(0, Number(query.get('limit')))
      .map(showComment);
    return { json: dialect === 'v3' ? { comments: views } : { items: views } };
  }

  function answer(call: SocialCall): SocialAnswer {
    const isKnown = jwts.has(bearerOf(call));
    const person = { person: { name: 'ada', [time]: '2024-05-01T00:00:00.000000Z' } };
    switch (`${call.method} ${call.path.replace(prefix, '')}`) {
      case 'GET /site':
        return {
          json: {
            site_view: {
              site: { sidebar: '# Rules\n\n1. Be kind to each other.\n' },
              local_site: { legal_information: null },
            },
            ...(dialect === 'v3' && isKnown && { my_user: { local_user_view: person } }),
          },
        };
      case 'GET /account':
        return isKnown ? { json: { local_user_view: person } } : refuse('not_logged_in', 401);
      case `POST ${dialect === 'v3' ? '/user/login' : '/account/auth/login'}`: {
        if (call.body.password !== password) return refuse('incorrect_login', 401);
        const jwt = `jwt-${jwts.size}-${Date.now()}`;
        jwts.add(jwt);
        return { json: { jwt, registration_created: false, verify_email_sent: false } };
      }
      case 'GET /resolve_object':
        return isKnown ? resolve(call.query.get('q') ?? '') : refuse('not_logged_in', 401);
      case 'POST /comment':
        return isKnown ? create(call) : refuse('not_logged_in', 401);
      case 'GET /comment/list':
        return list(call.query);
      case 'GET /comment': {
        const found = replies.find((reply) => reply.id === call.query.get('id'));
        return found ? { json: { comment_view: showComment(found) } } : refuse('couldnt_find_comment', 404);
      }
      default:
        return { status: 404, html: 'Not found' };
    }
  }

  const server = await startSocialServer(
    (call) => (call.path.startsWith(prefix) ? answer(call) : { status: 404, html: 'Not found' }),
    ({ method, path }) => method === 'POST' && path.endsWith('/comment'),
    search,
  );
  url = server.url;
  return {
    ...server,
    password,
    replies,
    endSessions: () => jwts.clear(),
    addPost({ id = ++lastId, locked = false } = {}) {
      posts.set(id, { id, locked, removed: false });
      return { id: String(id), url: `${url}/post/${id}` };
    },
    addComment(postId) {
      const { id } = add(Number(postId), null, 'grace', 'Does anybody know?');
      return { id, url: `${url}/comment/${id}` };
    },
    removePost: (id) => void posts.delete(Number(id)),
  };
}

function refuse(error: string, status = 400): SocialAnswer {
  return { status, json: { error } };
}
