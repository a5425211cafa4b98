// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import { submitJob } from '#server/testing/request-samples.ts';
import { answersTo, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import { job as jobSchema } from '#shared/contracts/support-requests/support-requests.ts';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { RecentActivities } from './RecentActivities.tsx';
import { refreshJob } from './use-activities.ts';

const ideations = 'GET /api/ideation-sessions';
const analyses = 'GET /api/survey-analyses';
const jobs = 'GET /api/jobs';

let app: TestApp;
const clock = { minute: 0 };
const work = ideaWork(() => app);

beforeAll(async () => {
  app = await startTestApp({ tasksByHand: true, now: () => Date.UTC(2026, 10, 21, 0, clock.minute) });
});
afterAll(() => app.close());

type Made = { sessions?: number[]; results?: number[]; requests?: number[] };

/** A founder who has made something in each of these minutes. */
async function founderWith({ sessions = [], results = [], requests = [] }: Made): Promise<TestUser> {
  const founder = await app.signUp('developer');
  for (const minute of sessions) await saveSession(founder, minute);
  for (const minute of requests) await request(founder, minute);
  for (const minute of results) await analyse(founder, minute);
  return founder;
}

function saveSession(founder: TestUser, minute: number, changes: object = {}) {
  clock.minute = minute;
  return work.saveSession(founder, { content: `Session of minute ${minute}`, ...changes });
}

async function request(founder: TestUser, minute: number) {
  clock.minute = minute;
  const { status, body } = await submitJob(app, founder, { requestTitle: `Request of minute ${minute}` });
  expect(status).toBe(201);
  return jobSchema.parse(body.job ?? body);
}

async function analyse(founder: TestUser, minute: number) {
  clock.minute = minute;
  const draft = await openSurvey(app, founder, { ...surveyDraft(), idea: `Idea of minute ${minute}` });
  for (const _ of [1, 2, 3]) await app.call('POST', '/api/submit-survey', { body: answersTo(draft) });
  const { token } = founder;
  const { status } = await app.call('POST', '/api/analyze-survey', {
    token,
    body: { surveyId: draft.surveyId },
  });
  expect(status).toBe(202);
  await app.app.runDueTasks();
}

async function show(founder: TestUser, answers: Answers = {}) {
  const server = app.connect(answers);
  await app.signIn(founder);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onOpenIdeation = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <RecentActivities
          userId={founder.id}
          renderAnalysis={({ idea }) => <h3>{idea}</h3>}
          renderJob={({ requestTitle, status }) => <h3>{`${requestTitle} ${status}`}</h3>}
          onOpenIdeation={onOpenIdeation}
          begun={[<p key="begun">Begun here</p>]}
        />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...server, client, onOpenIdeation };
}

const listed = () =>
  [...document.querySelectorAll('li')].map((entry) => Number(entry.textContent?.match(/minute (\d+)/)?.[1]));
const minutes = () => listed().filter((minute) => !Number.isNaN(minute));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const from = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, index) => first - index);
const searchField = () => screen.getByLabelText('Search your activities');
const away = refusal(500, 'internal', 'Away.');

describe('an ideation session', () => {
  it('shows its first 200 characters, that it is in progress, and its trail', async () => {
    const founder = await app.signUp('pro');
    const { id, trailId } = await saveSession(founder, 1, { content: 'a'.repeat(201) });
    const { onOpenIdeation } = await show(founder);
    expect(await screen.findByText(`${'a'.repeat(200)}...`)).toBeDefined();
    expect(screen.getByText(/· In progress$/)).toBeDefined();
    await press('Continue');
    expect(onOpenIdeation).toHaveBeenCalledWith(id);
    const trail = screen.getByRole<HTMLAnchorElement>('link', { name: 'Ideation session' });
    expect(trail.getAttribute('href')).toBe(`/startup-spark-suite/ideas/${trailId}`);
  });

  it('is previewed as words, without the marks of its Markdown', async () => {
    const founder = await app.signUp('pro');
    await saveSession(founder, 1, { content: '### Startup Ideation\n\n**App name:** 2 * 2 #1' });
    await show(founder);
    const text = (await screen.findByText(/App name/)).textContent;
    expect(text).toBe('Startup Ideation\n\nApp name: 2 * 2 #1');
    expect(screen.getByRole('article', { name: '2 * 2 #1' })).toBeDefined();
  });

  it('has no name that its text does not give it', async () => {
    const founder = await app.signUp('pro');
    const named = (name: string) => `### Startup Ideation\n\n**App name:** ${name}\n\n**T:** x`;
    for (const content of [named('N/A'), named(''), 'Only in the text'])
      await saveSession(founder, 1, { content });
    await show(founder);
    expect(await screen.findAllByRole('article', { name: 'Ideation session' })).toHaveLength(3);
  });

  it('is called as its idea is called', async () => {
    const founder = await app.signUp('pro');
    const { trailId } = await saveSession(founder, 1, { content: '**App name:** Two Homes' });
    await app.call('PATCH', `/api/trails/${trailId}`, { token: founder.token, body: { name: 'Kit swaps' } });
    await show(founder);
    expect(await screen.findByRole('article', { name: 'Kit swaps' })).toBeDefined();
  });

  it('can be opened again once it is saved', async () => {
    const founder = await app.signUp('pro');
    const { id } = await saveSession(founder, 1);
    const { token } = founder;
    await app.call('POST', '/api/ideation-sessions', { token, body: { id, content: 'Done' } });
    const { onOpenIdeation } = await show(founder);
    await press('Open');
    expect(onOpenIdeation).toHaveBeenCalledWith(id);
    expect(screen.queryByText('In progress')).toBeNull();
  });
});

describe('the list', () => {
  // The requests are of the very minutes of sessions: then the ids decide.
  const many = { sessions: from(50, 11), requests: from(30, 1) };

  it('goes on page by page without losing or repeating anything', async () => {
    await show(await founderWith(many));
    await waitFor(() => expect(minutes()).toEqual(from(50, 31)));
    for (const shown of [40, 60, 70]) {
      await press('Show more');
      await waitFor(() => expect(minutes()).toHaveLength(shown));
    }
    const both = from(30, 11).flatMap((minute) => [minute, minute]);
    expect(minutes()).toEqual([...from(50, 31), ...both, ...from(10, 1)]);
    const texts = [...document.querySelectorAll('li')].map((entry) => entry.textContent);
    expect(new Set(texts).size).toBe(71);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Activities' }));
  });

  it('keeps what it shows when more can’t be loaded, and tries again', async () => {
    let isAway = true;
    await show(await founderWith({ sessions: from(25, 1) }), {
      [ideations]: ({ query }) => (isAway && query.has('before') ? away : undefined),
    });
    await press('Show more');
    expect(await screen.findByText('More could not be loaded.')).toBeDefined();
    expect(await screen.findByText('No active support requests to load.')).toBeDefined();
    expect(minutes()).toEqual(from(25, 6));
    isAway = false;
    await press('Try again');
    await waitFor(() => expect(minutes()).toHaveLength(25));
    expect(screen.queryByText('More could not be loaded.')).toBeNull();
  });

  it('is read again when the founder comes back, and keeps all that was shown', async () => {
    const founder = await founderWith({ sessions: from(45, 21) });
    const { id } = await saveSession(founder, 20);
    const { token } = founder;
    await show(founder);
    await press('Show more');
    await waitFor(() => expect(minutes()).toHaveLength(26));
    await saveSession(founder, 99);
    await app.call('POST', '/api/ideation-sessions', {
      token,
      body: { id, content: 'Session of minute 20, edited' },
    });
    act(() => void dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Session of minute 20, edited')).toBeDefined();
    expect(minutes()).toEqual([99, ...from(45, 20)]);
  });
});

describe('support requests', () => {
  it('can be shown alone, and are searched by their own words', async () => {
    await show(await founderWith({ sessions: [2], requests: [1] }));
    await press('Support');
    await waitFor(() => expect(minutes()).toEqual([1]));
    await press('Search');
    await userEvent.type(searchField(), 'nothing like it');
    expect(await screen.findByText('Nothing matches')).toBeDefined();
  });

  it('are updated in place when one changes elsewhere', async () => {
    const founder = await founderWith({ requests: from(30, 4) });
    const job = await request(founder, 3);
    const { client } = await show(founder);
    await press('Show more');
    await waitFor(() => expect(minutes()).toEqual(from(30, 3)));
    act(() => refreshJob(client, founder.id, { ...job, status: 'ACTIVE' }));
    expect(await screen.findByText('Request of minute 3 ACTIVE')).toBeDefined();
    expect(minutes()).toEqual(from(30, 3));
  });
});

describe('a source', () => {
  it('that answers 404 counts as empty', async () => {
    await show(await founderWith({ sessions: [1] }), { [analyses]: refusal(404, 'not_found', 'Nothing.') });
    await waitFor(() => expect(minutes()).toEqual([1]));
    expect(screen.queryByText('Request Status')).toBeNull();
  });

  it.each([
    ['sessions', ideations, [2, 1]],
    ['survey results', analyses, [3, 2]],
    ['support requests', jobs, [3, 1]],
  ])(
    'that fails (%s) leaves the others on screen, is named in an error, and can be loaded again',
    async (name, source, rest) => {
      let isAway = true;
      const founder = await founderWith({ sessions: [3], requests: [2], results: [1] });
      await show(founder, { [source]: () => (isAway ? away : undefined) });
      await waitFor(() => expect(minutes()).toEqual(rest));
      expect(await screen.findByText('Request Status')).toBeDefined();
      expect(screen.getByText('No active support requests to load.')).toBeDefined();
      expect(screen.getByText(`Your ${name} could not be loaded.`)).toBeDefined();
      expect(screen.getByText('Begun here')).toBeDefined();
      isAway = false;
      await press('Try again');
      await waitFor(() => expect(minutes()).toEqual([3, 2, 1]));
      expect(screen.queryByText(`Your ${name} could not be loaded.`)).toBeNull();
    },
  );

  it('that failed from the start is added where its entries belong, also behind the first page', async () => {
    let isAway = true;
    await show(await founderWith({ sessions: from(50, 26), requests: from(50, 26) }), {
      [jobs]: () => (isAway ? away : undefined),
    });
    await waitFor(() => expect(minutes()).toEqual(from(50, 31)));
    await press('Show more');
    await waitFor(() => expect(minutes()).toEqual(from(50, 26)));
    isAway = false;
    await press('Try again');
    const both = from(50, 31).flatMap((minute) => [minute, minute]);
    await waitFor(() => expect(minutes()).toEqual(both));
  });

  it('that fails later takes nothing away', async () => {
    let isAway = false;
    await show(await founderWith({ sessions: [2], requests: [1] }), {
      [jobs]: () => (isAway ? away : undefined),
    });
    await waitFor(() => expect(minutes()).toEqual([2, 1]));
    isAway = true;
    act(() => void dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Your activities could not be refreshed.')).toBeDefined();
    expect(minutes()).toEqual([2, 1]);
  });

  it('that fails as all others do is an error of the whole list', async () => {
    await show(await founderWith({}), { [ideations]: away, [analyses]: away, [jobs]: away });
    expect(await screen.findByText('Your activities could not be loaded.')).toBeDefined();
    expect(await screen.findByText('Request Status')).toBeDefined();
  });
});

describe('searching and filtering', () => {
  const found = () => screen.getByText(/found$|^$/, { selector: '[role=status].sr-only' });

  it('says how many were found of a page that goes on', async () => {
    await show(await founderWith({ sessions: from(30, 1) }));
    await press('Search');
    await userEvent.type(searchField(), 'minute');
    await waitFor(() => expect(found().textContent).toBe('More than 20 found'));
    await press('Show more');
    await waitFor(() => expect(found().textContent).toBe('30 found'));
  });

  it('says that there is none of a kind yet, and leads back to all', async () => {
    await show(await founderWith({ sessions: [1] }));
    await press('Surveys');
    expect(await screen.findByText('None of this kind yet')).toBeDefined();
    await press('Show all activities');
    await waitFor(() => expect(minutes()).toEqual([1]));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All' }));
  });

  it('asks the server once the typing pauses, says when nothing matches, and shows one kind alone', async () => {
    const { callsOf } = await show(await founderWith({ sessions: [3, 1], results: [2] }));
    await waitFor(() => expect(minutes()).toEqual([3, 2, 1]));
    await press('Search');
    for (const typed of ['MINUTE', 'MINUTE 3']) fireEvent.change(searchField(), { target: { value: typed } });
    await waitFor(() => expect(minutes()).toEqual([3]));
    expect(callsOf(ideations).map(({ query }) => query.get('search'))).toEqual([null, 'MINUTE 3']);
    expect(found().textContent).toBe('1 found');
    expect(screen.queryByText('Begun here')).toBeNull();
    await userEvent.type(searchField(), '!');
    expect(await screen.findByText('Nothing matches')).toBeDefined();
    expect(found().textContent).toBe('Nothing found');
    await press('Show all activities');
    await waitFor(() => expect(minutes()).toEqual([3, 2, 1]));
    expect(found().textContent).toBe('');
    expect(document.activeElement).toBe(searchField());
    expect(screen.getByText('Begun here')).toBeDefined();

    const read = callsOf(ideations).length;
    await press('Surveys');
    await waitFor(() => expect(minutes()).toEqual([2]));
    expect(callsOf(ideations)).toHaveLength(read);
    expect(screen.getByRole('button', { name: 'Surveys', pressed: true })).toBeDefined();
    await press('Ideation');
    await waitFor(() => expect(minutes()).toEqual([3, 1]));
    await press('All');
    await waitFor(() => expect(minutes()).toEqual([3, 2, 1]));
  });

  it('is not offered where only unsent work is listed, and all three answer 404', async () => {
    const none = refusal(404, 'not_found', 'No.');
    await show(await founderWith({}), { [ideations]: none, [analyses]: none, [jobs]: none });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Search' })).toBeNull());
    expect(screen.getByText('Begun here')).toBeDefined();
    expect(screen.queryByText('Request Status')).toBeNull();
  });
});
