// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { ValidationModal } from './ValidationModal.tsx';

const ask = 'POST /api/groq';
const store = 'POST /api/surveys';
type Answers = Parameters<typeof stubServer>[0];

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

const planned =
  (change: object = {}, model: string | null = null) =>
  () =>
    Response.json({ completion: JSON.stringify({ ...examplePlan, ...change }), model });

function show(answers: Answers = {}) {
  const server = stubServer({
    [ask]: planned(),
    [store]: ({ body }) =>
      Response.json({ ...(body as SurveyDraft), publicLink: false, isOwner: true }, { status: 201 }),
    ...answers,
  });
  const onSeePlans = vi.fn();
  const onOpenChange = vi.fn();
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <ValidationModal open userId="u1" onOpenChange={onOpenChange} onSeePlans={onSeePlans} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...server, onSeePlans, onOpenChange };
}

const idea = () => screen.getByLabelText<HTMLTextAreaElement>('Your idea in one sentence');
const post = () => screen.getByLabelText<HTMLTextAreaElement>('Summary Post for Communities');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const saved = () => screen.findByText('Saved. The survey can be shared.', {}, { timeout: 4_000 });

async function validate(text = 'A calendar for two homes') {
  type(idea(), text);
  await press('Process for Validation');
}

async function toasted(title: string, text: string) {
  await screen.findByText(title);
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
}

describe('asking for a plan', () => {
  it('needs an idea', async () => {
    const { callsOf } = show();
    await validate('   ');
    expect(screen.getByRole('alert').textContent).toBe('Type your idea first.');
    expect(document.activeElement).toBe(idea());
    expect(callsOf(ask)).toEqual([]);
  });

  it('needs a signed-in founder', async () => {
    setTokenSource(async () => null);
    const { callsOf } = show();
    await validate();
    await toasted('Authentication Error', 'You must be logged in to validate an idea.');
    expect(callsOf(ask)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Process for Validation' })).toBeDefined();
  });

  it('says what it is doing, and can be stopped', async () => {
    show({ [ask]: () => new Promise<Response>(() => {}) });
    vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
    });
    await validate();
    expect(await screen.findByText('Generating response, please wait...')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Validating...' })).toBeDefined();
    await press('Stop');
    expect(await screen.findByText('Stopped. Your idea is kept.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Process for Validation' })).toBeDefined();
    expect(idea().value).toBe('A calendar for two homes');
  });

  it('shows the plan, its communities and where the words come from', async () => {
    show();
    await validate();
    await toasted('Success!', 'Your validation plan and survey are ready.');
    expect(screen.getByRole('button', { name: 'Refresh Validation' })).toBeDefined();
    expect(screen.getByText('Written without AI')).toBeDefined();
    const link = screen.getByRole('link', { name: /^Parents/ });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'https://parents.example/',
      '_blank',
    ]);
    expect(link.getAttribute('rel')).toContain('noopener');
    for (const label of ['App name', 'One-sentence pitch', 'Problem', 'Target audience'])
      expect(screen.getByLabelText(label)).toBeDefined();
    await saved();
  });

  it('says so when there are no communities', async () => {
    show({ [ask]: planned({ socialGroups: [] }, 'a-model') });
    await validate();
    const text = 'No online communities were identified. You can try refreshing the validation.';
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText('Written by a-model')).toBeDefined();
  });
});

describe('a reply that is no plan', () => {
  const says = (completion: string) => () => Response.json({ completion, model: 'm' });
  it.each([
    ['', 'The AI returned an empty response.'],
    ['I would rather not.', 'Could not find a valid JSON object in the AI response.'],
    ['{"appName": "A"}', 'AI response is missing required fields or has an incorrect format.'],
    ['{"appName": "A" "b"}', 'The AI response was not in the correct format. Please try again.'],
  ])('is named: %s', async (completion, text) => {
    show({ [ask]: says(completion) });
    await validate();
    await toasted('Validation Failed', text);
    expect(screen.getByRole('button', { name: 'Process for Validation' })).toBeDefined();
    expect(idea().value).toBe('A calendar for two homes');
  });

  it('is told apart from a server that refuses, whose reason is shown', async () => {
    const { onSeePlans } = show({ [ask]: refusal(403, 'upgrade_to_pro', 'Please upgrade.') });
    await validate();
    await toasted('Validation Failed', 'Failed to get a response from the server.');
    expect(screen.getByText('Please upgrade.')).toBeDefined();
    await press('See the plans');
    expect(onSeePlans).toHaveBeenCalledTimes(1);
  });

  it('is told apart from what no one foresaw', async () => {
    show({ [ask]: () => new Response('<html>', { status: 200 }) });
    await validate();
    await toasted('Validation Failed', 'An unknown error occurred.');
  });
});

describe('the plan', () => {
  it('keeps the post in step with edits, until the founder writes it', async () => {
    show();
    await validate();
    type(await screen.findByLabelText('Problem'), 'One calm place.');
    expect(post().value).toContain('One calm place.');
    type(post(), 'My own words');
    type(screen.getByLabelText('Problem'), 'Another problem.');
    expect(post().value).toBe('My own words');
    await press('Write it from the plan again');
    expect(post().value).toContain('Another problem.');
    await press('Undo');
    expect(post().value).toBe('My own words');
  });

  it('copies the post', async () => {
    const user = userEvent.setup();
    show();
    type(idea(), 'A calendar');
    await user.click(screen.getByRole('button', { name: 'Process for Validation' }));
    await user.click(await screen.findByRole('button', { name: 'Copy to clipboard' }));
    await toasted('Copied to clipboard!', 'You can now paste the summary post.');
    expect(await navigator.clipboard.readText()).toBe(post().value);
  });

  it('survives a closed tab, with what was half-typed', async () => {
    show();
    await validate();
    type(await screen.findByLabelText('App name'), 'Mine');
    type(idea(), 'Half an id');
    await saved();
    cleanup();
    show();
    expect(screen.getByLabelText<HTMLInputElement>('App name').value).toBe('Mine');
    expect(idea().value).toBe('Half an id');
  });

  it('is cleared by the next request, and can be brought back', async () => {
    show();
    await validate();
    type(await screen.findByLabelText('App name'), 'Mine');
    stubServer({ [ask]: refusal(503, 'ai_busy', 'Busy.') });
    await press('Refresh Validation');
    await screen.findByText(
      'Your idea and your previous plan are kept. You can send it again, or word it differently.',
    );
    expect(screen.queryByLabelText('App name')).toBeNull();
    await press('Bring back the previous plan');
    expect(screen.getByLabelText<HTMLInputElement>('App name').value).toBe('Mine');
  });

  it('lies in the browser under the survey’s path, and belongs to one account', async () => {
    show();
    await validate();
    const link = (await screen.findByLabelText<HTMLInputElement>('Survey link', {}, { timeout: 4_000 }))
      .value;
    const kept = JSON.parse(localStorage.getItem(new URL(link).pathname) ?? 'null');
    expect(kept).toMatchObject({ idea: 'A calendar for two homes', questions: examplePlan.surveyQuestions });
    expect(kept.summaryPost).toContain(link);
    expect(localStorage.getItem('validation:u2')).toBeNull();
  });
});

describe('the survey', () => {
  const editQuestion = async (number: number, text: string) => {
    await press(`Edit question ${number}`);
    type(screen.getByRole('textbox', { name: `Question ${number}` }), text);
  };

  it('is stored when the plan is ready, and again after edits', async () => {
    const { callsOf } = show();
    await validate();
    await saved();
    await editQuestion(2, 'What did you do?');
    await waitFor(() => expect(callsOf(store)).toHaveLength(2), { timeout: 4_000 });
    const [first, second] = callsOf(store).map(({ body }) => body as SurveyDraft);
    expect(second?.surveyId).toBe(first?.surveyId);
    expect(second?.questions[1]?.question).toBe('What did you do?');
  });

  it('is stored before the next plan takes its place', async () => {
    const { callsOf } = show();
    await validate();
    await saved();
    await editQuestion(2, 'What did you do?');
    await press('Refresh Validation');
    await waitFor(() => expect(callsOf(store).length).toBeGreaterThan(1), { timeout: 4_000 });
    const [first, second] = callsOf(store).map(({ body }) => body as SurveyDraft);
    expect(second?.surveyId).toBe(first?.surveyId);
    expect(second?.questions[1]?.question).toBe('What did you do?');
    await saved();
  });

  it('is not stored while a question is incomplete', async () => {
    const { callsOf } = show();
    await validate();
    await saved();
    await editQuestion(2, ' ');
    expect(screen.getByRole('alert').textContent).toMatch(/^Write the question/);
    expect(screen.getByText(/^Not saved yet/).textContent).toContain('Your edits are kept in this browser.');
    expect(callsOf(store)).toHaveLength(1);
  });

  it('takes another address when somebody else has it', async () => {
    let taken = true;
    const { callsOf } = show({
      [store]: ({ body }) => {
        const reply = taken ? refusal(409, 'survey_taken', 'Taken.') : Response.json(body);
        taken = false;
        return reply;
      },
    });
    await validate();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Use a new survey link' }, { timeout: 4_000 }),
    );
    await saved();
    const [first, second] = callsOf(store).map(({ body }) => (body as SurveyDraft).surveyId);
    expect(second).not.toBe(first);
    expect(post().value).toContain(second);
  });

  it('that has answers offers its questions back, or a new link', async () => {
    const text = 'This survey already has answers.';
    const { callsOf } = show({ [store]: refusal(409, 'survey_has_answers', text) });
    await validate();
    const note = await screen.findByText(new RegExp(text), {}, { timeout: 4_000 });
    expect(note.textContent).toContain('Your edits are kept in this browser.');
    expect(screen.getByRole('button', { name: 'Put the answered questions back' })).toBeDefined();
    await press('Use a new survey link');
    await waitFor(() => expect(callsOf(store)).toHaveLength(2), { timeout: 4_000 });
    const [first, second] = callsOf(store).map(({ body }) => (body as SurveyDraft).surveyId);
    expect(second).not.toBe(first);
  });

  it('shows at once who may answer, and goes back when the server refuses', async () => {
    let refuse = (_: Response) => {};
    show();
    await validate();
    await saved();
    const access = screen.getByRole<HTMLInputElement>('switch', { name: /Anyone with the link can answer/ });
    expect(access.checked).toBe(false);
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (refuse = resolve)));
    await userEvent.click(access);
    await waitFor(() => expect(access.checked).toBe(true));
    refuse(refusal(500, 'internal', 'Away.'));
    await toasted('Error', 'The sharing setting could not be changed. Please try again.');
    expect(access.checked).toBe(false);
  });

  it('draws its QR code and leads to the survey and its results', async () => {
    show();
    await validate();
    await saved();
    await press('QR code');
    const image = await screen.findByRole<HTMLImageElement>('img', { name: /QR code/ });
    expect(image.src).toMatch(/^data:image\/svg\+xml,/);
    const link = screen.getByLabelText<HTMLInputElement>('Survey link').value;
    const dialog = screen.getByRole('dialog');
    const href = (name: RegExp) => within(dialog).getByRole<HTMLAnchorElement>('link', { name }).href;
    expect(href(/^Open survey/)).toBe(link);
    expect(href(/^View results/)).toBe(`${link}/results`);
  });
});
