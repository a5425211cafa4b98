// @vitest-environment page
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '#web/identity/token.ts';
import { refusal } from '#web/testing/stub-server.ts';
import {
  ask,
  heldSession,
  ideationServer,
  onOpenChange,
  onValidate,
  press,
  ready,
  save,
  showTab,
  type,
  withTabs,
} from './ideation.fixture.tsx';
import type { IdeationStart } from './use-session.ts';

withTabs();

type Given = { answers?: Parameters<typeof ideationServer>[0]; held?: Parameters<typeof ideationServer>[1] };

async function show({ answers, held }: Given = {}, start?: IdeationStart) {
  const server = ideationServer(answers, held);
  const again = showTab(start);
  await ready();
  return { ...server, onOpenChange, onValidate, again };
}

const idea = () => screen.getByLabelText<HTMLTextAreaElement>('Ideas for my startup');
const title = (name: string) => screen.findByRole('heading', { level: 2, name });
const toasted = async (heading: string, text: string) => {
  await screen.findByText(heading);
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
};

async function coach(text = 'A calendar for two homes') {
  type(idea(), text);
  await press('Get Ideation Help');
}

/** The text field with everything written so far. */
async function editText() {
  await press('Edit text');
  return screen.getByRole<HTMLTextAreaElement>('textbox', {
    name: 'Click inline to edit or add more details:',
  });
}

const below = 'What is written so far stands below, with your edits.';

const stages = [
  { button: 'Get Ideation Help', title: 'Startup Ideation' },
  { button: 'Conduct Market Research', title: 'Market Research' },
  { button: 'Validate the Problem', title: 'Problem Validation' },
  { button: 'Develop Solution & MVP', title: 'Solution Development & MVP' },
  { button: 'Acquire First Customers', title: 'Acquiring First Customers' },
];

describe('the five stages', () => {
  it('begin with an idea', async () => {
    const { callsOf } = await show();
    expect(idea().placeholder).toBe(
      'e.g., An app that helps users find the best local coffee shops based on their mood.',
    );
    await coach('  \n ');
    await toasted('Prompt is empty', 'Please enter your startup idea.');
    expect(idea().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(idea());
    expect(callsOf(ask)).toEqual([]);
    await coach('A calendar for two homes');
    await waitFor(() => expect(screen.queryByText('Prompt is empty')).toBeNull());
  });

  it.each([
    ['50,000', 'x'.repeat(50_000)],
    ['10,001', `${'x'.repeat(10_000)}\n`],
  ])(
    'refuse an idea of %s characters, blanks included, without sending or cutting it',
    async (length, text) => {
      const { callsOf } = await show();
      await coach(text);
      const told = `Your idea has ${length} characters; the coach reads up to 10,000. Nothing was sent or cut: please shorten it.`;
      expect(await screen.findAllByText(told)).toHaveLength(2);
      expect(idea().value).toBe(text);
      expect(callsOf(ask)).toEqual([]);
      const note = new RegExp(`^Kept in this browser only: the idea has ${length} characters`);
      expect(screen.getByText(note)).toBeDefined();
    },
  );

  it('lead one to the next, each with its title, its button and its toast', async () => {
    const { callsOf, onOpenChange } = await show();
    type(idea(), 'A calendar for two homes');
    for (const [place, stage] of stages.entries()) {
      await title(stage.title);
      expect(
        screen.getByText(place === 0 ? /^Five steps from/ : `Step ${place + 1} of 5 comes next. ${below}`),
      ).toBeDefined();
      await press(stage.button);
      const next = stages[place + 1];
      if (next) await toasted(`Success! Moved to ${next.title}.`, 'The next step is ready below.');
    }
    await toasted('Success!', 'All five sections are written. Save them when you are done editing.');
    expect(await screen.findByText('All five steps are written.')).toBeDefined();
    const headings = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(headings).toEqual([
      'Click inline to edit or add more details:',
      ...stages.map((stage) => stage.title),
    ]);
    expect(idea().value).toBe('');
    expect(idea().disabled).toBe(true);
    expect(callsOf(ask)).toHaveLength(5);
    await press('Save Ideation');
    await toasted('Success!', 'Your ideation session has been saved.');
    const [saved] = callsOf(save);
    expect(saved?.body).toMatchObject({ nextStage: null, idea: 'A calendar for two homes' });
    expect(saved?.headers.get('Authorization')).toBe('Bearer token');
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('say what they are doing', async () => {
    let reply = (_: Response) => {};
    await show({ answers: { [ask]: () => new Promise<Response>((resolve) => (reply = resolve)) } });
    await coach();
    expect(await screen.findByText('Generating response, please wait...')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Generating...' })).toBeDefined();
    reply(Response.json({ completion: '{"appName": "Two Homes"}', model: 'm1' }));
    await title('Market Research');
    expect(screen.queryByText('Generating response, please wait...')).toBeNull();
  });

  it('keep what the founder edits while one is written', async () => {
    let reply = (_: Response) => {};
    const { sessions } = await show();
    await coach();
    await title('Market Research');
    vi.stubGlobal(
      'fetch',
      stubbed(globalThis.fetch, ask, () => new Promise((resolve) => (reply = resolve))),
    );
    await press('Conduct Market Research');
    type(await editText(), '### Startup Ideation\n\nMy newest words');
    reply(Response.json({ completion: '{"gapAnalysis": "Nobody asks."}', model: 'm1' }));
    await title('Problem Validation');
    await waitFor(() => expect([...sessions.values()].at(-1)?.nextStage).toBe('VALIDATION'), {
      timeout: 4000,
    });
    const { content } = [...sessions.values()].at(-1) ?? { content: '' };
    expect(content).toContain('My newest words');
    expect(content).toMatch(/### Market Research\n\n[\s\S]*Nobody asks\./);
  });

  it('build on the founder’s edits, not on the model’s first words', async () => {
    const { callsOf } = await show();
    await coach();
    await title('Market Research');
    const field = await editText();
    type(field, '### Startup Ideation\n\nMy own words');
    act(() => field.blur());
    await press('Conduct Market Research');
    await title('Problem Validation');
    expect(callsOf(ask).at(-1)?.body).toHaveProperty('task', {
      kind: 'coach',
      stage: 'MARKET_RESEARCH',
      idea: 'A calendar for two homes',
      content: '### Startup Ideation\n\nMy own words',
      evidence: null,
    });
  });

  it('say when a long text was shortened for the coach', async () => {
    const content = `### Startup Ideation\n\n${'Long words. '.repeat(3000)}`;
    await show({ held: [heldSession({ id: 'session-1', content, nextStage: 'MARKET_RESEARCH' })] });
    await press('Conduct Market Research');
    expect(await screen.findByText(/earlier sections were shortened for the coach/)).toBeDefined();
  });
});

describe('a call that fails', () => {
  it.each([
    ['the server’s own words', refusal(503, 'ai_busy', 'Busy. Try later.'), 'Busy. Try later.'],
    [
      'a page of HTML',
      new Response(`<html>${'y'.repeat(200)}`, { status: 502 }),
      `Server error: 502. <html>${'y'.repeat(94)}...`,
    ],
    ['nothing', new Response('', { status: 500 }), 'Server error: 500'],
    ['JSON without words', Response.json({ what: 1 }, { status: 500 }), 'Server error: 500'],
    [
      'an object as its error',
      Response.json({ error: { message: 'Model overloaded' } }, { status: 503 }),
      'Server error: 503',
    ],
    ['a reply that is no JSON', new Response('<html>'), 'An unknown error occurred.'],
    ['an empty reply', Response.json({ completion: '  ', model: 'm' }), 'The AI returned an empty response.'],
  ])('is told with %s', async (_, answer, text) => {
    await show({ answers: { [ask]: answer } });
    await coach();
    await toasted('Error', text);
    expect(screen.getByText('Startup Ideation could not be written.')).toBeDefined();
    expect(idea().value).toBe('A calendar for two homes');
    expect(screen.getByRole('button', { name: 'Get Ideation Help' })).toBeDefined();
  });

  it('can be tried again', async () => {
    let fails = true;
    await show({
      answers: {
        [ask]: () =>
          fails
            ? refusal(503, 'ai_busy', 'Busy.')
            : Response.json({ completion: '{"appName":"A"}', model: null }),
      },
    });
    await coach();
    await screen.findByText('Startup Ideation could not be written.');
    fails = false;
    await press('Try again');
    await title('Market Research');
    expect(screen.queryByText(/could not be written/)).toBeNull();
  });

  it('is told apart from a server that can’t be reached', async () => {
    await show();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    await coach();
    await toasted('Error', 'An unknown error occurred.');
    expect(screen.getByText(/The server could not be reached/)).toBeDefined();
  });
});

describe('saving', () => {
  const written = { id: 'session-1', content: '### Startup Ideation\n\nAll of it.', nextStage: null };
  it('needs a signed-in founder', async () => {
    const { callsOf } = await show({ held: [heldSession(written)] });
    setTokenSource(async () => null);
    await press('Save Ideation');
    await toasted('Authentication Error', 'You must be logged in to save your session.');
    expect(callsOf(save)).toEqual([]);
  });

  it('needs some text', async () => {
    const { callsOf } = await show({ held: [heldSession({ ...written, content: ' \n' })] });
    await press('Save Ideation');
    await toasted('Nothing to save', 'The conversation is empty.');
    expect(callsOf(save)).toEqual([]);
  });

  it.each([
    ['the server’s own words', refusal(500, 'internal', 'Our disk is full.'), 'Our disk is full.'],
    ['the specified words', new Response('<html>', { status: 502 }), 'Failed to save ideation session.'],
  ])('that fails is told with %s, and loses nothing', async (_, answer, text) => {
    const { onOpenChange } = await show({ held: [heldSession(written)], answers: { [save]: answer } });
    await press('Save Ideation');
    await toasted('Save Failed', text);
    expect(screen.getByText(`Not saved: ${text}`)).toBeDefined();
    expect(screen.getByText('All of it.')).toBeDefined();
    expect(onOpenChange).not.toHaveBeenCalled();
  });

  it('sends what was typed a moment before', async () => {
    const { callsOf } = await show({ held: [heldSession(written)] });
    type(await editText(), 'The last words');
    await press('Save Ideation');
    await toasted('Success!', 'Your ideation session has been saved.');
    expect(callsOf(save)[0]?.body).toMatchObject({ content: 'The last words' });
  });

  it('refuses a text that is too long, which stays in this browser', async () => {
    const { callsOf, kept } = await show({ held: [heldSession(written)] });
    type(await editText(), 'x'.repeat(60_001));
    await press('Save Ideation');
    await toasted(
      'Save Failed',
      'Your session has 60,001 characters; up to 60,000 can be saved. It stays in this browser: please shorten it.',
    );
    expect([...callsOf(save), ...kept()]).toEqual([]);
    expect(Object.values(localStorage).join('')).toContain('x'.repeat(60_001));
    expect(screen.getByText(/^Kept in this browser only: the text has 60,001 characters/)).toBeDefined();
  });
});

/** The same network, but for one call. */
function stubbed(rest: typeof fetch, name: string, answer: () => Promise<Response>): typeof fetch {
  return (path, init) =>
    `${init?.method} ${String(path).replace('/api/python/', '/')}` === name ? answer() : rest(path, init);
}
