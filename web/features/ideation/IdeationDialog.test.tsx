// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { IdeationSession } from '#shared/contracts/ideation.ts';
import { readPhrases, savePhrases } from '#web/drafts/idea-phrases.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { modelStream } from '#web/testing/model-stream.ts';
import { type Answers, lateResponse, refusal } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { IdeationDialog } from './IdeationDialog.tsx';
import type { IdeationStart } from './use-coach.ts';

const ask = 'POST /api/groq';
const current = 'GET /api/ideation-draft';
const save = 'POST /api/ideation-sessions';
const someIdea = 'A shared calendar for separated parents who forget the swimming bag';
const firstWords = '### Startup Ideation\n\n**App name:** Two Homes\n\nFirst words.';
/** Answers of a server that has a model. */
const withModel = { 'GET /api/config': { ...testConfig, ai: 'openai-compatible' } };
/** In its second stage. */
const begun = { idea: someIdea, content: firstWords, nextStage: 'MARKET_RESEARCH' };
const written = { ...begun, nextStage: null };

let app: TestApp;
const work = ideaWork(() => app);

beforeAll(async () => {
  app = await startTestApp({ tasksByHand: true });
});
afterAll(() => app.close());
type Given = {
  answers?: Answers;
  /** Sessions in the founder's account, the newest last. */
  sessions?: object[];
  start?: (ids: string[]) => IdeationStart;
  /** The first session was saved. */
  isSaved?: boolean;
  /** An account that is there; else another one signs up. */
  as?: TestUser;
};

/** One tab of a founder who has these sessions. */
async function show({ answers = {}, sessions = [], start, isSaved = false, as }: Given = {}) {
  const founder = as ?? (await app.signUp('pro'));
  const ids: string[] = [];
  for (const session of sessions) ids.push((await work.saveSession(founder, session)).id);
  if (isSaved) {
    const { content } = await storedSession(founder, ids[0] ?? '');
    const body = { id: ids[0], content };
    await app.call('POST', '/api/ideation-sessions', { token: founder.token, body });
  }
  const server = app.connect(answers);
  await app.signIn(founder);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onOpenChange = vi.fn();
  const onValidate = vi.fn();
  const first = start?.(ids);
  const dialog = (open: boolean, from: IdeationStart | undefined) => (
    <QueryClientProvider client={cache}>
      <IdeationDialog
        open={open}
        userId={founder.id}
        start={from}
        readingOf={(idea) => readPhrases(founder.id, idea) ?? undefined}
        onOpenChange={onOpenChange}
        onValidate={onValidate}
      />
      <Toaster />
    </QueryClientProvider>
  );
  let page = render(dialog(true, first));
  const [id = ''] = ids;
  return {
    ...server,
    /** Answers that are added here count from then on. */
    answers,
    founder,
    id,
    ids,
    onOpenChange,
    onValidate,
    close: () => page.rerender(dialog(false, first)),
    reopen: (from = first) => page.rerender(dialog(true, from)),
    reload() {
      page.unmount();
      page = render(dialog(true, first));
    },
    stored: (of = id) => storedSession(founder, of),
    saves: () => server.calls.filter(({ name }) => name.startsWith('PUT ')),
  };
}

async function showReady(given: Given = {}) {
  const shown = await show(given);
  await ready();
  return shown;
}

async function storedSession({ token }: TestUser, id: string): Promise<IdeationSession> {
  const { body } = await app.call('GET', `/api/ideation-sessions/${id}`, { token });
  return body as unknown as IdeationSession;
}

async function storedSessions({ token }: TestUser): Promise<IdeationSession[]> {
  const { body } = await app.call('GET', '/api/ideation-sessions', { token });
  return body as unknown[] as IdeationSession[];
}

/** Another device saves this. */
async function saveElsewhere(founder: TestUser, id: string, content: string) {
  const { idea, nextStage, partial, receipts, revision } = await storedSession(founder, id);
  const body = { idea, nextStage, partial, receipts, revision, content };
  const { token } = founder;
  expect((await app.call('PUT', `/api/ideation-sessions/${id}`, { token, body })).status).toBe(200);
}

const ready = () => screen.findByLabelText<HTMLTextAreaElement>('Ideas for my startup');
const idea = () => screen.getByLabelText<HTMLTextAreaElement>('Ideas for my startup');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const title = (name: string) => screen.findByRole('heading', { level: 2, name });
const editor = { name: 'Click inline to edit or add more details:' };
const textField = () => screen.getByRole<HTMLTextAreaElement>('textbox', editor);
const patient = { timeout: 4000 };
const read = (name: string) => userEvent.click(screen.getByRole('button', { name: `${name}, written` }));
/** Does not wait for the pause in typing. */
const sendNow = () => act(async () => void dispatchEvent(new Event('pagehide')));

async function toasted(heading: string, text: string) {
  await screen.findByText(heading);
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
}

async function coach(text = someIdea) {
  type(idea(), text);
  await press('Get Ideation Help');
}

async function edit(text: string) {
  await press('Edit text');
  const field = textField();
  type(field, text);
  act(() => field.blur());
}

describe('the five stages', () => {
  const stages = [
    { button: 'Get Ideation Help', title: 'Startup Ideation' },
    { button: 'Conduct Market Research', title: 'Market Research' },
    { button: 'Validate the Problem', title: 'Problem Validation' },
    { button: 'Develop Solution & MVP', title: 'Solution Development & MVP' },
    { button: 'Acquire First Customers', title: 'Acquiring First Customers' },
  ];

  it('begin with an idea', async () => {
    const { callsOf } = await showReady();
    expect(idea().placeholder).toBe(
      'e.g., An app that helps users find the best local coffee shops based on their mood.',
    );
    await coach('  \n ');
    await toasted('Prompt is empty', 'Please enter your startup idea.');
    expect(idea().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(idea());
    expect(callsOf(ask)).toEqual([]);
    await coach();
    await waitFor(() => expect(screen.queryByText('Prompt is empty')).toBeNull());
  });

  it.each([
    ['50,000', 'x'.repeat(50_000)],
    ['10,001', `${'x'.repeat(10_000)}\n`],
  ])(
    'refuse an idea of %s characters, blanks included, without sending or cutting it',
    async (length, text) => {
      const { callsOf } = await showReady();
      await coach(text);
      const problem = `Your idea has ${length} characters; the coach reads up to 10,000. Nothing was sent or cut: please shorten it.`;
      expect(await screen.findAllByText(problem)).toHaveLength(2);
      expect(idea().value).toBe(text);
      const note = new RegExp(`^Only in this browser: the idea has ${length} characters`);
      expect(screen.getByText(note)).toBeDefined();
      await press('Start a new session');
      expect((await ready()).value).toBe('');
      await press('Bring back the previous session');
      expect((await ready()).value).toBe(text);
      expect(callsOf(ask)).toEqual([]);
    },
  );

  it('lead one to the next, each with its title, its button and its toast', async () => {
    const { founder, onOpenChange, reopen, close } = await showReady();
    type(idea(), someIdea);
    for (const [place, stage] of stages.entries()) {
      await title(stage.title);
      expect(
        screen.getByText(
          place === 0 ? 'Step 1 of 5' : `Next: step ${place + 1} of 5. Below is what you have.`,
        ),
      ).toBeDefined();
      await press(stage.button);
      const next = stages[place + 1];
      if (next) await toasted(`Success! Moved to ${next.title}.`, 'The next step is ready below.');
    }
    await toasted('Success!', 'All five sections are written. Save them when you are done editing.');
    expect(await screen.findByText('All five steps are written.')).toBeDefined();
    const headings = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings()).toEqual([editor.name, 'Acquiring First Customers']);
    for (const stage of stages) {
      await read(stage.title);
      expect(headings()).toEqual([editor.name, stage.title]);
    }
    expect([idea().value, idea().disabled]).toEqual(['', true]);
    expect(screen.getAllByText('Written without AI')[0]?.closest('details')).toBeNull();
    await press('Save Ideation');
    expect(await screen.findByText('Your ideation session has been saved.')).toBeDefined();
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
    const [saved] = await storedSessions(founder);
    expect(await storedSession(founder, saved?.id ?? '')).toMatchObject({
      saved: true,
      nextStage: null,
      idea: someIdea,
    });
    close();
    reopen();
    expect(await screen.findByRole('button', { name: 'Get Ideation Help' })).toBeDefined();
  });

  it('build on the founder’s edits, also on those that are made while a section is written', async () => {
    const late = lateResponse();
    const { callsOf, stored } = await showReady({
      sessions: [begun],
      answers: { ...withModel, [ask]: late.answer },
    });
    await edit('My own words');
    await press('Conduct Market Research');
    expect(await screen.findByText('Generating response, please wait...')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Generating...' })).toBeDefined();
    await read('Startup Ideation');
    await edit('My newest words');
    await late.arrive(Response.json({ completion: '{"gapAnalysis": "Nobody asks."}', model: 'm1' }));
    await title('Problem Validation');
    expect(screen.queryByText('Generating response, please wait...')).toBeNull();
    expect(callsOf(ask).at(-1)?.body).toHaveProperty('task', {
      kind: 'coach',
      stage: 'MARKET_RESEARCH',
      idea: someIdea,
      content: '### Startup Ideation\n\nMy own words',
      evidence: null,
    });
    await sendNow();
    await waitFor(async () => expect((await stored()).nextStage).toBe('VALIDATION'));
    expect((await stored()).content).toMatch(
      /My newest words[\s\S]*### Market Research\n\n[\s\S]*Nobody asks\./,
    );
  });

  it('say when a long text was shortened for the coach', async () => {
    const content = `### Startup Ideation\n\n${'Long words. '.repeat(3000)}`;
    await showReady({ sessions: [{ ...begun, content }], answers: withModel });
    await press('Conduct Market Research');
    expect(await screen.findByText(/earlier sections were shortened for the coach/)).toBeDefined();
  });

  it('rest on the answers to the survey of the same idea', async () => {
    const { callsOf, founder } = await showReady({ sessions: [begun], answers: withModel });
    await work.answeredSurvey(founder, ['We both forgot.'], { idea: someIdea });
    await press('Conduct Market Research');
    await waitFor(() => expect(callsOf(ask)).toHaveLength(1));
    const answers = [{ number: 1, text: 'We both forgot.' }];
    expect(callsOf(ask)[0]?.body).toMatchObject({ task: { evidence: { submissionCount: 1, answers } } });
  });

  it('know the boxes that were filled on another device', async () => {
    const founder = await app.signUp('pro');
    const reading = { who: 'parents', trouble: 'forget bags', solution: '', question: '', language: 'en' };
    const { token } = founder;
    await app.call('PUT', '/api/ideas/reading', { token, body: { idea: someIdea, reading } });
    const { callsOf } = await showReady({ as: founder, answers: withModel });
    await coach();
    await waitFor(() => expect(callsOf(ask)).toHaveLength(1));
    expect(callsOf(ask)[0]?.body).toMatchObject({ task: { reading } });
  });

  it('say plainly when a completion could not be read', async () => {
    await showReady({ answers: { [ask]: { completion: 'I would rather talk about cats', model: 'cat-1' } } });
    await coach();
    const note = 'This reply could not be read as sections and is shown as it came.';
    expect(await screen.findByText(note)).toBeDefined();
    for (const text of [
      'I would rather talk about cats',
      'cat-1',
      'Without headings, so it is shown as it came',
    ])
      expect(screen.getByText(text)).toBeDefined();
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
    ['a response that is no JSON', new Response('<html>'), 'An unknown error occurred.'],
    [
      'an empty completion',
      Response.json({ completion: '  ', model: 'm' }),
      'The AI returned an empty response.',
    ],
  ])('says so with %s, and can be tried again', async (_, answer, text) => {
    let fails = true;
    await showReady({ answers: { ...withModel, [ask]: () => (fails ? answer : undefined) } });
    await coach();
    await toasted('Error', text);
    expect(screen.getByText('Startup Ideation could not be written.')).toBeDefined();
    expect(idea().value).toBe(someIdea);
    expect(screen.getByRole('button', { name: 'Get Ideation Help' })).toBeDefined();
    fails = false;
    await press('Try again');
    await title('Market Research');
    expect(screen.queryByText(/could not be written/)).toBeNull();
  });

  it('is not confused with a server that can’t be reached', async () => {
    await showReady({ answers: { [ask]: () => Promise.reject(new TypeError('no network')) } });
    await coach();
    await toasted('Error', 'An unknown error occurred.');
    expect(screen.getByText(/The server could not be reached/)).toBeDefined();
  });
});

describe('a section that arrives in pieces', () => {
  const first = '{"tam": "Ten thousand homes", "gapAnalysis": "Nobo';
  const whole = '{"tam": "Nine homes", "gapAnalysis": "Nobody asks."}';

  async function begin() {
    const streams = [modelStream(), modelStream()] as const;
    const responses = streams.map(({ response }) => response);
    const answers = { ...withModel, [ask]: () => responses.shift() };
    const shown = await showReady({ sessions: [begun], answers });
    const write = async () => {
      const before = shown.callsOf(ask).length;
      await press('Conduct Market Research');
      // The answers of the idea's survey are asked for first.
      await waitFor(() => expect(shown.callsOf(ask)).toHaveLength(before + 1));
    };
    await write();
    return { ...shown, model: streams[0], again: streams[1], write };
  }

  it('grows, and is announced in one place at its end', async () => {
    const { model } = await begin();
    await model.text(first);
    expect(screen.getByText(/Ten thousand homes/)).toBeDefined();
    const status = screen.getByText('Generating response, please wait...');
    expect([status.role, status.closest('[aria-busy]')]).toEqual(['status', null]);
    await model.done(whole);
    await waitFor(() => expect(status.textContent).toBe('Market Research is written.'));
    expect(status.isConnected).toBe(true);
    expect(screen.getByText(/Nobody asks\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Validate the Problem' })).toBeDefined();
  });

  it('goes on behind the closed dialog', async () => {
    const { model, stored, close, reopen } = await begin();
    close();
    await model.done(whole);
    reopen();
    expect(await screen.findByText(/Nobody asks\./)).toBeDefined();
    await sendNow();
    await waitFor(async () => expect((await stored()).nextStage).toBe('VALIDATION'));
  });

  it('can be stopped: its part is saved, and can be kept as it is', async () => {
    const unnamed = 'A model that was cut off before it gave its name';
    const { model, stored } = await begin();
    await model.text(first);
    await press('Stop');
    expect((await screen.findByText('Stopped. What had arrived is kept.')).role).toBe('status');
    expect(screen.getByText('Not complete')).toBeDefined();
    expect(screen.getByText(/Ten thousand homes/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Conduct Market Research' })).toBeDefined();
    await sendNow();
    await waitFor(async () => expect((await stored()).partial).toContain('Ten thousand homes'));
    expect(screen.getByText(unnamed)).toBeDefined();
    await press('Keep this part and go on');
    expect(screen.getByText('This section arrived in part and was kept as it was.')).toBeDefined();
    expect(await screen.findByText('Success! Moved to Problem Validation.')).toBeDefined();
    expect(screen.queryByText('Not complete')).toBeNull();
    await sendNow();
    await waitFor(async () =>
      expect(await stored()).toMatchObject({
        nextStage: 'VALIDATION',
        partial: '',
        receipts: [{ stage: 'MARKET_RESEARCH', model: unnamed, step: 'unfinished' }],
        content: expect.stringMatching(/First words\.\n\n### Market Research\n\n[\s\S]*Ten thousand/),
      }),
    );
  });

  it('keeps in a part only the citations that stand, and draws them', async () => {
    const { model, again, stored, founder, write } = await begin();
    await model.cutOff();
    await work.answeredSurvey(founder, ['We both forgot.'], { idea: someIdea });
    await write();
    await again.text(
      '{"tam": "Homes [#1 \\"both forgot\\"] [#1 \\"never said\\"]", "gapAnalysis": "No [#1 \\"both',
    );
    await press('Stop');
    expect(await screen.findByText('both forgot')).toBeDefined();
    await sendNow();
    await waitFor(async () => expect((await stored()).partial).toContain('Homes [#1 "both forgot"]'));
    expect((await stored()).partial).not.toMatch(/never said|"both$/);
  });

  it('says so when it is stopped before anything arrived', async () => {
    await begin();
    await press('Stop');
    const note = await screen.findByText('Stopped before anything arrived; your idea is kept.');
    expect([note.role, note.classList.contains('sr-only')]).toEqual(['status', false]);
    expect(screen.queryByText('Not complete')).toBeNull();
  });

  it('that is cut off keeps the longest part, until it is written again', async () => {
    const { model, again, stored, write } = await begin();
    await model.text(first);
    await model.cutOff();
    expect(await screen.findByText('Market Research could not be written.')).toBeDefined();
    expect(screen.getByText('Not complete')).toBeDefined();
    await write();
    await again.text('{"tam": "Te');
    await again.cutOff();
    expect(await screen.findByText(/Ten thousand homes/)).toBeDefined();
    await sendNow();
    await waitFor(async () => expect((await stored()).partial).toContain('Ten thousand homes'));
    await press('Conduct Market Research');
    await title('Problem Validation');
    expect(screen.queryByText(/Ten thousand homes/)).toBeNull();
    await sendNow();
    await waitFor(async () => expect((await stored()).partial).toBe(''));
  });

  it('is saved when the page is hidden, where no frame is drawn any more', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 1);
    const { model, stored } = await begin();
    await model.text(first);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(async () => expect((await stored()).partial).toContain('Ten thousand homes'));
  });
});

describe('saving', () => {
  it('needs a signed-in founder', async () => {
    const { callsOf } = await showReady({ sessions: [written] });
    setTokenSource(async () => null);
    await press('Save Ideation');
    await toasted('Authentication Error', 'You must be logged in to save your session.');
    expect(callsOf(save)).toEqual([]);
  });

  it('needs some text', async () => {
    const { callsOf } = await showReady({ sessions: [{ ...written, content: ' \n' }] });
    await press('Save Ideation');
    await toasted('Nothing to save', 'The conversation is empty.');
    expect(callsOf(save)).toEqual([]);
  });

  it.each([
    ['the server’s own words', refusal(500, 'internal', 'Our disk is full.'), 'Our disk is full.'],
    ['the specified words', new Response('<html>', { status: 502 }), 'Failed to save ideation session.'],
  ])('that fails says so with %s, and loses nothing', async (_, answer, text) => {
    const { onOpenChange } = await showReady({ sessions: [written], answers: { [save]: answer } });
    await press('Save Ideation');
    await toasted('Save Failed', text);
    expect(screen.getByText(`Not saved: ${text}`)).toBeDefined();
    expect(screen.getByText('First words.')).toBeDefined();
    expect(onOpenChange).not.toHaveBeenCalled();
  });

  it('refuses a text that is too long, which stays in this browser, and sends the shorter one', async () => {
    const { callsOf, saves, stored } = await showReady({ sessions: [written] });
    await press('Edit text');
    type(textField(), 'x'.repeat(60_001 - '### Startup Ideation\n\n'.length));
    await press('Save Ideation');
    await toasted(
      'Save Failed',
      'Your session has 60,001 characters; up to 60,000 can be saved. It stays in this browser: please shorten it.',
    );
    expect([...callsOf(save), ...saves()]).toEqual([]);
    expect(Object.values(localStorage).join('')).toContain('x'.repeat(59_000));
    expect(screen.getByText(/^Only in this browser: the text has 60,001 characters/)).toBeDefined();
    await edit('The last words');
    await press('Save Ideation');
    await toasted('Success!', 'Your ideation session has been saved.');
    expect(await stored()).toMatchObject({
      content: '### Startup Ideation\n\nThe last words',
      saved: true,
    });
  });

  it('that ends late does not close another session', async () => {
    const late = lateResponse();
    const answers = { [save]: late.answer };
    const { id, founder, onOpenChange, close, reopen } = await showReady({ sessions: [written], answers });
    await press('Save Ideation');
    close();
    reopen({ idea: 'Another idea' });
    await waitFor(() => expect(idea().value).toBe('Another idea'));
    await late.arrive(Response.json({ ...(await storedSession(founder, id)), saved: true }));
    await screen.findByText('Your ideation session has been saved.');
    expect(onOpenChange).not.toHaveBeenCalled();
  });
});

describe('a session', () => {
  it('that was changed in another tab can be kept as a copy, under the cursor where it was', async () => {
    const { founder, id } = await showReady({ sessions: [{ ...begun, content: '', nextStage: 'IDEATION' }] });
    const field = idea();
    field.focus();
    await saveElsewhere(founder, id, 'Theirs');
    type(field, 'Mine');
    await sendNow();
    const notice = await screen.findByText(/^Changed in another tab or on another device\./);
    expect([notice.closest('[role=alert]'), document.activeElement]).toEqual([expect.anything(), field]);
    expect(await storedSessions(founder)).toHaveLength(1);
    await press('Keep mine as a copy');
    expect(await screen.findByText('Saved', {}, patient)).toBeDefined();
    expect((await storedSession(founder, id)).content).toBe('Theirs');
    const { body } = await app.call('GET', '/api/ideation-draft', { token: founder.token });
    expect(body.session).toMatchObject({ idea: 'Mine', content: '' });
  });

  it('is opened from the activities, continued and saved again', async () => {
    const sessions = [{ ...written, content: 'The saved one' }, begun];
    const shown = await show({ sessions, start: ([sessionId = '']) => ({ sessionId }), isSaved: true });
    expect(await screen.findByText('The saved one')).toBeDefined();
    expect(await shown.stored()).toMatchObject({ saved: true });
    await edit('Changed');
    await press('Save Ideation');
    expect(await screen.findByText('Your ideation session has been saved.')).toBeDefined();
    expect(await shown.stored()).toMatchObject({ content: 'Changed', saved: true });
    expect(await shown.stored(shown.ids[1])).toMatchObject(begun);
  });

  it.each([
    ['is not there', undefined, 'There is no such ideation session in your account.'],
    ['can’t be loaded', refusal(500, 'internal', 'Away.'), 'Your session could not be loaded.'],
  ])('that %s says so, and leaves the one in progress alone', async (_, answer, text) => {
    const sessionId = 'session-9';
    const answers = { [`GET /api/ideation-sessions/${sessionId}`]: () => answer };
    await show({ sessions: [begun], start: () => ({ sessionId }), answers });
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(answer !== undefined);
    await press('Go back to the session in progress');
    expect(await screen.findByText('First words.')).toBeDefined();
  });

  it('that can’t be loaded can be read again, once', async () => {
    let fails = true;
    const answers = { [current]: () => (fails ? refusal(500, 'internal', 'Away.') : undefined) };
    const { id, callsOf } = await show({ sessions: [begun], answers });
    expect(await screen.findByText('Your session could not be loaded.')).toBeDefined();
    fails = false;
    await press('Try again');
    expect(await screen.findByText('First words.')).toBeDefined();
    expect(callsOf(`GET /api/ideation-sessions/${id}`)).toEqual([]);
  });

  it('begins with a given idea, and the one before can be brought back', async () => {
    const start = () => ({ idea: 'A map of quiet places', trailId: 'trail-7' });
    const { callsOf } = await show({ sessions: [begun], start });
    await waitFor(async () => expect((await ready()).value).toBe('A map of quiet places'));
    expect(callsOf(ask)).toEqual([]);
    await press('Bring back the previous session');
    expect(await screen.findByText('First words.')).toBeDefined();
  });

  it('makes room for a new one', async () => {
    const { stored } = await showReady({ sessions: [begun] });
    await edit('Kept before the new one');
    await press('Start a new session');
    expect((await ready()).value).toBe('');
    expect(screen.queryByText('Kept before the new one')).toBeNull();
    await waitFor(
      async () => expect((await stored()).content).toBe('### Startup Ideation\n\nKept before the new one'),
      patient,
    );
  });

  it('leads on to the validation of its idea, once the account has the newest words', async () => {
    const late = lateResponse();
    let isLate = true;
    const { founder, id, answers, onValidate } = await showReady({ sessions: [written] });
    const { trailId } = await storedSession(founder, id);
    answers[`PUT /api/ideation-sessions/${id}`] = () => (isLate ? late.answer() : undefined);
    await edit('Newest words');
    await press('Validate this idea');
    const button = screen.getByRole('button', { name: 'Validate this idea' });
    expect([button.getAttribute('aria-busy'), onValidate.mock.calls]).toEqual(['true', []]);
    isLate = false;
    await late.arrive(
      Response.json({ ...(await storedSession(founder, id)), content: 'Newest words', revision: 2 }),
    );
    const content = 'Newest words';
    await waitFor(() => expect(onValidate).toHaveBeenCalledWith({ idea: someIdea, trailId, content }));
  });

  it('that the account refuses stays in this browser, and says so', async () => {
    const { id, answers } = await showReady({ sessions: [begun] });
    answers[`PUT /api/ideation-sessions/${id}`] = refusal(400, 'body_invalid', 'No.');
    await edit('Mine');
    await sendNow();
    expect(await screen.findByText(/^Only in this browser: your account refuses it/)).toBeDefined();
    expect(screen.queryByText(/keep trying/)).toBeNull();
  });
});

describe('coming back', () => {
  it('shows what another device has written since, and first what was here', async () => {
    const { founder, id, close, reopen, saves, stored } = await showReady({ sessions: [begun] });
    close();
    await saveElsewhere(founder, id, 'From the phone');
    reopen();
    expect(screen.getByText('First words.')).toBeDefined();
    expect(await screen.findByText('From the phone')).toBeDefined();
    await edit('From both');
    await sendNow();
    await waitFor(async () => expect((await stored()).content).toBe('From both'));
    expect(saves()).toHaveLength(1);
  });

  it('stays where a section has begun before the newer text arrives', async () => {
    const late = lateResponse();
    const shown = await showReady({ sessions: [begun] });
    const newer = { ...(await shown.stored()), content: 'From the phone', revision: 2 };
    shown.answers[`GET /api/ideation-sessions/${shown.id}`] = late.answer;
    shown.answers[ask] = () => modelStream().response;
    shown.close();
    shown.reopen();
    await press('Conduct Market Research');
    await late.arrive(Response.json(newer));
    await read('Startup Ideation');
    expect(screen.getByText('First words.')).toBeDefined();
    expect(screen.queryByText('From the phone')).toBeNull();
  });

  it('keeps the words that another version of this page has left in the browser', async () => {
    const shown = await showReady();
    const document = { id: 'session-8', idea: 'A calendar', content: 'Left behind' };
    localStorage.setItem(
      `draft:${shown.founder.id}:ideation:tab:slot`,
      JSON.stringify({ document, unanswered: null, at: 1, isConflict: false, replaces: null }),
    );
    shown.reload();
    expect(await screen.findByText('Left behind')).toBeDefined();
    await sendNow();
    await waitFor(async () => expect((await shown.stored('session-8')).content).toBe('Left behind'), patient);
  });
});

describe('the text', () => {
  const isEditing = () => screen.queryByRole('textbox', editor) !== null;

  it('is Markdown until it is clicked, and again when the field is left', async () => {
    await showReady({ sessions: [begun] });
    await userEvent.click(screen.getByText('First words.'));
    expect(document.activeElement).toBe(textField());
    expect(textField().value).toBe('**App name:** Two Homes\n\nFirst words.');
    type(textField(), '**Mine**');
    act(() => textField().blur());
    await waitFor(() => expect(screen.getByText('Mine').tagName).toBe('STRONG'));
  });

  it.each(['', '\n'])('can be emptied (%j) and written again', async (nothing) => {
    const { stored } = await showReady({ sessions: [written] });
    await press('Edit text');
    const field = textField();
    type(field, nothing);
    expect(textField()).toBe(field);
    expect(idea().disabled).toBe(false);
    act(() => field.blur());
    expect(await screen.findByText('Nothing is written here. Click to write.')).toBeDefined();
    await edit('Written again');
    expect(idea().disabled).toBe(true);
    await sendNow();
    await waitFor(async () => expect((await stored()).content).toBe('### Startup Ideation\n\nWritten again'));
  });

  it('opens with the cursor at its start and its top in sight, and is left by a button or Escape', async () => {
    const seen = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(() => {});
    const { onOpenChange } = await showReady({ sessions: [begun] });
    await press('Edit text');
    expect(document.activeElement).toBe(textField());
    expect(textField().selectionStart).toBe(0);
    expect(seen).toHaveBeenLastCalledWith({ block: 'start' });
    await userEvent.keyboard('Mine. ');
    await press('Done editing');
    expect(isEditing()).toBe(false);
    expect(screen.getByText(/Mine\./)).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit text'));
    await press('Edit text');
    await userEvent.keyboard('{Escape}');
    expect([isEditing(), onOpenChange.mock.calls]).toEqual([false, []]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit text'));
  });

  it('has links that lead away and do not start the editing', async () => {
    await showReady({ sessions: [{ ...begun, content: 'See [this](https://a.example/).' }] });
    const link = screen.getByRole('link', { name: 'this' });
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    expect(isEditing()).toBe(false);
  });

  it('has an export menu that Escape closes, and not the dialog, and so does a press elsewhere', async () => {
    const { onOpenChange } = await showReady({ sessions: [begun] });
    const menu = screen.getByText('Export').closest('details');
    const open = async () => {
      await userEvent.click(screen.getByText('Export'));
      await waitFor(() => expect(menu?.open).toBe(true));
    };
    await open();
    await userEvent.keyboard('{Escape}');
    expect([menu?.open, onOpenChange.mock.calls]).toEqual([false, []]);
    expect(document.activeElement).toBe(menu?.querySelector('summary'));
    await open();
    await userEvent.click(screen.getByText('First words.'));
    expect(menu?.open).toBe(false);
  });

  it('has a worksheet that computes the market from what is filled in, and saves it as text', async () => {
    const lines = [
      '- **Number of night nurses:** 1,200 (your guess)',
      '- **Share who say “lose sleep”:** N/A (your guess)',
      '- **Price a year for night nurses:** $120 (your guess)',
    ];
    const content = ['### Market Research\n', '**TAM:** N/A\n', ...lines].join('\n');
    const { stored } = await showReady({ sessions: [{ ...begun, content, nextStage: 'VALIDATION' }] });
    expect(screen.getByText('Fill in the first three numbers.')).toBeDefined();
    const share = screen.getByLabelText<HTMLInputElement>('Share who say “lose sleep”');
    await userEvent.type(share, '75 % ');
    expect(share.value).toBe('75 % ');
    expect(screen.getByText('$108,000')).toBeDefined();
    await sendNow();
    await waitFor(async () =>
      expect((await stored()).content).toContain('“lose sleep”:** 75 % (your guess)'),
    );
    await userEvent.clear(share);
    expect(screen.getByText('Fill in the first three numbers.')).toBeDefined();
    type(screen.getByLabelText('Price a year for night nurses'), 'about $9');
    expect(screen.getByRole('alert').textContent).toBe('Say for how long: a month or a year.');
  });

  it('keeps the original one click away once it is changed', async () => {
    const answer = { completion: '{"gapAnalysis": "Nobody asks."}', model: 'm1' };
    const { stored } = await showReady({ sessions: [begun], answers: { [ask]: answer } });
    await press('Conduct Market Research');
    await title('Problem Validation');
    expect(screen.queryByText('Original text')).toBeNull();
    await edit('Mine');
    expect(screen.getByText('Original text').closest('details')?.textContent).toContain('Nobody asks.');
    await sendNow();
    await waitFor(async () => expect((await stored()).content).toMatch(/### Market Research\n\nMine$/));
    expect((await stored()).receipts[0]?.original).toContain('Nobody asks.');
  });
});

describe('a stage without a model', () => {
  const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
  const formOf = ({ body }: { body?: unknown } = {}) => (body as { task: { form?: object } }).task.form;
  const boxes = {
    who: 'separated parents',
    trouble: 'forget the swimming bag',
    solution: 'one shared list',
    question: '',
    language: 'en' as const,
  };

  const saveBoxes = ({ token }: TestUser) =>
    app.call('PUT', '/api/ideas/reading', { token, body: { idea: someIdea, reading: boxes } });

  it('is a form that holds what the founder has said, and its section is what stands in it', async () => {
    const { callsOf, founder, reload } = await showReady();
    savePhrases(founder.id, someIdea, boxes);
    type(idea(), someIdea);
    expect(field('Who are they?').value).toBe('Separated parents');
    expect(field('What can they do with it? 1').value).toBe('One shared list');
    type(field('What do you call it?'), 'Two Homes');
    await press('Add: Try it before signing up');
    expect(field('What can they do with it? 2').value).toBe('Try it before signing up');
    expect(screen.queryByRole('button', { name: 'Add: Try it before signing up' })).toBeNull();
    type(field('What can they do with it? 1'), '');
    reload();
    await ready();
    expect(field('What do you call it?').value).toBe('Two Homes');
    await press('Get Ideation Help');
    await title('Market Research');
    expect(formOf(callsOf(ask)[0])).toMatchObject({
      appName: ['Two Homes'],
      concept: [someIdea],
      features: ['', 'Try it before signing up'],
    });
    expect(screen.getByText('Two Homes')).toBeDefined();
    expect(screen.getAllByText('N/A').length).toBeGreaterThan(0);
    expect(field('What does none of these do well?').value).toBe('To solve: “forget the swimming bag”');
  });

  it.each([
    [
      'a session of its idea',
      [begun],
      'What does none of these do well?',
      'To solve: “forget the swimming bag”',
    ],
    ['its sentence', [], 'Who are they?', 'Separated parents'],
  ])(
    'knows by %s the boxes filled on another device, and reads no sentence',
    async (_, sessions, name, value) => {
      const founder = await app.signUp('pro');
      await saveBoxes(founder);
      const { callsOf } = await showReady({ as: founder, sessions });
      if (sessions.length === 0) type(idea(), someIdea);
      await waitFor(() => expect(field(name).value).toBe(value), patient);
      expect(callsOf('POST /api/preview')).toEqual([]);
    },
  );

  it('goes to the next line by Return, and refuses a figure in words at its field', async () => {
    const { callsOf } = await showReady({ sessions: [begun] });
    await userEvent.type(field('How many people are there?'), 'lots{Enter}');
    expect(document.activeElement).toBe(field('How many have the problem?'));
    expect(screen.getByRole('alert').textContent).toBe('Write one number, such as 168,000.');
    await press('Conduct Market Research');
    expect(document.activeElement).toBe(field('How many people are there?'));
    expect(callsOf(ask)).toEqual([]);
    type(field('How many people are there?'), '1.200');
    type(field('How many have the problem?'), '22 of 44');
    type(field('What would one pay a year?'), '$120');
    expect(screen.getByText('$72,000')).toBeDefined();
    await press('Conduct Market Research');
    await title('Problem Validation');
    expect(screen.getByLabelText<HTMLInputElement>('People').value).toBe('1.200');
  });

  it('asks at a price for its period where it says none, and takes it by one click', async () => {
    await showReady({ sessions: [begun] });
    type(field('How many people are there?'), 'about 1,200 parents');
    type(field('How many have the problem?'), 'about 50 %');
    const price = field('What would one pay a year?');
    await userEvent.type(price, 'about $9');
    fireEvent.blur(price);
    expect(screen.getByRole('alert').textContent).toBe('Say for how long: a month or a year.');
    await press('Add: about $9 a month');
    expect(price.value).toBe('about $9 a month');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('$64,800')).toBeDefined();
  });

  it('takes counts and quotes of the idea’s survey, with their numbers', async () => {
    const founder = await app.signUp('pro');
    await work.answeredSurvey(founder, ['We both forgot.'], { idea: someIdea });
    const { trailId } = await work.saveSession(founder, begun);
    expect(trailId).not.toBe('');
    await showReady({ as: founder });
    await userEvent.click(field('What do they use today? 1'));
    await userEvent.click(await screen.findByRole('button', { name: 'Insert: We both forgot.' }));
    expect(field('What do they use today? 1').value).toBe('[#1 "We both forgot."]');
    await press('Conduct Market Research');
    await title('Problem Validation');
    expect(screen.getByText(/We both forgot\./)).toBeDefined();
  });

  it('says where there are no answers yet', async () => {
    await showReady();
    expect(screen.getByText('No answers yet. Share a survey, and they appear here.')).toBeDefined();
  });

  it('keeps the form of a call that fails, and refuses one that no section can hold', async () => {
    let fails = true;
    const refused = refusal(503, 'ai_busy', 'Busy. Try later.');
    const { callsOf } = await showReady({ answers: { [ask]: () => (fails ? refused : undefined) } });
    type(idea(), someIdea);
    type(field('What do they care about?'), 'Peace');
    await press('Get Ideation Help');
    await toasted('Error', 'Busy. Try later.');
    expect(field('What do they care about?').value).toBe('Peace');
    fails = false;
    for (const at of [1, 2, 3, 4, 5]) type(field(`How could it earn money? ${at}`), 'x'.repeat(2_000));
    await press('Get Ideation Help');
    expect(await screen.findByText(/^This step has 10,\d+ characters/)).toBeDefined();
    expect(callsOf(ask)).toHaveLength(1);
    type(field('How could it earn money? 5'), '');
    await press('Get Ideation Help');
    await title('Market Research');
  });

  it('is one click away where a model fails, is silent or is stopped, and leads back to it', async () => {
    const answers = { ...withModel, [ask]: refusal(503, 'ai_busy', 'Busy. Try later.') };
    const { callsOf, reload } = await showReady({ answers });
    expect(screen.queryByRole('textbox', { name: 'What do you call it?' })).toBeNull();
    await coach();
    await userEvent.click(await screen.findByRole('button', { name: 'Write it without AI' }));
    type(field('What do you call it?'), 'Two Homes');
    reload();
    await ready();
    expect(field('What do you call it?').value).toBe('Two Homes');
    await press('Get Ideation Help');
    expect(formOf(callsOf(ask).at(-1))).toMatchObject({ appName: ['Two Homes'] });
    await press('Write it with AI');
    expect(screen.queryByRole('textbox', { name: 'What do you call it?' })).toBeNull();
  });
});
