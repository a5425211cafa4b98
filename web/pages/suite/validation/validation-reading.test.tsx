// @vitest-environment page
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { readPhrases, savePhrases } from '#web/drafts/idea-phrases.ts';
import { readWorkspace } from '#web/features/validation/workspace.ts';
import { setTokenSource } from '#web/identity/token.ts';
import {
  ask,
  field,
  idea as ideaField,
  post,
  press,
  showValidation,
  slow,
  storedBy,
  type,
  validate,
} from './validation-dialog.fixture.tsx';

const idea = 'Something with AI for busy moms';
const asked: IdeaReading = { who: 'busy moms', job: '', trouble: '', language: 'en' };
const nothing: IdeaReading = { who: '', job: '', trouble: '', language: 'en' };

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.restoreAllMocks();
  // Also what only the page has: the next file may have the same page.
  savePhrases('u1', idea, null);
  expect(readPhrases('u1', idea)).toBeNull();
  localStorage.clear();
});

type AskBody = { task: { idea: string; reading?: IdeaReading } };

/** Reads every idea as `first`, and writes a plan once it is given phrases. */
function show(first: IdeaReading, model: string | null = null) {
  return showValidation({
    [ask]: ({ body }) => {
      const { task } = body as AskBody;
      const reading = task.reading ?? first;
      const isEnough = reading.who !== '' && (reading.job !== '' || reading.trouble !== '');
      const plan = isEnough ? writePlan(reading, task.idea) : {};
      return { completion: JSON.stringify({ ...reading, ...plan }), model };
    },
  });
}

const tasks = ({ callsOf }: Pick<ReturnType<typeof show>, 'callsOf'>) =>
  callsOf(ask).map(({ body }) => (body as AskBody).task);
const who = () => field('Who has the problem?');
const job = () => field('What do they try to do?');
const trouble = () => field('What goes wrong?');

/** Sends an idea that says too little. */
async function askedFor(reading = asked) {
  const server = show(reading);
  await validate(idea);
  await screen.findByRole('heading', { name: /missing$/ });
  return server;
}

describe('an idea that says too little', () => {
  it('is asked for what is missing, and nothing is made or stored', async () => {
    const server = await askedFor();
    const title = screen.getByRole('heading', { name: 'Two things are missing' });
    expect(who().value).toBe('busy moms');
    expect(job().placeholder).toBe('for example: cook dinner on weekdays');
    expect(document.activeElement).toBe(job());
    expect(title.closest('[role=group]')?.getAttribute('aria-labelledby')).toBe(title.id);
    expect(screen.getByText('Nothing is shared yet.')).toBeDefined();
    expect(screen.queryByText('Your validation plan and survey are ready.')).toBeNull();
    expect(storedBy(server)).toEqual([]);
    expect(readWorkspace('u1').open).toBeNull();
  });

  it.each([
    [nothing, 'Three things are missing', 'Who has the problem?'],
    [{ ...nothing, job: 'plan meals' }, 'Two things are missing', 'Who has the problem?'],
    [{ ...nothing, job: 'plan meals', trouble: 'run out' }, 'One thing is missing', 'Who has the problem?'],
  ])('names how many: %j', async (reading, title, label) => {
    await askedFor(reading);
    expect(screen.getByRole('heading', { name: title })).toBeDefined();
    expect(document.activeElement).toBe(field(label));
  });

  it('goes on with one click, from the phrases as they stand', async () => {
    const server = await askedFor();
    type(trouble(), ' run out of time to cook ');
    await press('Process for Validation');
    expect(await screen.findByText('Your validation plan and survey are ready.')).toBeDefined();
    const reading = { ...asked, trouble: 'run out of time to cook' };
    expect(tasks(server)).toEqual([
      { kind: 'plan', idea },
      { kind: 'plan', idea, reading },
    ]);
    expect(screen.getByRole('heading', { name: 'Is this right?' })).toBeDefined();
    expect(trouble().value).toBe('run out of time to cook');
  });

  it('does not ask the server again before the phrases say enough', async () => {
    const server = await askedFor();
    type(who(), ' ');
    await press('Process for Validation');
    expect(screen.getByRole('alert').textContent).toBe('Name the people who have the problem.');
    expect(document.activeElement).toBe(who());
    type(who(), 'moms');
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Process for Validation');
    expect(screen.getByRole('alert').textContent).toBe('Say what they try to do, or what goes wrong.');
    expect(tasks(server)).toHaveLength(1);
  });

  it('keeps what was typed over a reload, and the boxes of another idea', async () => {
    const { reload } = await askedFor();
    const elsewhere = { ...asked, who: 'choir directors' };
    savePhrases('u1', 'Another idea', elsewhere);
    type(job(), 'cook dinner');
    expect(readPhrases('u1', 'Another idea')).toEqual(elsewhere);
    reload();
    expect(job().value).toBe('cook dinner');
    expect(screen.getByRole('heading', { name: 'Is this right?' })).toBeDefined();
  });

  it('shows what another tab types into the same boxes', async () => {
    await askedFor();
    act(() => savePhrases('u1', idea, { ...asked, trouble: 'run out of time' }));
    type(job(), 'cook dinner');
    expect(readPhrases('u1', idea)).toEqual({ ...asked, job: 'cook dinner', trouble: 'run out of time' });
  });

  it('keeps the boxes while the page is open, where the browser keeps nothing', async () => {
    const full = new DOMException('full', 'QuotaExceededError');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw full;
    });
    const server = await askedFor();
    type(job(), 'cook dinner');
    await press('Process for Validation');
    expect(await screen.findByText('Your validation plan and survey are ready.')).toBeDefined();
    expect(tasks(server)[1]?.reading).toEqual({ ...asked, job: 'cook dinner' });
  });

  it('is read afresh once it is worded differently', async () => {
    const server = await askedFor();
    type(ideaField(), `${idea} again`);
    expect(screen.queryByLabelText('Who has the problem?')).toBeNull();
    await press('Process for Validation');
    await screen.findByRole('heading', { name: 'Two things are missing' });
    expect(tasks(server)[1]).toEqual({ kind: 'plan', idea: `${idea} again` });
  });
});

const bakery = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
const full: IdeaReading = {
  who: 'small bakeries',
  job: 'plan tomorrow’s baking',
  trouble: 'throw away unsold bread',
  language: 'en',
};
/** Sends an idea that says enough. */
async function planned(reading = full, model: string | null = null) {
  const server = show(reading, model);
  await validate(bakery);
  await screen.findByRole('heading', { name: 'Is this right?' });
  return server;
}

describe('the phrases of a plan', () => {
  it('stand first, and a change rewrites the plan without a call', async () => {
    const server = await planned();
    expect([who().value, job().value, trouble().value]).toEqual([full.who, full.job, full.trouble]);
    const [first] = screen.getAllByRole('heading', { level: 3 });
    expect(first?.textContent).toBe('Is this right?');
    type(trouble(), 'throw away old rolls');
    expect(screen.getByText('In the last month, how often did you throw away old rolls?')).toBeDefined();
    expect(field('Problem').value).toContain('throw away old rolls');
    expect(post().value).toContain('throw away old rolls');
    expect(tasks(server)).toHaveLength(1);
    const stored = () => storedBy(server).at(-1);
    await waitFor(() => expect(stored()?.questions[0]?.question).toContain('old rolls'), slow);
    expect(stored()?.questions[0]?.marks).toContain('has');
  });

  it('leave alone what the founder has edited, and say so', async () => {
    await planned();
    type(field('Problem'), 'My own words');
    type(trouble(), 'throw away old rolls');
    expect(screen.getByText('Left as you edited it: problem.')).toBeDefined();
    expect(field('Problem').value).toBe('My own words');
  });

  it('wait while they say too little', async () => {
    await planned();
    const before = field('Problem').value;
    type(who(), '');
    expect(screen.getByRole('alert').textContent).toBe('Name the people who have the problem.');
    expect(field('Problem').value).toBe(before);
    type(who(), 'pastry shops');
    expect(field('Problem').value).toContain('Pastry shops');
  });

  it('stay half filled over a reload, with the plan as it was', async () => {
    const { reload } = await planned();
    const before = field('Problem').value;
    type(who(), '');
    type(trouble(), 'throw away old rolls');
    reload();
    expect([who().value, trouble().value]).toEqual(['', 'throw away old rolls']);
    expect(screen.getByRole('alert').textContent).toBe('Name the people who have the problem.');
    expect(field('Problem').value).toBe(before);
    type(who(), 'pastry shops');
    expect(field('Problem').value).toContain('old rolls');
    reload();
    expect(who().value).toBe('pastry shops');
  });

  it('go into the next refresh, which a model’s plan waits for', async () => {
    const server = await planned(full, 'a-model');
    const before = field('Problem').value;
    type(who(), 'pastry shops');
    expect(screen.getByText('Refresh Validation writes the plan from these words.')).toBeDefined();
    expect(field('Problem').value).toBe(before);
    expect(screen.queryByLabelText('Questions in')).toBeNull();
    await press('Refresh Validation');
    await waitFor(() => expect(tasks(server)).toHaveLength(2));
    expect(tasks(server)[1]?.reading).toEqual({ ...full, who: 'pastry shops' });
  });

  it('have questions in another language', async () => {
    await planned();
    await userEvent.selectOptions(screen.getByLabelText('Questions in'), 'Deutsch');
    const [german] = writePlan(full, bakery, 'de').surveyQuestions;
    expect(screen.getByText(german?.question ?? 'none')).toBeDefined();
  });

  it('say that questions are in English where the idea is in none of the languages', async () => {
    await planned({ ...full, language: 'other' });
    expect(screen.getByText('The questions are in English. You can edit them.')).toBeDefined();
  });
});

describe('the marks of a question', () => {
  it('are shown and can be switched', async () => {
    const server = await planned();
    const questions = screen.getAllByText('Has the problem:');
    expect(questions.length).toBeGreaterThan(0);
    await press('Edit question 1');
    const fields = within(screen.getByRole('group', { name: 'Question 1' }));
    const [first] = fields.getAllByRole('combobox', { name: 'What option 1 says' });
    if (first) await userEvent.selectOptions(first, 'Not counted');
    const stored = () => storedBy(server).at(-1);
    await waitFor(() => expect(stored()?.questions[0]?.marks?.[0]).toBeNull(), slow);
  });
});
