// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import type { ListedIdeation } from '#shared/contracts/ideation.ts';
import type { Job } from '#shared/contracts/support-requests.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { analysisAt, answerList, ideationAt, jobAt } from './activities.fixture.ts';
import { RecentActivities } from './RecentActivities.tsx';
import { refreshJob } from './use-activities.ts';

const ideations = 'GET /api/ideation-sessions';
const analyses = 'GET /api/survey-analyses';
const jobs = 'GET /api/jobs';

afterEach(() => {
  cleanup();
  toast.dismiss();
});

type Held = { sessions?: ListedIdeation[]; results?: SurveyAnalysis[]; requests?: Job[] };
type Answers = Parameters<typeof stubServer>[0];

function show({ sessions = [], results = [], requests = [] }: Held, answers: Answers = {}) {
  const server = stubServer({
    [ideations]: ({ query }) => Response.json(answerList(sessions, query)),
    [analyses]: ({ query }) => Response.json(answerList(results, query)),
    [jobs]: ({ query }) => Response.json(answerList(requests, query)),
    'GET /api/activity-totals': {
      ideations: sessions.length,
      analyses: results.length,
      jobs: requests.length,
      answers: 0,
    },
    ...answers,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onOpenIdeation = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <RecentActivities
          userId="u1"
          renderAnalysis={({ idea }) => <h3>{idea}</h3>}
          renderJob={({ requestTitle, status }) => <h3>{`${requestTitle} ${status}`}</h3>}
          onOpenIdeation={onOpenIdeation}
          begun={<p>Begun here</p>}
          firstStep={<button type="button">Begin</button>}
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
const away = refusal(500, 'internal', 'Away.');

describe('an ideation session', () => {
  it('shows its first 200 characters, and that it is in progress', async () => {
    const { onOpenIdeation } = show({ sessions: [ideationAt(1, { content: 'a'.repeat(201) })] });
    expect(await screen.findByText(`${'a'.repeat(200)}...`)).toBeDefined();
    expect(screen.getByText('In progress')).toBeDefined();
    await press('Continue');
    expect(onOpenIdeation).toHaveBeenCalledWith('session-1');
    const trail = screen.getByRole<HTMLAnchorElement>('link', { name: 'Idea trail' });
    expect(trail.getAttribute('href')).toBe('/startup-spark-suite/ideas/trail-1');
  });

  it('is previewed as words, without the marks of its Markdown', async () => {
    show({ sessions: [ideationAt(1, { content: '### Startup Ideation\n\n**App name:** 2 * 2 #1' })] });
    const text = (await screen.findByText(/App name/)).textContent;
    expect(text).toBe('Startup Ideation\n\nApp name: 2 * 2 #1');
    expect(screen.getByRole('article', { name: '2 * 2 #1 Ideation session' })).toBeDefined();
  });

  it.each(['N/A', '', 'Only in the text'])('has no name that its text does not give it: %s', async (name) => {
    const content = name.startsWith('Only')
      ? name
      : `### Startup Ideation\n\n**App name:** ${name}\n\n**T:** x`;
    show({ sessions: [ideationAt(1, { content })] });
    expect(await screen.findByRole('article', { name: 'Ideation session' })).toBeDefined();
  });

  it('that is saved can be opened again', async () => {
    const { onOpenIdeation } = show({ sessions: [ideationAt(1, { saved: true })] });
    await press('Open');
    expect(onOpenIdeation).toHaveBeenCalledWith('session-1');
    expect(screen.queryByText('In progress')).toBeNull();
  });
});

describe('the list', () => {
  const many: Held = {
    sessions: from(90, 31).map((minute) => ideationAt(minute)),
    // Half of them at the very minute of a session: then the ids decide.
    results: [...from(60, 1)].map((minute) => analysisAt(minute)),
  };

  it('goes on page by page without losing or repeating anything', async () => {
    show(many);
    await waitFor(() => expect(minutes()).toEqual(from(90, 71)));
    for (let shown = 40; shown <= 120; shown += 20) {
      await press('Show more');
      await waitFor(() => expect(minutes()).toHaveLength(shown));
    }
    const both = from(60, 31).flatMap((minute) => [minute, minute]);
    expect(minutes()).toEqual([...from(90, 61), ...both, ...from(30, 1)]);
    expect(new Set(listedTexts()).size).toBe(121);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Activities' }));
  });

  const listedTexts = () => [...document.querySelectorAll('li')].map((entry) => entry.textContent);

  it('keeps what it shows when more can’t be loaded, and tries again', async () => {
    let isAway = true;
    show(many, {
      [analyses]: ({ query }) =>
        isAway && query.has('before') ? away : Response.json(answerList(many.results ?? [], query)),
    });
    await press('Show more');
    expect(await screen.findByText('More could not be loaded.')).toBeDefined();
    expect(await screen.findByText('No active support requests to load.')).toBeDefined();
    expect(minutes()).toEqual(from(90, 71));
    isAway = false;
    await press('Try again');
    await waitFor(() => expect(minutes()).toHaveLength(40));
    expect(screen.queryByText('More could not be loaded.')).toBeNull();
  });

  it('is read again when the founder comes back, and keeps all that was shown', async () => {
    const sessions = [...(many.sessions ?? [])];
    show({ ...many, sessions });
    for (const shown of [40, 60]) {
      await press('Show more');
      await waitFor(() => expect(minutes()).toHaveLength(shown));
    }
    sessions.push(ideationAt(99));
    const place = sessions.findIndex(({ id }) => id === 'session-65');
    sessions[place] = ideationAt(65, { content: 'Session of minute 65, edited', saved: true });
    act(() => void dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Session of minute 65, edited')).toBeDefined();
    await waitFor(() => expect(minutes().slice(0, 2)).toEqual([99, 90]));
    expect(minutes()).toHaveLength(60);
  });
});

describe('support requests', () => {
  it('stand among the others, at the very minute of another too, and page by page', async () => {
    show({
      sessions: from(30, 11).map((minute) => ideationAt(minute)),
      requests: from(20, 1).map((minute) => jobAt(minute)),
    });
    await waitFor(() => expect(minutes()).toHaveLength(20));
    await press('Show more');
    const both = from(20, 11).flatMap((minute) => [minute, minute]);
    await waitFor(() => expect(minutes()).toEqual([...from(30, 21), ...both, ...from(10, 1)]));
  });

  it('can be shown alone, with how many there are, and are searched by their own words', async () => {
    show({ sessions: [ideationAt(2)], requests: [jobAt(1)] });
    await press('Support requests 1');
    await waitFor(() => expect(minutes()).toEqual([1]));
    await userEvent.type(screen.getByLabelText('Search your activities'), 'nothing like it');
    expect(
      await screen.findByText('No request’s title, app or description holds these words.'),
    ).toBeDefined();
  });

  it('are as the server holds them now, wherever they stand', async () => {
    const requests = from(30, 1).map((minute) => jobAt(minute, { resolvedAt: null }));
    const { client } = show({ requests });
    await press('Show more');
    await waitFor(() => expect(minutes()).toHaveLength(30));
    act(() => refreshJob(client, 'u1', jobAt(3, { status: 'ACTIVE' })));
    expect(await screen.findByText('Request of minute 3 ACTIVE')).toBeDefined();
    expect(minutes()).toEqual(from(30, 1));
  });
});

describe('a source', () => {
  it('that answers 404 counts as empty', async () => {
    show({ sessions: [ideationAt(1)] }, { [analyses]: refusal(404, 'not_found', 'Nothing.') });
    await waitFor(() => expect(minutes()).toEqual([1]));
    expect(screen.queryByText('Request Status')).toBeNull();
  });

  it.each([
    ['sessions', ideations, [2, 1]],
    ['survey results', analyses, [3, 1]],
    ['support requests', jobs, [3, 2]],
  ])(
    'that fails (%s) leaves the others on screen, is named in an error, and can be loaded again',
    async (name, source, rest) => {
      const held = { sessions: [ideationAt(3)], results: [analysisAt(2)], requests: [jobAt(1)] };
      let isAway = true;
      const [answer] = [ideationAt(3), analysisAt(2), jobAt(1)].filter(
        (_, place) => [ideations, analyses, jobs][place] === source,
      );
      show(held, { [source]: () => (isAway ? away : Response.json([answer])) });
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
    const sessions = from(60, 31).map((minute) => ideationAt(minute));
    const requests = from(60, 31).map((minute) => jobAt(minute));
    let isAway = true;
    show(
      { sessions, requests },
      { [jobs]: ({ query }) => (isAway ? away : Response.json(answerList(requests, query))) },
    );
    await waitFor(() => expect(minutes()).toEqual(from(60, 41)));
    await press('Show more');
    await waitFor(() => expect(minutes()).toEqual(from(60, 31)));
    isAway = false;
    await press('Try again');
    const both = from(60, 41).flatMap((minute) => [minute, minute]);
    await waitFor(() => expect(minutes()).toEqual(both));
  });

  it('that fails later takes nothing away', async () => {
    let isAway = false;
    show(
      { sessions: [ideationAt(2)], requests: [jobAt(1)] },
      { [jobs]: () => (isAway ? away : Response.json([jobAt(1)])) },
    );
    await waitFor(() => expect(minutes()).toEqual([2, 1]));
    isAway = true;
    act(() => void dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Your activities could not be refreshed.')).toBeDefined();
    expect(minutes()).toEqual([2, 1]);
  });

  it('that fails as all others do is an error of the whole list', async () => {
    show({}, { [ideations]: away, [analyses]: away, [jobs]: away });
    expect(await screen.findByText('Your activities could not be loaded.')).toBeDefined();
    expect(await screen.findByText('Request Status')).toBeDefined();
  });
});

describe('searching and filtering', () => {
  const held: Held = { sessions: [ideationAt(3), ideationAt(1)], results: [analysisAt(2)] };

  const found = () => screen.getByText(/found$|^$/, { selector: '[role=status].sr-only' });

  it('says how many were found of a page that goes on, and leaves out counts of what was not searched', async () => {
    show({ sessions: from(30, 1).map((minute) => ideationAt(minute)) });
    expect(await screen.findByRole('button', { name: 'Ideation 30' })).toBeDefined();
    await userEvent.type(screen.getByLabelText('Search your activities'), 'minute');
    await waitFor(() => expect(found().textContent).toBe('More than 20 found'));
    expect(screen.getByRole('button', { name: 'Ideation' })).toBeDefined();
    await press('Show more');
    await waitFor(() => expect(found().textContent).toBe('30 found'));
  });

  it('says that there is none of a kind yet, and leads back to all', async () => {
    show({ sessions: [ideationAt(1)] });
    await press('Survey results 0');
    expect(await screen.findByText('None of this kind yet')).toBeDefined();
    expect(screen.queryByText(/holds these words/)).toBeNull();
    await press('Show all activities');
    await waitFor(() => expect(minutes()).toEqual([1]));
  });

  it('asks the server once the typing pauses, and says when nothing matches', async () => {
    const { callsOf } = show(held);
    await waitFor(() => expect(minutes()).toEqual([3, 2, 1]));
    for (const typed of ['MINUTE', 'MINUTE 3'])
      fireEvent.change(screen.getByLabelText('Search your activities'), { target: { value: typed } });
    await waitFor(() => expect(minutes()).toEqual([3]));
    expect(callsOf(ideations).map(({ query }) => query.get('search'))).toEqual([null, 'MINUTE 3']);
    expect(found().textContent).toBe('1 found');
    expect(screen.queryByText('Begun here')).toBeNull();
    await userEvent.type(screen.getByLabelText('Search your activities'), '!');
    expect(await screen.findByText('Nothing matches')).toBeDefined();
    expect(
      screen.getByText('No session’s text, no survey’s idea and no request holds these words.'),
    ).toBeDefined();
    expect(found().textContent).toBe('Nothing found');
    await press('Clear search and filter');
    await waitFor(() => expect(minutes()).toEqual([3, 2, 1]));
    expect(found().textContent).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Search your activities'));
    expect(screen.getByText('Begun here')).toBeDefined();
  });

  it('shows one kind alone, with how many there are', async () => {
    const { callsOf } = show(held);
    await press('Survey results 1');
    await waitFor(() => expect(minutes()).toEqual([2]));
    expect(callsOf(ideations)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Survey results 1', pressed: true })).toBeDefined();
    await press('Ideation 2');
    await waitFor(() => expect(minutes()).toEqual([3, 1]));
    await press('All 3');
    await waitFor(() => expect(minutes()).toEqual([3, 2, 1]));
  });

  it('is not offered where there is nothing to search, and all three answer 404', async () => {
    const none = refusal(404, 'not_found', 'No.');
    show({}, { [ideations]: none, [analyses]: none, [jobs]: none });
    await waitFor(() => expect(screen.queryByLabelText('Search your activities')).toBeNull());
    expect(screen.queryByText('Request Status')).toBeNull();
  });
});
