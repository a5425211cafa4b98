// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { readPhrases, savePhrases } from '#web/drafts/idea-phrases.ts';
import { readWorkspace } from '#web/features/validation/workspace.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { ValidationModal } from './ValidationModal.tsx';

const ask = 'POST /api/groq';
const store = 'POST /api/surveys';
const idea = 'Something with AI for busy moms';
const asked: IdeaReading = { who: 'busy moms', job: '', trouble: '', language: 'en' };
const nothing: IdeaReading = { who: '', job: '', trouble: '', language: 'en' };

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

type AskBody = { task: { idea: string; reading?: IdeaReading } };

/** Reads every idea as `first`, and writes a plan once it is given phrases. */
function show(first: IdeaReading, model: string | null = null) {
  const answer = ({ body }: { body: unknown }) => {
    const { task } = body as AskBody;
    const reading = task.reading ?? first;
    const isEnough = reading.who !== '' && (reading.job !== '' || reading.trouble !== '');
    const plan = isEnough ? writePlan(reading, task.idea) : {};
    return { completion: JSON.stringify({ ...reading, ...plan }), model };
  };
  const server = stubServer({
    [ask]: answer,
    [store]: ({ body }) =>
      Response.json({ ...(body as SurveyDraft), publicLink: false, isOwner: true }, { status: 201 }),
  });
  let page = open();
  const reload = () => {
    page.unmount();
    page = open();
  };
  return { ...server, reload };
}

function open() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={cache}>
      <ValidationModal open userId="u1" onOpenChange={() => {}} onSeePlans={() => {}} />
      <Toaster />
    </QueryClientProvider>,
  );
}

type Calls = ReturnType<typeof stubServer>['callsOf'];
const tasks = (callsOf: Calls) => callsOf(ask).map(({ body }) => (body as AskBody).task);

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const who = () => box('Who has the problem?');
const job = () => box('What do they try to do?');
const trouble = () => box('What goes wrong?');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function validate(text = idea) {
  type(screen.getByLabelText('Your idea in one sentence'), text);
  await press('Process for Validation');
}

describe('an idea that says too little', () => {
  it('is asked for what is missing, and nothing is made or stored', async () => {
    const { callsOf } = show(asked);
    await validate();
    const title = await screen.findByRole('heading', { name: 'Two things are missing' });
    expect(who().value).toBe('busy moms');
    expect(job().placeholder).toBe('for example: cook dinner on weekdays');
    expect(document.activeElement).toBe(job());
    expect(title.closest('[role=group]')?.getAttribute('aria-labelledby')).toBe(title.id);
    expect(screen.getByText('Nothing is shared yet.')).toBeDefined();
    expect(screen.queryByText('Your validation plan and survey are ready.')).toBeNull();
    expect(callsOf(store)).toEqual([]);
    expect(readWorkspace('u1').open).toBeNull();
  });

  it.each([
    [nothing, 'Three things are missing', 'Who has the problem?'],
    [{ ...nothing, job: 'plan meals' }, 'Two things are missing', 'Who has the problem?'],
    [{ ...nothing, job: 'plan meals', trouble: 'run out' }, 'One thing is missing', 'Who has the problem?'],
  ])('names how many: %j', async (reading, title, label) => {
    show(reading);
    await validate();
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    expect(document.activeElement).toBe(box(label));
  });

  it('goes on with one click, from the phrases as they stand', async () => {
    const { callsOf } = show(asked);
    await validate();
    await screen.findByRole('heading', { name: 'Two things are missing' });
    type(trouble(), ' run out of time to cook ');
    await press('Process for Validation');
    expect(await screen.findByText('Your validation plan and survey are ready.')).toBeDefined();
    const reading = { ...asked, trouble: 'run out of time to cook' };
    expect(tasks(callsOf)).toEqual([
      { kind: 'plan', idea },
      { kind: 'plan', idea, reading },
    ]);
    expect(screen.getByRole('heading', { name: 'Is this right?' })).toBeDefined();
    expect(trouble().value).toBe('run out of time to cook');
  });

  it('does not ask the server again before the phrases say enough', async () => {
    const { callsOf } = show(asked);
    await validate();
    await screen.findByRole('heading', { name: 'Two things are missing' });
    type(who(), ' ');
    await press('Process for Validation');
    expect(screen.getByRole('alert').textContent).toBe('Name the people who have the problem.');
    expect(document.activeElement).toBe(who());
    type(who(), 'moms');
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Process for Validation');
    expect(screen.getByRole('alert').textContent).toBe('Say what they try to do, or what goes wrong.');
    expect(callsOf(ask)).toHaveLength(1);
  });

  it('keeps what was typed over a reload', async () => {
    const { reload } = show(asked);
    await validate();
    await screen.findByRole('heading', { name: 'Two things are missing' });
    type(job(), 'cook dinner');
    reload();
    expect(job().value).toBe('cook dinner');
    expect(screen.getByRole('heading', { name: 'Is this right?' })).toBeDefined();
  });

  it('keeps the boxes of an idea that another tab was asked for', async () => {
    const { reload } = show(asked);
    await validate();
    await screen.findByRole('heading', { name: 'Two things are missing' });
    const elsewhere = { ...asked, who: 'choir directors' };
    savePhrases('u1', 'Another idea', elsewhere);
    type(job(), 'cook dinner');
    expect(readPhrases('u1', 'Another idea')).toEqual(elsewhere);
    reload();
    expect(job().value).toBe('cook dinner');
  });

  it('shows what another tab types into the same boxes', async () => {
    show(asked);
    await validate();
    await screen.findByRole('heading', { name: 'Two things are missing' });
    act(() => savePhrases('u1', idea, { ...asked, trouble: 'run out of time' }));
    type(job(), 'cook dinner');
    expect(readPhrases('u1', idea)).toEqual({ ...asked, job: 'cook dinner', trouble: 'run out of time' });
  });

  it('keeps the boxes while the page is open, where the browser keeps nothing', async () => {
    const full = new DOMException('full', 'QuotaExceededError');
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw full;
    });
    const { callsOf } = show(asked);
    await validate();
    await screen.findByRole('heading', { name: 'Two things are missing' });
    type(job(), 'cook dinner');
    await press('Process for Validation');
    expect(await screen.findByText('Your validation plan and survey are ready.')).toBeDefined();
    expect(tasks(callsOf)[1]?.reading).toEqual({ ...asked, job: 'cook dinner' });
    setItem.mockRestore();
  });

  it('is read afresh once it is worded differently', async () => {
    const { callsOf } = show(asked);
    await validate();
    await screen.findByRole('heading', { name: 'Two things are missing' });
    type(screen.getByLabelText('Your idea in one sentence'), `${idea} again`);
    expect(screen.queryByLabelText('Who has the problem?')).toBeNull();
    await press('Process for Validation');
    await screen.findByRole('heading', { name: 'Two things are missing' });
    expect(tasks(callsOf)[1]).toEqual({ kind: 'plan', idea: `${idea} again` });
  });
});

const bakery = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
const full: IdeaReading = {
  who: 'small bakeries',
  job: 'plan tomorrow’s baking',
  trouble: 'throw away unsold bread',
  language: 'en',
};
const post = () => screen.getByLabelText<HTMLTextAreaElement>('Summary Post for Communities');

describe('the phrases of a plan', () => {
  it('stand first, and a change rewrites the plan without a call', async () => {
    const { callsOf } = show(full);
    await validate(bakery);
    await screen.findByRole('heading', { name: 'Is this right?' });
    expect([who().value, job().value, trouble().value]).toEqual([full.who, full.job, full.trouble]);
    const [first] = screen.getAllByRole('heading', { level: 3 });
    expect(first?.textContent).toBe('Is this right?');
    type(trouble(), 'throw away old rolls');
    expect(screen.getByText('In the last month, how often did you throw away old rolls?')).toBeDefined();
    expect(box('Problem').value).toContain('throw away old rolls');
    expect(post().value).toContain('throw away old rolls');
    expect(callsOf(ask)).toHaveLength(1);
    const stored = () => callsOf(store).at(-1)?.body as SurveyDraft | undefined;
    await waitFor(() => expect(stored()?.questions[0]?.question).toContain('old rolls'), { timeout: 4_000 });
    expect(stored()?.questions[0]?.marks).toContain('has');
  });

  it('leave alone what the founder has edited, and say so', async () => {
    show(full);
    await validate(bakery);
    await screen.findByRole('heading', { name: 'Is this right?' });
    type(box('Problem'), 'My own words');
    type(trouble(), 'throw away old rolls');
    expect(screen.getByText('Left as you edited it: problem.')).toBeDefined();
    expect(box('Problem').value).toBe('My own words');
  });

  it('wait while they say too little', async () => {
    show(full);
    await validate(bakery);
    await screen.findByRole('heading', { name: 'Is this right?' });
    const before = box('Problem').value;
    type(who(), '');
    expect(screen.getByRole('alert').textContent).toBe('Name the people who have the problem.');
    expect(box('Problem').value).toBe(before);
    type(who(), 'pastry shops');
    expect(box('Problem').value).toContain('Pastry shops');
  });

  it('stay half filled over a reload, with the plan as it was', async () => {
    const { reload } = show(full);
    await validate(bakery);
    await screen.findByRole('heading', { name: 'Is this right?' });
    const before = box('Problem').value;
    type(who(), '');
    type(trouble(), 'throw away old rolls');
    reload();
    expect([who().value, trouble().value]).toEqual(['', 'throw away old rolls']);
    expect(screen.getByRole('alert').textContent).toBe('Name the people who have the problem.');
    expect(box('Problem').value).toBe(before);
    type(who(), 'pastry shops');
    expect(box('Problem').value).toContain('old rolls');
    reload();
    expect(who().value).toBe('pastry shops');
  });

  it('go into the next refresh, which a model’s plan waits for', async () => {
    const { callsOf } = show(full, 'a-model');
    await validate(bakery);
    await screen.findByRole('heading', { name: 'Is this right?' });
    const before = box('Problem').value;
    type(who(), 'pastry shops');
    expect(screen.getByText('Refresh Validation writes the plan from these words.')).toBeDefined();
    expect(box('Problem').value).toBe(before);
    expect(screen.queryByLabelText('Questions in')).toBeNull();
    await press('Refresh Validation');
    await waitFor(() => expect(callsOf(ask)).toHaveLength(2));
    expect(tasks(callsOf)[1]?.reading).toEqual({ ...full, who: 'pastry shops' });
  });

  it('have questions in another language', async () => {
    show(full);
    await validate(bakery);
    await screen.findByRole('heading', { name: 'Is this right?' });
    await userEvent.selectOptions(screen.getByLabelText('Questions in'), 'Deutsch');
    const [german] = writePlan(full, bakery, 'de').surveyQuestions;
    expect(screen.getByText(german?.question ?? 'none')).toBeDefined();
  });

  it('say that questions are in English where the idea is in none of the languages', async () => {
    show({ ...full, language: 'other' });
    await validate(bakery);
    expect(await screen.findByText('The questions are in English. You can edit them.')).toBeDefined();
  });
});

describe('the marks of a question', () => {
  it('are shown and can be switched', async () => {
    const { callsOf } = show(full);
    await validate(bakery);
    await screen.findByRole('heading', { name: 'Is this right?' });
    const questions = screen.getAllByText('Has the problem:');
    expect(questions.length).toBeGreaterThan(0);
    await press('Edit question 1');
    const fields = within(screen.getByRole('group', { name: 'Question 1' }));
    const [first] = fields.getAllByRole('combobox', { name: 'What option 1 says' });
    if (first) await userEvent.selectOptions(first, 'Not counted');
    const stored = () => callsOf(store).at(-1)?.body as SurveyDraft | undefined;
    await waitFor(() => expect(stored()?.questions[0]?.marks?.[0]).toBeNull(), { timeout: 4_000 });
  });
});
