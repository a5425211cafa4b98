import type { FakeSource } from '#fakes/sources/fake-source.ts';
import type { Post } from '#fakes/sources/posts.ts';

/** The API of Stack Exchange 2.3: search and questions, always packed by gzip. */
export const stackExchangeFake: FakeSource = {
  folder: 'stack-exchange',
  env: (address) => ({ STACK_EXCHANGE_URL: address }),
  answer(path, params, posts, address) {
    const site = params.get('site');
    if (!site) return refusal(400, 'bad_parameter', 'site is required');
    const wrap = (found: Post[]) => {
      const items = found.filter((post) => post.site === site && !post.deleted);
      return { body: { items: items.map((post) => itemOf(post, address)), has_more: false, ...quota } };
    };
    const [, ids] = /^\/2\.3\/questions\/([\d;]+)$/.exec(path) ?? [];
    if (ids) return wrap(ids.split(';').flatMap((id) => posts.get(Number(id)) ?? []));
    if (path !== '/2.3/search/advanced') return refusal(404, 'no_method', 'no method found with this name');
    const from = new Date(Number(params.get('fromdate') ?? 0) * 1000);
    const found = posts.search(params.get('q') ?? '', from);
    return wrap(params.get('closed') === 'False' ? found.filter((post) => !post.locked) : found);
  },
};

const quota = { quota_max: 300, quota_remaining: 251 };

function refusal(id: number, name: string, text: string) {
  return { status: 400, body: { error_id: id, error_name: name, error_message: text } };
}

function itemOf(
  { id, title, body, community, author, createdAt, score, replies, locked }: Post,
  address: string,
) {
  const at = Math.floor(createdAt.getTime() / 1000);
  return {
    question_id: id,
    title: title.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;'),
    body,
    tags: [community],
    owner: { user_id: id, user_type: 'registered', display_name: author, link: `${address}/users/${id}` },
    is_answered: false,
    view_count: 20,
    answer_count: replies,
    score,
    creation_date: at,
    last_activity_date: at,
    content_license: 'CC BY-SA 4.0',
    link: `${address}/questions/${id}`,
    ...(locked && { closed_date: at, closed_reason: 'Needs more focus' }),
  };
}
