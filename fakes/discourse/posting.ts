import {
  type SocialAnswer,
  type SocialCall,
  type SocialReply,
  type SocialSearch,
  type SocialServer,
  startSocialServer,
} from '#fakes/sources/posting-server.ts';

export type DiscourseFake = SocialServer & {
  key: string;
  /** A topic with its first post. */
  addTopic(given?: { id?: number; closed?: boolean }): { id: string; url: string };
  /** A post of somebody else in it. */
  addPost(topicId: string): { id: string; url: string };
  removeTopic(id: string): void;
  replies: (SocialReply & { topicId: string; number: number })[];
};

/** As its screens get it: the text of the page, with links to other pages. */
const guidelines =
  "<div itemscope><ul class='nav-pills'><li><a href='/about'>About</a></li></ul>" +
  "<div itemprop='mainContentOfPage'><h2>Rules</h2><p>Be kind to each other.</p></div></div>";

type Post = SocialReply & { topicId: string; number: number; replyTo: number | null };

const notFound: SocialAnswer = {
  status: 404,
  json: { errors: ['The requested URL or resource could not be found.'], error_type: 'not_found' },
};

/** The part of Discourse's interface that posts replies (its API documentation), with one user API key. */
export async function startDiscourse(search?: SocialSearch): Promise<DiscourseFake> {
  const key = 'discourse-key-of-ada';
  const topics = new Map<string, { closed: boolean }>();
  const replies: Post[] = [];
  let lastId = 500;
  let url = '';

  const postsIn = (topicId: string) => replies.filter((post) => post.topicId === topicId && !post.removed);
  const show = ({ id, topicId, number, by, text, createdAt, replyTo }: Post, withText: boolean) => ({
    id: Number(id),
    topic_id: Number(topicId),
    topic_slug: 'first-users',
    post_number: number,
    username: by,
    created_at: createdAt,
    cooked: `<p>${text}</p>`,
    reply_to_post_number: replyTo,
    ...(withText && { raw: text }),
  });

  function add(topicId: string, by: string, text: string, replyTo: number | null): Post {
    const number = replies.filter((post) => post.topicId === topicId).length + 1;
    const createdAt = new Date().toISOString();
    const post = {
      id: String(++lastId),
      parent: String(replyTo ?? 1),
      by,
      text,
      createdAt,
      removed: false,
      topicId,
      number,
      replyTo,
    };
    replies.push(post);
    return post;
  }

  function create({ body }: SocialCall): SocialAnswer {
    const topicId = String(body.topic_id);
    const text = String(body.raw ?? '');
    if (!topics.has(topicId)) return notFound;
    if (text.length < 20) return refuse(['Body is too short (minimum is 20 characters)']);
    const replyTo = body.reply_to_post_number === undefined ? null : Number(body.reply_to_post_number);
    return { json: show(add(topicId, 'ada', text, replyTo), true) };
  }

  function read({ path, query }: SocialCall): SocialAnswer {
    const [, postId] = /^\/posts\/(\d+)\.json$/.exec(path) ?? [];
    const post = replies.find(({ id }) => id === postId);
    if (postId) return post && !post.removed ? { json: show(post, true) } : notFound;
    const [, topicId = '', rest, number] = /^\/t\/(\d+)(?:(\/posts)|\/(\d+))?\.json$/.exec(path) ?? [];
    const topic = topics.get(topicId);
    if (!topic) return notFound;
    const all = postsIn(topicId);
    const asked = new Set(query.getAll('post_ids[]'));
    const start = number ? Math.max(0, all.findIndex((one) => one.number >= Number(number)) - 5) : 0;
    const shown = rest ? all.filter(({ id }) => asked.has(id)) : all.slice(start, start + 20);
    const posts = shown.map((one) => show(one, false));
    if (rest) return { json: { post_stream: { posts }, id: Number(topicId) } };
    return {
      json: {
        id: Number(topicId),
        closed: topic.closed,
        archived: false,
        post_stream: { posts, stream: all.map(({ id }) => Number(id)) },
      },
    };
  }

  const server = await startSocialServer(
    (call) => {
      const isKnown = call.headers['user-api-key'] === key;
      if (call.path === '/session/current.json') {
        return isKnown ? { json: { current_user: { id: 3, username: 'Ada' } } } : { status: 404, json: {} };
      }
      if (call.path === '/u/Ada.json') return { json: { user: { created_at: '2024-05-01T00:00:00.000Z' } } };
      if (call.path === '/guidelines') return { html: guidelines };
      if (call.method === 'GET') return read(call);
      if (!isKnown) return refuse(['You need to be logged in to do that.'], 403, 'not_logged_in');
      return create(call);
    },
    ({ method }) => method === 'POST',
    search,
  );
  url = server.url;
  return {
    ...server,
    key,
    replies,
    addTopic({ id: given = ++lastId, closed = false } = {}) {
      const id = String(given);
      topics.set(id, { closed });
      add(id, 'grace', 'How do I find users?', null);
      return { id, url: `${url}/t/first-users/${id}/1` };
    },
    addPost(topicId) {
      const { id, number } = add(topicId, 'grace', 'Does anybody know?', null);
      return { id, url: `${url}/t/first-users/${topicId}/${number}` };
    },
    removeTopic: (id) => void topics.delete(id),
  };
}

function refuse(errors: string[], status = 422, type?: string): SocialAnswer {
  return { status, json: { action: 'create_post', errors, ...(type && { error_type: type }) } };
}
