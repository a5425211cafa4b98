import { type FakeContext, type Post, startFake } from '#fakes/sources/source-fake.ts';

/** The API of Stack Exchange 2.3: search and questions. */
export const startStackExchange = (port?: number) =>
  startFake(
    {
      source: 'stack-exchange',
      env: (url) => ({ STACK_EXCHANGE_URL: url }),
      urlOf: ({ id }, url) => `${url}/questions/${id}`,
      traits: { markup: 'html', hasTitles: true, hasCommunities: true, closes: true },
    },
    (app, posts, url) => {
      const wrap = ({ req, json }: FakeContext, found: Post[]) => {
        const items = found.filter((post) => post.site === req.query('site') && !post.deleted);
        const quota = { has_more: false, quota_max: 300, quota_remaining: 251 };
        return json({ items: items.map((post) => itemOf(post, url())), ...quota });
      };
      app.use(({ req, json }, next) => {
        const text = 'site is required';
        const refusal = { error_id: 400, error_name: 'bad_parameter', error_message: text };
        return req.query('site') ? next() : Promise.resolve(json(refusal, 400));
      });
      app.get('/2.3/questions/:ids', (context) => {
        const ids = context.req.param('ids').split(';');
        return wrap(
          context,
          ids.flatMap((id) => posts.get(Number(id)) ?? []),
        );
      });
      app.get('/2.3/search/advanced', (context) => {
        const from = new Date(Number(context.req.query('fromdate') ?? 0) * 1000);
        const found = posts.search(context.req.query('q') ?? '', from);
        const isOpenOnly = context.req.query('closed') === 'False';
        return wrap(context, isOpenOnly ? found.filter((post) => !post.locked) : found);
      });
    },
    port,
  );

function itemOf(
  { id, title, body, community, author, createdAt, score, replies, locked }: Post,
  url: string,
) {
  const at = Math.floor(createdAt.getTime() / 1000);
  return {
    question_id: id,
    title: title.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;'),
    body,
    tags: [community],
    owner: { user_id: id, user_type: 'registered', display_name: author, link: `${url}/users/${id}` },
    is_answered: false,
    view_count: 20,
    answer_count: replies,
    score,
    creation_date: at,
    last_activity_date: at,
    content_license: 'CC BY-SA 4.0',
    link: `${url}/questions/${id}`,
    ...(locked && { closed_date: at, closed_reason: 'Needs more focus' }),
  };
}
