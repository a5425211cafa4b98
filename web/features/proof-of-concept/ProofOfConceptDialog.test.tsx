// @vitest-environment page
import { randomUUID } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import lzString from 'lz-string';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import { type BuildPrompt, buildPromptLimit, type Rewrite } from '#shared/contracts/build-prompts.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { builders } from '#shared/rules/build-prompts/builders.data.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { modelStream } from '#web/testing/model-stream.ts';
import { type Answers, lateResponse, refusal } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { ProofOfConceptDialog } from './ProofOfConceptDialog.tsx';
import type { PromptStart } from './use-build-prompt.ts';

const ask = 'POST /api/groq';
const list = 'GET /api/survey-analyses';
const readAnswers = 'GET /api/analyze-survey';
const current = 'GET /api/build-prompt-draft';
const decompress = lzString.decompressFromEncodedURIComponent;
const someIdea = 'A shared calendar for separated parents who forget the swimming bag';

let app: TestApp;
const work = ideaWork(() => app);

beforeAll(async () => {
  app = await startTestApp({ tasksByHand: true });
});
afterAll(() => app.close());
type Given = { founder?: TestUser; start?: PromptStart; answers?: Answers; reading?: IdeaReading };

/** The dialog of a founder; answers that are added later count from then on. */
async function show({ founder, start, answers = {}, reading }: Given = {}) {
  const user = founder ?? (await app.signUp('pro'));
  const server = app.connect(answers);
  await app.signIn(user);
  const onSeePlans = vi.fn();
  const onOpenChange = vi.fn();
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const tree = (open: boolean, from: PromptStart | undefined, { id } = user) => (
    <QueryClientProvider client={cache}>
      <ProofOfConceptDialog
        userId={id}
        start={from}
        readingOf={() => reading}
        open={open}
        onOpenChange={onOpenChange}
        onSeePlans={onSeePlans}
      />
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender } = render(tree(true, start));
  return {
    ...server,
    founder: user,
    answers,
    onSeePlans,
    onOpenChange,
    reopen(from: PromptStart) {
      rerender(tree(false, from));
      rerender(tree(true, from));
    },
    async signInAs(other: TestUser) {
      await app.signIn(other);
      rerender(tree(true, undefined, other));
    },
    newest: async () => (await app.call('GET', '/api/build-prompt-draft', user)).body.prompt as BuildPrompt,
  };
}

const storedIdea = 'A calendar for two homes, take 2';
const texts = ['A shared calendar.\n\nFirst text.', 'A shared calendar.\n\nSecond text.'];
const third = 'A shared calendar.\n\nThird text.';

function rewriteAt(day: number, text: string, more: Partial<Rewrite> = {}): Rewrite {
  const at = `2026-11-${10 + day}T10:00:00.000Z`;
  const receipt = { model: 'a-model', at, promptVersion: 'enhancement-1', step: 'strict' as const };
  return { original: `A calendar for two homes, take ${day}`, text, receipt, surveyId: null, ...more };
}

/** A prompt in the founder's account; its text is its last rewrite. */
async function storePrompt(
  founder: TestUser,
  rewrites = texts.map((text, index) => rewriteAt(index + 1, text)),
  idea = storedIdea,
) {
  const id = randomUUID();
  let saved: Record<string, unknown> = {};
  for (const [revision, rewrite] of rewrites.entries()) {
    const body = { idea, surveyId: null, builder: 'plain', result: rewrite.text, revision, rewrite };
    saved = (await app.call('PUT', `/api/build-prompts/${id}`, { token: founder.token, body })).body;
  }
  expect(saved.revision).toBe(rewrites.length);
  return { id, trailId: String(saved.trailId), path: `/api/build-prompts/${id}` };
}

async function showStored(answers: Answers = {}) {
  const founder = await app.signUp('pro');
  const prompt = await storePrompt(founder);
  const shown = await show({ founder, answers });
  await result();
  const stored = async () => (await app.call('GET', prompt.path, founder)).body as unknown as BuildPrompt;
  return { ...shown, ...prompt, stored };
}

async function saveElsewhere(founder: TestUser, path: string, result: string) {
  const { idea, surveyId, builder, revision } = (await app.call('GET', path, founder)).body;
  const body = { idea, surveyId, builder, revision, result };
  expect((await app.call('PUT', path, { token: founder.token, body })).status).toBe(200);
}

/** A completion that comes as a whole. */
const says = (response: string) => ({ completion: JSON.stringify({ response }), model: 'a-model' });
/** The idea gives way to one line once there is a whole result. */
async function unfold() {
  const way = await waitFor(
    () => screen.queryByRole('button', { name: 'Edit' }) ?? screen.getByLabelText('Your App Idea'),
  );
  if (way instanceof HTMLButtonElement) await userEvent.click(way);
}
async function idea() {
  await unfold();
  return screen.findByLabelText<HTMLTextAreaElement>('Your App Idea');
}
/** The prompt as it is, which is asked for where it is drawn. */
async function result() {
  const shown = await screen.findByLabelText<HTMLTextAreaElement>('Your Enhanced Prompt');
  if (shown.tagName !== 'TEXTAREA') await press('Raw text');
  return screen.getByLabelText<HTMLTextAreaElement>('Your Enhanced Prompt');
}
async function basis() {
  await unfold();
  return screen.findByLabelText<HTMLSelectElement>('Based on');
}
async function press(name: string) {
  if (name === 'Enhance Prompt') await unfold();
  await userEvent.click(screen.getByRole('button', { name }));
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const saved = () => screen.findByText('Saved', {}, { timeout: 5_000 });
/** Does not wait for the pause in typing. */
const sendNow = () => act(async () => void dispatchEvent(new Event('pagehide')));
const hasIdea = (text: string) => waitFor(async () => expect((await idea()).value).toBe(text));
const hasResult = (text: string) => waitFor(async () => expect((await result()).value).toContain(text));
const isResult = (text: string) => waitFor(async () => expect((await result()).value).toBe(text));

async function enhance(text = 'A calendar for two homes') {
  type(await idea(), text);
  await press('Enhance Prompt');
}

async function toasted(title: string, text: string) {
  await screen.findByText(title);
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
}

describe('the form', () => {
  it('has the specified title, field and buttons, and needs an idea', async () => {
    const { callsOf, onOpenChange } = await show();
    expect(screen.getByRole('dialog', { name: 'Proof of Concept (No-Code MVP)' })).toBeDefined();
    const field = await idea();
    expect([field.getAttribute('rows'), field.required]).toEqual(['4', true]);
    expect(screen.queryByLabelText('Your Enhanced Prompt')).toBeNull();
    await enhance(' \n ');
    await toasted('Prompt is empty', 'Please describe your startup idea to generate an enhanced prompt.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(callsOf(ask)).toEqual([]);
    type(field, 'A calendar');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    await press('Enhance Prompt');
    await waitFor(() => expect(screen.queryByText('Prompt is empty')).toBeNull());
    await press('Close');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it.each([
    ['50,000', 'x'.repeat(50_000)],
    ['10,001', `${'x'.repeat(10_000)}\n`],
  ])('keeps a paste of %s characters, blanks included, and sends nothing', async (length, text) => {
    const { callsOf } = await show();
    await enhance(text);
    const problem = `Your idea has ${length} characters; up to 10,000 can be enhanced. Nothing was sent or cut: please shorten it.`;
    await toasted('Error', problem);
    expect((await idea()).value).toBe(text);
    expect(callsOf(ask)).toEqual([]);
    await sendNow();
    const note = 'Only in this browser: it is longer than your account keeps.';
    expect(await screen.findByText(note)).toBeDefined();
  });
});

describe('the answers that a typed sentence rests on', () => {
  const own = 'A calendar for two homes';
  const slow = { timeout: 8_000 };

  async function withSurveys() {
    const founder = await app.signUp('pro');
    const { surveyId } = await work.answeredSurvey(founder, ['We forgot'], { idea: own });
    const other = await work.answeredSurvey(founder, ['Never'], { idea: 'Another idea' });
    return { surveyId, other: other.surveyId, ...(await show({ founder })) };
  }

  it('are those of its idea, listed before all else', async () => {
    const { surveyId, other } = await withSurveys();
    await screen.findByLabelText('Your App Idea', {}, slow);
    expect((await basis()).value).toBe('');
    type(await idea(), ` ${own.toUpperCase()}`);
    await waitFor(async () => expect((await basis()).value).toBe(surveyId), slow);
    const choices = [...(await basis()).options].map(({ value }) => value);
    expect(choices).toEqual([surveyId, '', other]);
    type(await idea(), 'Something else');
    await waitFor(async () => expect((await basis()).value).toBe(''), slow);
  });

  it('are the founder’s choice once there is one', async () => {
    const { surveyId } = await withSurveys();
    await screen.findByLabelText('Your App Idea', {}, slow);
    type(await idea(), own);
    await waitFor(async () => expect((await basis()).value).toBe(surveyId), slow);
    type(await basis(), '');
    type(await idea(), `${own}.`);
    await new Promise((done) => setTimeout(done, 600));
    expect((await basis()).value).toBe('');
  });
});

describe('the rewrite', () => {
  it('is asked for with the idea, shown in an area of 15 rows, copied and saved with the edits', async () => {
    const { callsOf, newest } = await show();
    const user = userEvent.setup();
    type(await idea(), ` ${someIdea} `);
    await user.click(screen.getByRole('button', { name: 'Enhance Prompt' }));
    await hasResult('swimming bag');
    expect((await result()).getAttribute('rows')).toBe('15');
    const task = { kind: 'build-prompt', idea: someIdea, evidence: null };
    expect(callsOf(ask)[0]?.body).toMatchObject({ task });
    const receipt = screen.getByText(/^How this was written/).closest('details') as HTMLElement;
    within(receipt).getByText('Without a model');
    expect(screen.getByText('Written without AI')).toBeDefined();
    type(await result(), 'My own prompt');
    await user.click(screen.getByRole('button', { name: 'Copy to clipboard' }));
    await toasted('Copied to clipboard!', 'You can now paste the prompt into your builder.');
    expect(await navigator.clipboard.readText()).toBe('My own prompt');
    await sendNow();
    await waitFor(async () => expect((await newest()).result).toBe('My own prompt'));
    expect((await newest()).rewrites).toHaveLength(1);
  });

  const part = '{"response": "A shared calendar that';

  async function begin() {
    const model = modelStream();
    const responses = [model.response];
    const config = { ...testConfig, ai: 'openai-compatible' };
    const shown = await showStored({ 'GET /api/config': config, [ask]: () => responses.shift() });
    await enhance();
    await screen.findByText('Your idea is sent; nothing has arrived yet.');
    return { ...shown, model };
  }

  it('says what it is doing, and grows as it arrives', async () => {
    const { model } = await begin();
    expect(screen.getByText('Enhancing your prompt, please wait...').role).toBe('status');
    expect(screen.getByRole('button', { name: 'Enhancing...' })).toBeDefined();
    await model.text('{"response": "A shared \\u00');
    await isResult('A shared ');
    expect((await result()).readOnly).toBe(true);
    await model.text('e9tude');
    await isResult('A shared étude');
    await model.done(JSON.stringify({ response: third }));
    await isResult(third);
    expect(screen.getByText('Your enhanced prompt is ready below.').role).toBe('status');
    expect(screen.queryByText('Enhancing your prompt, please wait...')).toBeNull();
    await unfold();
    expect(screen.getByRole('button', { name: 'Enhance Prompt' })).toBeDefined();
  });

  it('can be stopped: what had arrived is kept, and marked as incomplete', async () => {
    const { model } = await begin();
    await model.text(part);
    await press('Stop');
    expect(await screen.findByText(/^This rewrite is not complete/)).toBeDefined();
    expect(screen.getByText(/^Stopped\./).textContent).toContain('What had arrived is shown below.');
    await isResult('A shared calendar that');
    await hasIdea('A calendar for two homes');
    expect(screen.getByText('A model that was cut off before it gave its name')).toBeDefined();
    expect(screen.getByText(/^Stopped early, so it is shown as far as it came/)).toBeDefined();
  });

  it('that is under way when the page is left is saved as far as it has come', async () => {
    const { model, stored } = await begin();
    await model.text(part);
    cleanup();
    await waitFor(async () => expect((await stored()).result).toBe('A shared calendar that'));
    const receipt = { step: 'unfinished' };
    expect((await stored()).rewrites.at(-1)).toMatchObject({ text: 'A shared calendar that', receipt });
  });

  it('that is stopped before a word arrived changes nothing', async () => {
    await begin();
    await press('Stop');
    const note = 'Stopped before anything arrived; your idea and your rewrites are kept.';
    expect(await screen.findByText(note)).toBeDefined();
    await isResult(texts[1] ?? '');
  });

  it('that is cut off is kept, and the one before stays one click away', async () => {
    const { model } = await begin();
    await model.text('{"response": "Half of ano');
    await model.cutOff();
    await toasted('Error', 'Failed to get response from the server.');
    const reason = 'The AI answer was cut off. Nothing was counted; please try again.';
    expect(screen.getByText(reason)).toBeDefined();
    await isResult('Half of ano');
    await press('Use this one: Rewrite 2');
    await isResult(texts[1] ?? '');
    expect(screen.queryByText(/^This rewrite is not complete/)).toBeNull();
    expect(screen.getByText('Rewrite 3, not complete')).toBeDefined();
  });
});

const blankReading = { who: '', trouble: '', solution: '', question: '', language: 'en' as const };

describe('without a model', () => {
  const thing = () => screen.findByLabelText<HTMLInputElement>('What one thing do people add or look at?');
  const line = (number: number) => screen.getByLabelText<HTMLInputElement>(`Line ${number}`);

  it('the prompt is built from the answers to two questions, and one line says them', async () => {
    const { callsOf, newest } = await show();
    type(await idea(), someIdea);
    type(await thing(), 'what is packed for the other home');
    type(line(1), 'Tick what is packed');
    type(line(2), 'See what is missing');
    type(screen.getByLabelText('Not yet'), 'payments');
    await press('Enhance Prompt');
    await hasResult('- People add or look at this: what is packed for the other home');
    const { value } = await result();
    expect(value).toContain('## Must\n\n- Tick what is packed\n- See what is missing\n');
    expect(value).toContain('- Somebody can: See what is missing\n');
    expect(value).toContain('- Not in the first version: payments\n');
    expect(screen.getByText(/ · what is packed for the other home · 2 lines$/)).toBeDefined();
    expect(screen.queryByLabelText('Line 1')).toBeNull();
    const form = { thing: 'what is packed for the other home', notYet: 'payments' };
    expect(callsOf(ask)[0]?.body).toMatchObject({ task: { form } });
    await sendNow();
    await waitFor(async () => expect((await newest()).rewrites[0]).toMatchObject({ form }));
  });

  it('what was answered is there again to edit, on another device too', async () => {
    const founder = await app.signUp('pro');
    await show({ founder });
    type(await idea(), someIdea);
    type(await thing(), 'the bag');
    await press('Enhance Prompt');
    await hasResult('the bag');
    await sendNow();
    await saved();
    cleanup();
    localStorage.clear();
    await show({ founder });
    await idea();
    expect((await thing()).value).toBe('the bag');
  });

  it('what is answered goes to the account before it is sent', async () => {
    const { founder, newest } = await show();
    type(await idea(), someIdea);
    type(await thing(), 'the bag');
    type(line(3), 'Pack it');
    await sendNow();
    await waitFor(async () => expect((await newest()).form).toMatchObject({ thing: 'the bag' }));
    cleanup();
    localStorage.clear();
    await show({ founder });
    await waitFor(async () => expect((await thing()).value).toBe('the bag'));
    expect(line(3).value).toBe('Pack it');
    await press('Enhance Prompt');
    await hasResult('the bag');
    await sendNow();
    await waitFor(async () => expect((await newest()).form).toBeNull());
  });

  it('who and what goes wrong are asked for only where the idea’s reading does not say them', async () => {
    const reading = { who: 'parents', trouble: '', solution: '', question: '', language: 'en' as const };
    await show({ reading });
    await enhance(someIdea);
    await hasResult('- Who has the problem: parents');
    await unfold();
    expect(screen.queryByLabelText('Who has the problem?')).toBeNull();
    type(screen.getByLabelText('What goes wrong?'), 'forget the bag');
    await press('Enhance Prompt');
    await hasResult('- What goes wrong: forget the bag');
  });

  it('the lines begin with the features of the coached session, and the answers that they cite', async () => {
    const founder = await app.signUp('pro');
    const content =
      '### Startup Ideation\n\n**App name:** Two Homes\n\n**Features:**\n\n- **Packing list**\n- Alert [#1 "the bag"]\n\n**Design:** N/A';
    const { trailId } = await work.saveSession(founder, { content, idea: someIdea });
    await show({ founder, start: { idea: someIdea, trailId } });
    await idea();
    await waitFor(() => expect([line(1).value, line(2).value]).toEqual(['Packing list', 'Alert']));
    type(line(1), 'A list to pack by');
    await press('Enhance Prompt');
    await hasResult('# Two Homes\n');
    expect((await result()).value).toContain('- A list to pack by\n- Alert\n');
  });

  it('an answer is attached to the line with the cursor, quoted below it, and can be taken off', async () => {
    const founder = await app.signUp('pro');
    const said = ['We both forgot the bag', 'We argued about a day'];
    const { surveyId } = await work.answeredSurvey(founder, said);
    await show({ founder });
    type(await idea(), someIdea);
    await screen.findByRole('option', { name: /2 answers/ });
    await userEvent.selectOptions(await basis(), surveyId);
    await userEvent.type(line(2), 'Pack by a list');
    expect(await screen.findByText('Adds to line 2.')).toBeDefined();
    await press('Insert: We both forgot the bag');
    await press('Insert: We argued about a day');
    expect(screen.getByRole('button', { name: 'Insert again: We argued about a day' })).toBeDefined();
    await press('Remove [#2 "We argued about a day"]');
    await press('Enhance Prompt');
    await hasResult('- Pack by a list\n  - [#1 "We both forgot the bag"]\n');
    expect((await result()).value).not.toContain('#2');
    await userEvent.selectOptions(await basis(), '');
    await press('Enhance Prompt');
    await waitFor(async () => expect((await result()).value).not.toContain('#1'));
  });

  it('a line with answers and no words is marked and focused, and nothing is sent', async () => {
    const founder = await app.signUp('pro');
    const { surveyId } = await work.answeredSurvey(founder, ['We both forgot the bag']);
    const { callsOf } = await show({ founder });
    type(await idea(), someIdea);
    await screen.findByRole('option', { name: /1 answer/ });
    await userEvent.selectOptions(await basis(), surveyId);
    await userEvent.click(await screen.findByRole('button', { name: 'Insert: We both forgot the bag' }));
    await press('Enhance Prompt');
    expect(screen.getByRole('alert').textContent).toMatch(/^Say what people can do here/);
    expect(document.activeElement).toBe(line(1));
    expect(callsOf(ask)).toEqual([]);
  });

  it('what the sentence says stands in the boxes, and can be changed', async () => {
    const read = { who: 'Dog owners', trouble: '', solution: '', question: '', language: 'en' };
    const preview = { reading: read, asked: true, names: [], questions: [] };
    await show({ answers: { 'POST /api/preview': preview } });
    type(await idea(), 'Dog owners forget the tick pills');
    const who = () => screen.getByLabelText<HTMLInputElement>('Who has the problem?');
    await waitFor(() => expect(who().value).toBe('Dog owners'));
    type(who(), '');
    await press('Enhance Prompt');
    await hasResult('- Who has the problem?');
  });

  it('what was typed survives a failure and a closed page', async () => {
    const founder = await app.signUp('pro');
    await show({ founder, answers: { [ask]: refusal(503, 'ai_busy', 'Busy.') } });
    type(await idea(), someIdea);
    type(await thing(), 'the bag');
    await userEvent.type(line(1), 'Pack it{Enter}Carry it');
    await press('Enhance Prompt');
    await toasted('Error', 'Failed to get response from the server.');
    cleanup();
    await show({ founder });
    await idea();
    expect([(await thing()).value, line(1).value, line(2).value]).toEqual(['the bag', 'Pack it', 'Carry it']);
  });
});

describe('with a model', () => {
  const config = { ...testConfig, ai: 'openai-compatible' };

  it('nothing is asked, unless the founder wants it without AI', async () => {
    const { callsOf } = await show({ answers: { 'GET /api/config': config, [ask]: says('By a model.') } });
    await idea();
    const question = 'What one thing do people add or look at?';
    const way = await screen.findByRole('button', { name: 'Write it without AI' });
    expect(screen.queryByLabelText(question)).toBeNull();
    await enhance(someIdea);
    await hasResult('By a model.');
    expect(callsOf(ask)[0]?.body).not.toHaveProperty('task.form');
    await userEvent.click(
      way.isConnected ? way : screen.getByRole('button', { name: 'Write it without AI' }),
    );
    type(await screen.findByLabelText(question), 'the bag');
    await press('Enhance Prompt');
    await waitFor(() => expect(callsOf(ask)).toHaveLength(2));
    expect(callsOf(ask)[1]?.body).toMatchObject({ task: { form: { thing: 'the bag' } } });
    expect(screen.getByRole('button', { name: 'Write it with AI' })).toBeDefined();
  });
});

it('a model gets the idea’s boxes, its plan and its coached features', async () => {
  const founder = await app.signUp('pro');
  const reading = { ...blankReading, who: 'parents', trouble: 'forget the bag' };
  const plan = {
    reading,
    oneSentencePitch: 'One calendar for two homes.',
    problemParagraph: '',
    targetAudience: 'Separated parents.',
    summaryPost: '',
    summaryByHand: false,
    model: null,
  };
  await work.answeredSurvey(founder, [], { idea: someIdea, plan });
  const body = { idea: someIdea, reading };
  await app.call('PUT', '/api/ideas/reading', { token: founder.token, body });
  const content = '### Startup Ideation\n\n**Features:**\n\n- Packing list';
  const { trailId } = await work.saveSession(founder, { content, idea: someIdea });
  const config = { ...testConfig, ai: 'openai-compatible' };
  const answers = { 'GET /api/config': config, [ask]: says('By a model.') };
  const { callsOf } = await show({ founder, start: { idea: someIdea, trailId }, answers });
  await press('Enhance Prompt');
  await hasResult('By a model.');
  expect(callsOf(ask)[0]?.body).toMatchObject({
    task: {
      reading,
      plan: 'One calendar for two homes.\n\nSeparated parents.',
      coached: '### Startup Ideation\n\n**Features:**\n\n- Packing list',
    },
  });
});

describe('a failure', () => {
  const html = `<html><body>${'😀'.repeat(60)}</body></html>`;
  const plain = 'Failed to get response from the server.';
  it.each<[string, Answers[string], string, string | null]>([
    ['our own error', refusal(503, 'ai_busy', 'Busy.'), plain, 'Busy.'],
    ['a 500 in words of its own', Response.json({ error: 'Oops.' }, { status: 500 }), plain, 'Oops.'],
    ['a 500 without a word', new Response('', { status: 500 }), plain, null],
    ['a timeout', refusal(504, 'ai_timed_out', 'Too slow.'), plain, 'Too slow.'],
    ['no JSON where JSON was promised', new Response('<html>'), plain, null],
    ['the network', () => Promise.reject(new TypeError('Failed to fetch')), plain, null],
    [
      'a page of a proxy',
      new Response(html, { status: 502, statusText: 'Bad Gateway' }),
      `Server error: 502 Bad Gateway. Response: <html><body>${'😀'.repeat(44)}...`,
      null,
    ],
    [
      'a server without a status text',
      new Response('Away', { status: 500 }),
      'Server error: 500. Response: Away...',
      null,
    ],
    [
      'a completion without an object',
      { completion: 'I would rather not.', model: 'a-model' },
      'Could not find a valid JSON object in the AI response.',
      null,
    ],
  ])('by %s is named, and clears nothing', async (_, answer, text, reason) => {
    await show({ answers: { [ask]: answer } });
    await enhance();
    await toasted('Error', text);
    if (reason) expect(screen.getByText(reason)).toBeDefined();
    expect(screen.getByText(/^Your idea is kept\./)).toBeDefined();
    await hasIdea('A calendar for two homes');
    expect(screen.getByRole('button', { name: 'Enhance Prompt' })).toBeDefined();
  });

  it('for want of a plan leads to the plans, and leaves the prompt in the browser', async () => {
    const { onSeePlans } = await show({ founder: await app.signUp() });
    await enhance(someIdea);
    await toasted('Error', plain);
    const reason = 'Please upgrade to the Pro or Developer plan to access this feature.';
    expect(screen.getByText(reason)).toBeDefined();
    await sendNow();
    expect(await screen.findByText(`Only in this browser: ${reason}`)).toBeDefined();
    const ways = screen.getAllByRole('button', { name: 'See the plans' });
    for (const way of ways) await userEvent.click(way);
    expect([ways.length, onSeePlans.mock.calls.length]).toEqual([2, 2]);
  });

  it('of a completion that was cut by its model keeps what there is of it', async () => {
    await show({ answers: { [ask]: { completion: '{"response": "A shared calendar that', model: 'm' } } });
    await enhance();
    await toasted('Error', 'Could not find a valid JSON object in the AI response.');
    await isResult('A shared calendar that');
    expect(screen.getByText(/^This rewrite is not complete/)).toBeDefined();
  });
});

describe('the answers that a rewrite rests on', () => {
  const answers = ['We both forgot the swimming bag', 'We argued about a day'];
  const option = () => screen.findByRole('option', { name: /2 answers/ });

  async function showAnswered(more: Answers = {}) {
    const founder = await app.signUp('pro');
    const { surveyId } = await work.answeredSurvey(founder, answers);
    return { ...(await show({ founder, answers: more })), surveyId };
  }

  async function choose(surveyId: string) {
    await option();
    await userEvent.selectOptions(await basis(), surveyId);
  }

  it('are chosen among the validated ideas that have some, and cited by words that stand in them', async () => {
    const founder = await app.signUp('pro');
    const { surveyId } = await work.answeredSurvey(founder, answers);
    const response =
      'A shared calendar.\n\n## Must\n\n- A bag list [#1 "swimming bag"]\n- A chat [#1 "chat"]\n- 3 of 4 want it\n';
    const empty = { surveyId: 'survey-new', idea: 'New', submissionCount: 0 };
    const { callsOf, newest } = await show({
      founder,
      answers: {
        [ask]: says(response),
        [list]: [...(await app.call('GET', '/api/survey-analyses', founder)).body, empty],
      },
    });
    type(await idea(), 'A calendar for two homes');
    await option();
    const none = screen.getByRole<HTMLOptionElement>('option', { name: '"New" (no answers yet)' });
    expect(none.disabled).toBe(true);
    await choose(surveyId);
    await press('Enhance Prompt');
    await hasResult('#1');
    expect((await result()).value).toMatch(/bag list \[#1 "swimming bag"\]\n- A chat\n/);
    await userEvent.click(screen.getByText('Original'));
    expect(screen.getByText(/\[#1 "chat"\]/)).toBeDefined();
    expect(callsOf(ask).at(-1)?.body).toMatchObject({
      task: { evidence: { answers: [{ number: 2 }, { number: 1, text: answers[0] }] } },
    });
    await sendNow();
    await waitFor(async () =>
      expect((await newest()).rewrites.at(-1)).toMatchObject({ surveyId, submissionCount: 2 }),
    );
  });

  const many = Array.from({ length: 100 }, (_, index) => `Answer ${index}`);
  it.each([
    [
      {
        submissionCount: 5_000,
        aggregatedData: { 'What happened?': many },
        textNumbers: { 'What happened?': many.map((_, index) => 5_000 - index) },
      },
      '5,000 answers, the newest 100 in their own words.',
    ],
    [{ submissionCount: 2, aggregatedData: {}, textNumbers: {} }, '2 answers, none in words.'],
  ])('say how much of them is in words (%#)', async (analysis, text) => {
    const { surveyId, answers, founder } = await showAnswered();
    const { body } = await app.call('GET', `/api/analyze-survey?surveyId=${surveyId}`, founder);
    answers[readAnswers] = { ...body, ...analysis };
    await choose(surveyId);
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('are those of the account that is signed in, and it is said when there are none', async () => {
    const { signInAs } = await showAnswered();
    await option();
    await signInAs(await app.signUp('pro'));
    expect(screen.queryByRole('option', { name: /2 answers/ })).toBeNull();
    expect(await screen.findByText(/^None of your surveys has answers yet\./)).toBeDefined();
    expect(screen.queryByText(/^Your newest/)).toBeNull();
  });

  it('are listed for the newest surveys only, which is said where there may be more', async () => {
    const surveys = Array.from({ length: 101 }, (_, index) => ({
      surveyId: `survey-${index}`,
      idea: 'A calendar',
      submissionCount: index === 100 ? 6 : 0,
    }));
    const page = ({ query }: { query: URLSearchParams }) =>
      Response.json(surveys.slice(0, Number(query.get('limit'))));
    await show({ answers: { [list]: page } });
    expect(await screen.findByText('Your newest 100 surveys are listed.')).toBeDefined();
    expect(screen.getByText(/^None of these surveys has answers yet\./)).toBeDefined();
  });

  it('can be read again when they could not be loaded', async () => {
    let isAway = true;
    await showAnswered({ [list]: () => (isAway ? refusal(500, 'internal', 'Away.') : undefined) });
    await screen.findByText(/^Your validated ideas could not be loaded\./);
    isAway = false;
    await press('Try again');
    expect(await option()).toBeDefined();
  });

  it('that can’t be read keep the idea from being sent without them', async () => {
    const { callsOf, surveyId } = await showAnswered({ [readAnswers]: refusal(500, 'internal', 'Away.') });
    await choose(surveyId);
    await screen.findByText('The answers of this survey could not be read.');
    await enhance();
    expect(await screen.findByText(/^The survey answers could not be read\. Away\./)).toBeDefined();
    expect(callsOf(ask)).toEqual([]);
    await hasIdea('A calendar for two homes');
  });
});

describe('the form for a builder', () => {
  it('is drawn until it is clicked or asked for as it is', async () => {
    const founder = await app.signUp('pro');
    await storePrompt(founder, [rewriteAt(1, '## Must\n\n- A **shared** list')]);
    await show({ founder });
    await userEvent.click(await screen.findByRole('heading', { name: 'Must' }));
    const field = screen.getByRole('textbox', { name: 'Your Enhanced Prompt' });
    expect(document.activeElement).toBe(field);
    await press('Raw text');
    expect(field.isConnected).toBe(false);
    expect(screen.getByText('shared').tagName).toBe('STRONG');
  });

  it('keeps every edit, and leads to that builder in a new tab', async () => {
    await showStored();
    const edited = 'A shared calendar.\n\n## Must\n\n- My own feature';
    type(await result(), edited);
    for (const { name, title, url } of builders.filter((builder) => builder.name !== 'plain')) {
      await userEvent.click(screen.getByRole('radio', { name: title }));
      expect((await result()).value, name).toContain('- My own feature');
      const link = await screen.findByRole('link', {
        name: new RegExp(name === 'bolt' ? '^Copy and open Bolt' : `^Open in ${title}`),
      });
      const [href, ...others] = ['href', 'target', 'rel'].map((attribute) => link.getAttribute(attribute));
      expect(new URL(href ?? '').host).toBe(new URL(url).host);
      expect(others).toEqual(['_blank', 'noopener noreferrer']);
      if (name === 'replit')
        expect(decompress(new URL(href ?? '').searchParams.get('prompt') ?? '')).toContain(
          '- My own feature',
        );
      else if (name !== 'bolt') expect(decodeURIComponent(href ?? '')).toContain('- My own feature');
    }
    await userEvent.click(screen.getByRole('radio', { name: 'Any builder' }));
    await isResult(edited);
    const [link, ...others] = screen.getAllByRole('link', { name: /opens in a new tab/ });
    expect([link?.textContent, others.length]).toEqual(['Open in Lovable(opens in a new tab)', 0]);
  });

  it('is copied, downloaded and opened from the foot of the dialog', async () => {
    await showStored();
    await userEvent.click(await screen.findByRole('radio', { name: 'Lovable' }));
    const foot = within(screen.getByRole('contentinfo'));
    expect(foot.getByRole('button', { name: 'Copy to clipboard' })).toBeDefined();
    expect(foot.getByRole('button', { name: 'Download' })).toBeDefined();
    expect(foot.getByRole('link', { name: /^Open in Lovable/ })).toBeDefined();
  });

  it('is copied as the builder opens, where that takes no prompt in its address', async () => {
    const user = userEvent.setup();
    await showStored();
    await user.click(await screen.findByRole('radio', { name: 'Bolt' }));
    const link = screen.getByRole('link', { name: /^Copy and open Bolt/ });
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    await toasted('Copied to clipboard!', 'You can now paste the prompt into your builder.');
    expect(await navigator.clipboard.readText()).toBe((await result()).value);
  });

  it('is that of the next rewrite too', async () => {
    await showStored({ [ask]: says(third) });
    await userEvent.click(screen.getByRole('radio', { name: 'Cursor' }));
    const before = (await result()).value;
    await press('Enhance Prompt');
    await isResult(before.replace('Second', 'Third'));
  });
});

describe('the founder’s words', () => {
  it('are one click away, and are compared with the rewrite, with edits and with the rewrite before', async () => {
    await showStored();
    await press('What changed');
    expect(screen.getByText(storedIdea, { selector: 'blockquote' })).toBeDefined();
    const changes = await screen.findByRole('region', { name: 'What changed' });
    expect(changes.querySelector('ins')?.textContent).toContain('[added: ');
    expect(changes.querySelector('del')?.textContent).toContain('[removed: ');
    type(await result(), 'A shared calendar.\n\nSecond text, mine.');
    const compare = screen.getByLabelText('Compare');
    await userEvent.selectOptions(compare, 'This rewrite, then your edits');
    const added = await screen.findByText(/, mine/, { selector: 'ins' });
    expect(added.textContent).toBe('[added: , mine]');
    await userEvent.selectOptions(compare, 'The rewrite before, then this rewrite');
    const removed = await screen.findByText('First', { selector: 'del', exact: false });
    expect(removed.textContent).toBe('[removed: First]');
    expect(screen.getByText('1 passage added, 1 passage removed.')).toBeDefined();
  });

  it('stand beside a rewrite that shares hardly any of them, without a mark', async () => {
    const other = 'Families see whose turn comes.\n\nNothing else matters.';
    await showStored({ [ask]: says(other) });
    await press('Enhance Prompt');
    await isResult(other);
    await press('What changed');
    const after = await screen.findByRole('region', { name: 'After' });
    expect(after.textContent).toBe(other);
    expect(screen.getByRole('region', { name: 'Before' }).textContent).toBe(storedIdea);
    expect(screen.getByText(/^These texts share too few words/).role).toBe('status');
  });

  it('change nothing in the rewrites before: edits stay among them', async () => {
    await showStored({ [ask]: says(third) });
    type(await result(), 'My own text');
    await press('Use this one: Rewrite 1');
    await hasResult('First text.');
    await press('Use this one: Rewrite 2, with your edits');
    await isResult('My own text');
    await press('Enhance Prompt');
    await isResult(third);
    for (const name of ['Rewrite 1', 'Rewrite 2', 'Rewrite 2, with your edits'])
      expect(screen.getByRole('button', { name: `Use this one: ${name}` })).toBeDefined();
  });

  it('say which of them goes next before it goes', async () => {
    const founder = await app.signUp('pro');
    const edits = Array.from({ length: 10 }, (_, day) => rewriteAt(day, `Mine ${day}`, { isEdit: true }));
    await storePrompt(founder, edits);
    await show({ founder });
    await result();
    const note = /^Ten texts are kept\. The next rewrite replaces the oldest:/;
    expect(screen.getByText(note)).toBeDefined();
  });
});

describe('a text that is longer than the account keeps', () => {
  const tooLong = `- A line\n`.repeat(buildPromptLimit / 9 + 1);

  it('is cut when it is a completion, and the text and a note say so', async () => {
    const note = /^More arrived than the 30,000 characters that your account keeps/;
    const whole = 'x'.repeat(buildPromptLimit);
    const { answers, stored } = await showStored({ [ask]: says(whole) });
    await press('Enhance Prompt');
    await isResult(whole);
    expect(screen.queryByText(note)).toBeNull();
    answers[ask] = says(tooLong);
    await press('Enhance Prompt');
    await hasResult('[shortened]');
    expect(screen.getByText(note)).toBeDefined();
    await sendNow();
    await saved();
    const { result: text, rewrites } = await stored();
    expect(text.endsWith('- A line\n[shortened]')).toBe(true);
    expect(text).toBe(rewrites.at(-1)?.text);
  });

  it('stays as it is when it is an edit, and nothing takes its place until it is shorter', async () => {
    const alert = /^Longer than the 30,000 characters that your account keeps\./;
    const { callsOf } = await showStored();
    const field = await result();
    type(field, tooLong);
    expect(await screen.findByText(alert)).toBeDefined();
    await sendNow();
    const note = 'Only in this browser: it is longer than your account keeps.';
    expect(await screen.findByText(note)).toBeDefined();
    for (const name of ['Enhance Prompt', 'Use this one: Rewrite 1']) {
      await press(name);
      expect(document.activeElement).toBe(field);
    }
    expect([field.value, callsOf(ask)]).toEqual([tooLong, []]);
    type(field, 'Shorter');
    await sendNow();
    await saved();
    expect(screen.queryByText(alert)).toBeNull();
    await press('Use this one: Rewrite 1');
    await hasResult('First text.');
  });
});

describe('a build prompt', () => {
  it('is there again on another device, and is saved with each rewrite once and with every edit', async () => {
    const { stored } = await showStored({ [ask]: says(third) });
    await hasIdea(storedIdea);
    await isResult(texts[1] ?? '');
    expect(screen.getByRole('button', { name: 'Use this one: Rewrite 1' })).toBeDefined();
    expect(screen.getByText('a-model')).toBeDefined();
    expect(screen.getByText('Saved')).toBeDefined();
    await press('Enhance Prompt');
    await isResult(third);
    await sendNow();
    await saved();
    type(await result(), 'Mine');
    await sendNow();
    await waitFor(async () => expect((await stored()).result).toBe('Mine'));
    expect((await stored()).rewrites.map(({ text }) => text)).toEqual([...texts, third]);
  });

  it('goes with all its rewrites when the server was away for a while', async () => {
    const { answers, id, stored } = await showStored({ [ask]: says(third) });
    const put = `PUT /api/build-prompts/${id}`;
    answers[put] = refusal(503, 'internal', 'Away for a while.');
    await press('Enhance Prompt');
    await isResult(third);
    type(await result(), 'My own');
    await press('Enhance Prompt');
    await isResult(third);
    await sendNow();
    expect(await screen.findByText(/^Only in this browser: /)).toBeDefined();
    delete answers[put];
    dispatchEvent(new Event('online'));
    await saved();
    expect((await stored()).rewrites.map(({ text }) => text)).toEqual([...texts, third, 'My own', third]);
  });

  it('that was changed elsewhere can be kept as a copy with its rewrites, and goes on being saved', async () => {
    const { founder, path, newest, stored } = await showStored();
    await saveElsewhere(founder, path, 'Theirs');
    type(await result(), 'Mine');
    await sendNow();
    expect(await screen.findByText(/^Changed in another tab or on another device\./)).toBeDefined();
    await press('Keep mine as a copy');
    await saved();
    type(await result(), 'Mine at last');
    await sendNow();
    await waitFor(async () => expect((await newest()).result).toBe('Mine at last'));
    const copied = (await newest()).rewrites.map(({ text }) => text);
    expect([(await stored()).result, copied]).toEqual(['Theirs', texts]);
  });

  it('can be read again when it could not be loaded', async () => {
    let isAway = true;
    const founder = await app.signUp('pro');
    await storePrompt(founder);
    const answers = { [current]: () => (isAway ? refusal(500, 'internal', 'Away.') : undefined) };
    await show({ founder, answers });
    await screen.findByText('Your prompt could not be loaded.');
    isAway = false;
    await press('Try again');
    await hasIdea(storedIdea);
  });
});

describe('opening it', () => {
  /** A founder with two prompts, of which the second is the newest. */
  async function founderWithTwo() {
    const founder = await app.signUp('pro');
    const other = await storePrompt(founder, [rewriteAt(1, 'Of the other idea')], 'Other idea');
    return { founder, other, newest: await storePrompt(founder) };
  }

  it('for an earlier prompt shows that one, and one click leads back', async () => {
    const { founder, other } = await founderWithTwo();
    await show({ founder, start: { promptId: other.id } });
    await hasIdea('Other idea');
    await press('Back to the prompt from before');
    await hasIdea(storedIdea);
  });

  it('for a trail begins with its idea and its newest survey that has answers, or the given one', async () => {
    const founder = await app.signUp('pro');
    const { surveyId } = await work.answeredSurvey(founder, ['We both forgot the bag']);
    const { surveyId: newer } = await work.createSurvey(founder);
    const [trail] = await work.listTrails(founder);
    const trailId = trail?.id ?? '';
    expect(trail?.surveys.map((survey) => survey.surveyId)).toEqual([newer, surveyId]);
    const { reopen } = await show({ founder, start: { idea: 'A calendar', trailId } });
    await hasIdea('A calendar');
    expect((await basis()).value).toBe(surveyId);
    reopen({ idea: 'A calendar', trailId, surveyId: newer });
    await waitFor(async () => expect((await basis()).value).toBe(newer));
    await sendNow();
    await saved();
  });

  it('for a trail never replaces what was typed for it', async () => {
    const { founder, newest } = await founderWithTwo();
    const start = { idea: 'As it was', trailId: newest.trailId };
    const { reopen } = await show({ founder, start });
    await hasIdea(storedIdea);
    type(await idea(), 'In my words');
    reopen({ ...start });
    await hasIdea('In my words');
    await sendNow();
    await saved();
  });

  it('waits for the rewrite that is under way', async () => {
    const { founder, other, newest } = await founderWithTwo();
    const late = lateResponse();
    const { reopen } = await show({ founder, answers: { [ask]: late.answer } });
    await result();
    await press('Enhance Prompt');
    reopen({ promptId: other.id });
    expect(await screen.findByText('Enhancing your prompt, please wait...')).toBeDefined();
    await late.arrive(Response.json(says(third)));
    await hasIdea('Other idea');
    await waitFor(async () =>
      expect((await app.call('GET', newest.path, founder)).body).toMatchObject({ result: third }),
    );
  });

  it('says so when the prompt is gone', async () => {
    const { founder } = await founderWithTwo();
    await show({ founder, start: { promptId: randomUUID() } });
    expect(await screen.findByText('What you asked for could not be opened.')).toBeDefined();
    await hasIdea(storedIdea);
  });

  it('another idea starts on an empty page, and the prompt before stays', async () => {
    const { stored } = await showStored({ [ask]: says('') });
    const before = await stored();
    await press('Enhance Prompt');
    await screen.findByText(/^Your idea and your rewrites are kept/);
    await press('Start with another idea');
    await hasIdea('');
    expect(screen.queryByLabelText('Your Enhanced Prompt')).toBeNull();
    expect(screen.queryByText(/^Your idea and your rewrites are kept/)).toBeNull();
    expect(await stored()).toEqual(before);
  });
});
