// @vitest-environment page
import { locks } from 'node:worker_threads';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ideaWork } from '#server/testing/idea-work.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { readPhrases, savePhrases } from '#web/drafts/idea-phrases.ts';
import { sendDocuments } from '#web/drafts/unsent.ts';
import {
  editPlan,
  type FounderPlan,
  startPlan,
  surveyDraft,
} from '#web/features/validation/plan/founder-plan.ts';
import { changeWorkspace, readWorkspace } from '#web/features/validation/workspace.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { modelStream } from '#web/testing/model-stream.ts';
import { type Answers, lateResponse, refusal, silence } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { ValidationModal } from './ValidationModal.tsx';

const ask = 'POST /api/groq';
const store = 'POST /api/surveys';
const slow = { timeout: 4_000 };
const bakery = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
const full: IdeaReading = {
  who: 'small bakeries',
  solution: '',
  question: 'you throw away unsold bread',
  trouble: 'throw away unsold bread',
  language: 'en',
};
/** The plan that is written without a model for it. */
const examplePlan = writePlan(full, bakery);

let app: TestApp;
const work = ideaWork(() => app);

beforeAll(async () => {
  app = await startTestApp({ tasksByHand: true });
});
afterAll(() => app.close());
type Props = Partial<Parameters<typeof ValidationModal>[0]>;

/** The dialog of a founder; answers that are added later count from then on. */
async function show(answers: Answers = {}, given: Props = {}, user?: TestUser) {
  const founder = user ?? (await app.signUp('pro'));
  const server = app.connect(answers);
  await app.signIn(founder);
  const onSeePlans = vi.fn();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (props: Props) => (
    <QueryClientProvider client={client}>
      <ValidationModal open userId={founder.id} onOpenChange={() => {}} onSeePlans={onSeePlans} {...props} />
      <Toaster />
    </QueryClientProvider>
  );
  let page = render(dialog(given));
  const reload = () => {
    page.unmount();
    page = render(dialog({}));
  };
  const turn = (props: Props) => page.rerender(dialog(props));
  /** The surveys that were sent to be stored. */
  const stored = () => server.callsOf(store).map(({ body }) => body as SurveyDraft);
  return { ...server, founder, answers, onSeePlans, reload, turn, stored };
}

/** Stores a plan in the browser, as the open one unless another place is given. */
function storePlan(plan: FounderPlan, { id }: TestUser, place: 'open' | 'previous' | null = 'open') {
  localStorage.setItem(surveyPath(plan.surveyId), JSON.stringify(plan));
  const { surveyId, appName } = plan;
  if (place) changeWorkspace(id, { [place]: { surveyId, appName } });
}

const link = () => screen.getAllByLabelText('Survey link')[0]?.textContent ?? '';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** The head of a plan, unfolded; nothing where there is no plan. */
function unfold() {
  const edit = screen.queryByRole('button', { name: 'Edit your idea' });
  if (edit) fireEvent.click(edit);
}
const idea = () => {
  unfold();
  return field('Your idea in one sentence');
};
/** The field of the plan's name. */
function nameField() {
  const open = screen.queryByRole('button', { name: /^(Rename|Name it)$/ });
  if (open) fireEvent.click(open);
  return field('Name');
}
const made = () => screen.findByRole('button', { name: 'Edit your idea' }, slow);
async function pressUnfolded(name: string) {
  unfold();
  await press(name);
}
const post = () => field('Summary Post for Communities');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const saved = () => screen.findByText('Saved', {}, slow);
/** Longer than the pause in typing after which something is sent. */
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 900)));

async function validate(text = bakery) {
  type(idea(), text);
  await press('Process for Validation');
}

/** A model's completion. */
const reply = (change: object, model: string | null = 'a-model') => ({
  completion: JSON.stringify({ ...examplePlan, ...change }),
  model,
});

async function toasted(title: string, text: string) {
  await screen.findByText(title, {}, slow);
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
}

describe('asking for a plan', () => {
  it.each([
    ['   ', 'Type your idea first.'],
    ['x'.repeat(10_001), 'That is 10,001 characters. Please shorten it to 10,000.'],
  ])('needs an idea of up to 10,000 characters', async (text, problem) => {
    const { callsOf } = await show();
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    await validate(text);
    expect(screen.getByRole('alert').textContent).toBe(problem);
    expect(document.activeElement).toBe(idea());
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
    expect(callsOf(ask)).toEqual([]);
  });

  it('needs a signed-in founder', async () => {
    const { callsOf } = await show();
    setTokenSource(async () => null);
    await validate();
    await toasted('Authentication Error', 'You must be logged in to validate an idea.');
    expect(callsOf(ask)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Process for Validation' })).toBeDefined();
  });

  it('says what it is doing, and can be stopped', async () => {
    await show({ [ask]: silence });
    await validate();
    expect(await screen.findByText('Generating response, please wait...')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Validating...' })).toBeDefined();
    await press('Stop');
    expect(await screen.findByText('Stopped. Your idea is kept.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Process for Validation' })).toBeDefined();
    expect(idea().value).toBe(bakery);
  });

  it('does not call itself stopped when the page was left and came back', async () => {
    await show({ [ask]: silence });
    await validate();
    await screen.findByText('Generating response, please wait...');
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(screen.getByRole('button', { name: 'Process for Validation' })).toBeDefined();
    expect(screen.queryByText(/^Stopped\./)).toBeNull();
  });

  it('shows each part once it has arrived', async () => {
    const model = modelStream();
    await show({ [ask]: () => model.response });
    await validate();
    await model.text('{"appName": "Crumb", "oneSentencePitch": "Bread pl');
    expect(await screen.findByText('Crumb')).toBeDefined();
    expect(screen.queryByText(/Bread pl/)).toBeNull();
    await model.text('ans.", "surveyQuestions": [{"question": "How often?"}, {"question": "Wh');
    expect(await screen.findByText('Bread plans.')).toBeDefined();
    const questions = within(screen.getByRole('list', { name: 'Questions' }));
    expect(questions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1How often?']);
  });

  it('shows the plan, its communities and where the words come from', async () => {
    await show();
    await validate();
    await toasted('Success!', 'Your validation plan and survey are ready.');
    unfold();
    expect(screen.getByRole('button', { name: 'Refresh Validation' })).toBeDefined();
    expect(screen.getByText(/^Written without AI/)).toBeDefined();
    const [community] = examplePlan.socialGroups;
    const link = screen.getByRole('link', { name: new RegExp(`^${community?.name}`) });
    expect(link.getAttribute('href')).toBe(community?.url);
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    // The texts are the founder's sentence and boxes, which stand above.
    for (const label of ['Pitch', 'Problem', 'Audience']) expect(screen.queryByLabelText(label)).toBeNull();
    await saved();
  });

  it('says so when there are no communities', async () => {
    await show({ [ask]: reply({ socialGroups: [] }) });
    await validate();
    const text = 'No online communities were identified. You can try refreshing the validation.';
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText(/^Written by a-model/)).toBeDefined();
  });
});

describe('a reply that is no plan', () => {
  it.each([
    [{ completion: '', model: 'm' }, 'The AI returned an empty response.'],
    [
      { completion: 'I would rather not.', model: 'm' },
      'Could not find a valid JSON object in the AI response.',
    ],
    [
      { completion: '{"appName": "A"}', model: 'm' },
      'AI response is missing required fields or has an incorrect format.',
    ],
    [
      { completion: '{"appName": "A" "b"}', model: 'm' },
      'The AI response was not in the correct format. Please try again.',
    ],
    [refusal(500, 'internal', 'Away.'), 'Failed to get a response from the server.'],
    [new Response('<html>', { status: 200 }), 'An unknown error occurred.'],
  ])('is named: %s', async (answer, text) => {
    await show({ [ask]: answer });
    await validate();
    await toasted('Validation Failed', text);
    expect(screen.getByRole('button', { name: 'Process for Validation' })).toBeDefined();
    expect(idea().value).toBe(bakery);
  });

  it('has the server’s own reason, and leads to the plans', async () => {
    const { onSeePlans } = await show({ [ask]: refusal(403, 'upgrade_to_pro', 'Please upgrade.') });
    await validate();
    expect(await screen.findByText('Please upgrade.')).toBeDefined();
    await press('See the plans');
    expect(onSeePlans).toHaveBeenCalledTimes(1);
  });
});

describe('where a model is connected', () => {
  const config = async ({ passOn }: { passOn: () => Promise<Response> }) => {
    const given = await (await passOn()).json();
    return Response.json({ ...given, ai: 'openai-compatible' });
  };
  const without = 'Write it without AI';
  /** The first call is answered by the test, later ones by the application. */
  async function showModel(first: Response | typeof silence) {
    let calls = 0;
    const answer = (...given: Parameters<typeof silence>) => {
      calls += 1;
      if (calls > 1) return undefined;
      return typeof first === 'function' ? first(...given) : first;
    };
    return show({ 'GET /api/config': config, [ask]: answer });
  }
  const start = `{"who": "small bakeries", "job": "", "trouble": "throw away bread", "language": "en", "appName": "Crumb", "oneSentencePitch": "Bread plans.", `;
  const questions = '"surveyQuestions": [{"question": "How often?"}, {"question": "Wh';

  it('says after three seconds that it is busy, and writes without it on request', async () => {
    const server = await showModel(silence);
    await validate();
    expect(screen.queryByText(/The AI is busy/)).toBeNull();
    expect(await screen.findByText('The AI is busy. It may take a minute.', {}, slow)).toBeDefined();
    await press(without);
    expect(await screen.findByText(/^Written without AI/)).toBeDefined();
    expect(server.callsOf(ask).map(({ body }) => (body as { task: object }).task)).toEqual([
      { kind: 'plan', idea: bakery },
      { kind: 'plan', idea: bakery, withoutModel: true },
    ]);
  });

  it('opens the part of a plan that was cut off, on request', async () => {
    const model = modelStream();
    const { founder } = await showModel(model.response);
    await validate();
    await model.text(start + questions);
    await model.cutOff();
    expect(await screen.findByRole('button', { name: without })).toBeDefined();
    expect(screen.getByText('Crumb')).toBeDefined();
    expect(readPhrases(founder.id, bakery)).toMatchObject({
      who: 'small bakeries',
      trouble: 'throw away bread',
    });
    await press('Keep this part');
    expect(await screen.findByText('2 questions')).toBeDefined();
    expect(screen.queryByRole('button', { name: without })).toBeNull();
  });

  it('keeps in sight what is too little for a plan', async () => {
    const model = modelStream();
    await showModel(model.response);
    await validate();
    await model.text(`${start}"surveyQuestions": [`);
    await press('Stop');
    expect(screen.getByText('Bread plans.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Keep this part' })).toBeNull();
    await press(without);
    expect(await screen.findByText(/^Written without AI/)).toBeDefined();
  });

  it('says that it is asked once more', async () => {
    const model = modelStream();
    await showModel(model.response);
    await validate();
    await model.text('{"appName": "Loaf", "oneSentencePitch": "Br');
    expect(await screen.findByText('Loaf')).toBeDefined();
    await model.again();
    expect(screen.getByText('That answer could not be used. Asking once more.')).toBeDefined();
    expect(screen.queryByText('Loaf')).toBeNull();
    await model.done(`${start}"surveyQuestions": ["How often?"]}`);
    expect(await screen.findByText('2 questions')).toBeDefined();
  });

  it('keeps the plan whose phrases are missing until they are filled in', async () => {
    const completion = JSON.stringify({ ...examplePlan, appName: 'Crumb', who: '', job: '', trouble: 'x' });
    const server = await showModel(Response.json({ completion, model: 'm1' }));
    await validate();
    type(await screen.findByLabelText('Who has the problem?'), 'bakeries');
    type(screen.getByLabelText('Your first question'), 'you throw away bread');
    await press('Make the plan');
    expect(await screen.findByText('Your validation plan and survey are ready.')).toBeDefined();
    expect(server.callsOf(ask)).toHaveLength(1);
    expect(readWorkspace(server.founder.id).open?.appName).toBe('Crumb');
  });
});

it('shows nothing that a server in between says', async () => {
  await show({ [ask]: Response.json({ error: 'upstream 10.0.0.3 reset' }, { status: 502 }) });
  await validate();
  await toasted('Validation Failed', 'Failed to get a response from the server.');
  expect(screen.queryByText(/10\.0\.0\.3/)).toBeNull();
});

it('opens a plan without questions, which has no survey until there is one', async () => {
  const { stored } = await show({ [ask]: reply({ surveyQuestions: [] }) });
  await validate();
  expect(await screen.findByText('0 questions')).toBeDefined();
  expect(screen.getByText('Add at least one question.')).toBeDefined();
  expect(screen.getByText(/^Not saved yet/)).toBeDefined();
  expect(stored()).toEqual([]);
  await press('Add a question');
  type(screen.getByRole('textbox', { name: 'Question 1' }), 'What happened the last time?');
  await saved();
  expect(stored().at(-1)?.questions).toMatchObject([{ question: 'What happened the last time?' }]);
});

describe('a question that is marked', () => {
  const label = () => screen.getByLabelText<HTMLInputElement>('On the results page:');
  const choice = { type: 'multiple-choice', options: ['Yes', 'No'] };

  it('has a name for the results, in the founder’s own words until it is changed', async () => {
    const { stored } = await show();
    await validate();
    await saved();
    expect(label().value).toBe('throw away unsold bread');
    type(label(), 'bin their bread');
    await waitFor(() => expect(stored().at(-1)?.questions[0]?.label).toBe('bin their bread'), slow);
    expect(stored().at(-1)?.people).toBe('small bakeries');
  });

  it('is asked for a name where other words no longer fit ours', async () => {
    await show();
    await validate();
    await saved();
    type(
      screen.getByRole('textbox', { name: 'Question 1' }),
      'How often last month did you pay for parking?',
    );
    expect(label().value).toBe('');
    expect(screen.getByText('What do people with the problem do? “22 of 35 …”')).toBeDefined();
  });

  it('says in one line that it decides nothing while its marks are on one side', async () => {
    const question = 'Did you throw away bread last week?';
    await show({ [ask]: reply({ surveyQuestions: [{ ...choice, question, marks: ['has', null] }] }) });
    await validate();
    const note = 'Decides nothing yet: mark an option that has the problem and one that doesn’t.';
    expect(await screen.findByText(note)).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'No: Doesn’t' }));
    expect(screen.queryByText(note)).toBeNull();
    expect(screen.getByText('question 1')).toBeDefined();
  });

  it('decides nothing about the future, and offers to ask about the past', async () => {
    const question = 'Would you pay for an app that plans your baking?';
    await show({ [ask]: reply({ surveyQuestions: [{ ...choice, question, marks: ['has', 'hasnt'] }] }) });
    await validate();
    await made();
    const note = 'Decides nothing: it asks about the future or an opinion. Ask what happened.';
    expect((await screen.findAllByText(note)).length).toBeGreaterThan(0);
    await press('Write “How often last month did you …?”');
    expect(field('Question 1').value).toBe('How often last month did you …?');
    await press('Back to my question');
    expect(field('Question 1').value).toBe(question);
  });
});

describe('the plan', () => {
  it('keeps the post in step with edits, until the founder writes it', async () => {
    await show();
    await validate();
    await made();
    type(field('Question 1'), 'How often did bread go stale?');
    expect(post().value).toContain('how often did bread go stale?');
    type(post(), 'My own words');
    type(field('Question 1'), 'How often was bread left over?');
    expect(post().value).toBe('My own words');
    await press('Write it from the plan again');
    expect(post().value).toContain('how often was bread left over?');
    await press('Undo');
    expect(post().value).toBe('My own words');
  });

  it('begins without a name, and gets one under the same link', async () => {
    const server = await show();
    await validate();
    await saved();
    const at = link();
    await press('Name it');
    type(field('Name'), ' Unsold Bread ');
    fireEvent.keyDown(field('Name'), { key: 'Enter' });
    expect(screen.getByRole('heading', { name: 'Unsold Bread' })).toBeDefined();
    await waitFor(() => expect(server.stored().at(-1)?.appName).toBe('Unsold Bread'), slow);
    expect(link()).toBe(at);
  });

  it('calls the app by its new name in a model’s texts', async () => {
    await show({ [ask]: reply({ appName: 'Crumb', oneSentencePitch: 'Crumb plans bread.' }) });
    await validate();
    await made();
    await press('Rename');
    type(field('Name'), 'Loaf');
    fireEvent.blur(field('Name'));
    expect(field('Pitch').value).toBe('Loaf plans bread.');
  });

  it('copies the post', async () => {
    const user = userEvent.setup();
    await show();
    await validate();
    await saved();
    await user.click(screen.getByRole('button', { name: 'Copy to clipboard' }));
    await toasted('Copied to clipboard!', 'You can now paste the summary post.');
    expect(await navigator.clipboard.readText()).toBe(post().value);
  });

  it('lies in the browser under the survey’s path, also after a closed tab, for one account', async () => {
    const { reload } = await show();
    await validate();
    await made();
    type(nameField(), 'Mine');
    type(idea(), 'Half an id');
    await saved();
    const at = link();
    const stored = JSON.parse(localStorage.getItem(new URL(at).pathname) ?? 'null');
    expect(stored).toMatchObject({
      idea: bakery,
      questions: examplePlan.surveyQuestions,
    });
    expect(stored.summaryPost).toContain(at);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('validation:'))).toHaveLength(1);
    reload();
    expect([nameField().value, idea().value]).toEqual(['Mine', 'Half an id']);
  });

  it('is cleared by the next request, and can be brought back', async () => {
    const { answers } = await show();
    await validate();
    await made();
    type(nameField(), 'Mine');
    answers[ask] = refusal(503, 'ai_busy', 'Busy.');
    await pressUnfolded('Refresh Validation');
    await screen.findByText(
      'Your idea and your previous plan are kept. You can send it again, or word it differently.',
    );
    expect(screen.queryByRole('button', { name: /^(Rename|Name it)$/ })).toBeNull();
    await pressUnfolded('Bring back the previous plan');
    expect(nameField().value).toBe('Mine');
  });

  it('has a receipt of what wrote it and how the reply was read', async () => {
    const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
    const { completion } = reply({});
    await show({ [ask]: { completion: `Here it is:\n\`\`\`json\n${completion}\n\`\`\``, model: 'a-model' } });
    await validate();
    await screen.findByText('How?');
    expect(fact('Written by')).toBe('a-model');
    expect(fact('What came back')).toBe('Complete, without the words around it');
  });

  it('from before receipts were kept has none', async () => {
    const founder = await app.signUp('pro');
    storePlan(startPlan(examplePlan, { idea: 'A', model: 'an-old-model' }), founder);
    await show({}, {}, founder);
    expect(screen.getByText('Written by an-old-model, in another browser.')).toBeDefined();
  });

  it('has a dialog that its cross closes', async () => {
    const onOpenChange = vi.fn();
    await show({}, { onOpenChange });
    await press('Close');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });
});

describe('the survey', () => {
  const editQuestion = async (number: number, text: string) => {
    const open = screen.queryByRole('button', { name: new RegExp(`^Edit question ${number}:`) });
    if (open) await userEvent.click(open);
    type(screen.getByRole('textbox', { name: `Question ${number}` }), text);
  };

  it('is stored when the plan is ready, after edits, and before the next plan takes its place', async () => {
    const server = await show();
    await validate();
    await saved();
    await editQuestion(2, 'What did you do?');
    await waitFor(() => expect(server.stored()).toHaveLength(2), slow);
    await editQuestion(1, 'How often last week?');
    await pressUnfolded('Refresh Validation');
    await waitFor(() => expect(server.stored().length).toBeGreaterThan(2), slow);
    const [first, second, third] = server.stored();
    expect([second?.surveyId, third?.surveyId]).toEqual([first?.surveyId, first?.surveyId]);
    expect(third?.questions.slice(0, 2).map(({ question }) => question)).toEqual([
      'How often last week?',
      'What did you do?',
    ]);
    await saved();
  });

  it('is not stored while a question is incomplete', async () => {
    const server = await show();
    await validate();
    await saved();
    await editQuestion(2, ' ');
    expect(screen.getByRole('alert').textContent).toMatch(/^Write the question/);
    expect(screen.getByText(/^Not saved yet/).textContent).toContain('Your edits are kept in this browser.');
    expect(server.stored()).toHaveLength(1);
  });

  it.each([
    ['survey_has_answers', 'People have answered these questions'],
    ['survey_taken', 'This survey address belongs to somebody else.'],
  ])('gets a new link after %s', async (code, text) => {
    const { answers, ...server } = await show({ [store]: refusal(409, code, text) });
    await validate();
    const note = await screen.findByText(new RegExp(text), {}, slow);
    expect(note.textContent).toContain('Your edits are kept in this browser.');
    const restore = screen.queryByRole('button', { name: 'Put the answered questions back' });
    expect(restore !== null).toBe(code === 'survey_has_answers');
    delete answers[store];
    await press('New version');
    await saved();
    const [first, second] = server.stored().map(({ surveyId }) => surveyId);
    expect(second).not.toBe(first);
    expect(post().value).toContain(second);
  });

  it('that could not be stored is not sent again with the same words, also when another dialog closes', async () => {
    const { founder, ...server } = await show({ [store]: refusal(500, 'internal', 'Away.') });
    await validate();
    await screen.findByRole('button', { name: 'Save again' }, slow);
    const key = new URL(link()).pathname;
    act(() => void dispatchEvent(new StorageEvent('storage', { key })));
    await pause();
    await sendDocuments(founder.id);
    expect(server.stored()).toHaveLength(1);
  });

  async function stored() {
    await validate();
    await saved();
    const { pathname } = new URL(link());
    return `PUT /api${pathname.replace('survey', 'surveys')}/access`;
  }
  const access = (text: string) => waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));

  /** The share dialog over the plan. */
  async function openShare() {
    await press('Share survey');
    return within(await screen.findByRole('dialog', { name: /^Share survey/ }));
  }
  const copyLink = async () =>
    userEvent.setup().click((await openShare()).getByRole('button', { name: 'Copy link' }));

  it('opens to anybody when its link is copied, and closes again with Undo', async () => {
    const { callsOf } = await show();
    const put = await stored();
    await access('Private');
    await copyLink();
    await toasted('Link copied.', 'Anyone with it can answer.');
    expect(await navigator.clipboard.readText()).toBe(link());
    await access('Public');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await access('Private');
    expect(callsOf(put).map(({ body }) => body)).toEqual([{ publicLink: true }, { publicLink: false }]);
  });

  it('opens with its post and the link for a community too', async () => {
    const user = userEvent.setup();
    const { callsOf } = await show();
    const put = await stored();
    const dialog = await openShare();
    const [community] = examplePlan.socialGroups;
    const ways: [string | RegExp, string][] = [
      ['Copy post', 'Make private'],
      [`Copy the link for ${community?.name}`, 'Undo'],
    ];
    for (const [name, undo] of ways) {
      await user.click(await dialog.findByRole('button', { name }));
      await access('Public');
      fireEvent.click((await screen.findAllByRole('button', { name: undo })).at(-1) as HTMLElement);
      await access('Private');
    }
    expect(callsOf(put)).toHaveLength(4);
    expect(await navigator.clipboard.readText()).toBe(
      `${link()}?from=${encodeURIComponent(community?.name ?? '')}`,
    );
  });

  it('stays private while the dialog is looked at, until it is made public', async () => {
    const { callsOf } = await show();
    const put = await stored();
    const dialog = await openShare();
    expect(dialog.getByText('Private: people sign in first.')).toBeDefined();
    expect(callsOf(put)).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Make public' }));
    await access('Public');
    fireEvent.click(dialog.getByRole('button', { name: 'Make private' }));
    await access('Private');
  });

  it('is neither public nor private while it is loading, and has no Undo then', async () => {
    const founder = await app.signUp('pro');
    const plan = { ...startPlan(examplePlan, { idea: bakery, model: null }), stored: 'yes' as const };
    storePlan(plan, founder);
    const path = `/api/surveys/${plan.surveyId}`;
    const opened = { surveyId: plan.surveyId, publicLink: true };
    await show({ [`GET ${path}`]: silence, [`PUT ${path}/access`]: opened }, {}, founder);
    await copyLink();
    expect(screen.queryByText('Private')).toBeNull();
    await toasted('Link copied.', 'Anyone with it can answer.');
    await access('Public');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('has its post copied and says so, also while it is not stored', async () => {
    const user = userEvent.setup();
    const { calls } = await show({ [store]: refusal(500, 'internal', 'Away.') });
    await validate();
    await screen.findByText('Not saved', {}, slow);
    await user.click(screen.getByRole('button', { name: 'Copy to clipboard' }));
    await toasted('Copied to clipboard!', 'You can now paste the summary post.');
    expect(await navigator.clipboard.readText()).toBe(post().value);
    expect(calls.filter(({ name }) => name.endsWith('/access'))).toEqual([]);
  });

  it('says with its post that it is public now, or that it could not be', async () => {
    const user = userEvent.setup();
    const { answers } = await show();
    const put = await stored();
    answers[put] = refusal(500, 'internal', 'Away.');
    await user.click(screen.getByRole('button', { name: 'Copy to clipboard' }));
    const copied = 'You can now paste the summary post.';
    await waitFor(() =>
      expect(screen.getByText(`${copied} But the survey could not be made public.`)).toBeDefined(),
    );
    await access('Private');
    delete answers[put];
    await user.click(screen.getByRole('button', { name: 'Copy to clipboard' }));
    await waitFor(() => expect(screen.getByText(`${copied} The survey is public now.`)).toBeDefined());
  });

  it('stays private when the server refuses to open it', async () => {
    const late = lateResponse();
    const { answers } = await show();
    answers[await stored()] = late.answer;
    await copyLink();
    await access('Public');
    await late.arrive(refusal(500, 'internal', 'Away.'));
    await toasted('Error', 'The sharing setting could not be changed. Please try again.');
    await access('Private');
  });

  it('draws its QR code, has its post and its code for a site, and one more answer a device where it is shared', async () => {
    await show();
    await stored();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: /^Preview/ }).href).toBe(link());
    const dialog = await openShare();
    const image = await dialog.findByRole<HTMLImageElement>('img', { name: /QR code/ }, slow);
    expect(image.src).toMatch(/^data:image\/svg\+xml,/);
    expect(dialog.getByText('After 5 answers from one Wi-Fi, the rest wait for your OK.')).toBeDefined();
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Code for your site').value).toContain(link());
    const shared = dialog.getByRole<HTMLInputElement>('switch', { name: 'One device, many people' });
    fireEvent.click(shared);
    await waitFor(async () => expect(await storedSurvey()).toMatchObject({ sharedDevice: true }));
    expect(shared.checked).toBe(true);
    expect(dialog.queryByText(/wait for your OK/)).toBeNull();
  });

  it('shows its results to everybody who has the link, until its owner keeps them', async () => {
    await show();
    await stored();
    const dialog = await openShare();
    const choice = (name: string) => dialog.getByRole<HTMLInputElement>('radio', { name });
    expect(choice('Everyone with the link and an account').checked).toBe(true);
    fireEvent.click(choice('Only me'));
    await waitFor(async () => expect(await storedSurvey()).toMatchObject({ ownerOnlyResults: true }));
    expect(choice('Only me').checked).toBe(true);
  });

  it('asks for a contact behind the questions, until its owner switches that off', async () => {
    const { answers } = await show();
    const put = (await stored()).replace('/access', '/settings');
    expect(screen.getByRole('heading', { name: '7 questions' })).toBeDefined();
    const contact = () =>
      screen.getByRole<HTMLInputElement>('switch', { name: 'Ask “May Ada Founder ask you more?”' });
    await waitFor(() => expect(contact().disabled).toBe(false));
    answers[put] = refusal(500, 'internal', 'Away.');
    fireEvent.click(contact());
    await toasted('Error', 'The sharing setting could not be changed. Please try again.');
    await waitFor(() => expect(contact().checked).toBe(true));
    delete answers[put];
    fireEvent.click(contact());
    await waitFor(async () => expect(await storedSurvey()).toMatchObject({ asksContact: false }));
    expect(screen.getByRole('heading', { name: '6 questions' })).toBeDefined();
  });

  /** The open survey as strangers may read it once it is public. */
  async function storedSurvey() {
    const id = new URL(link()).pathname.split('/').at(-1) ?? '';
    const { rows } = await app.database.pool.query('select * from surveys where id = $1', [id]);
    const { asks_contact, owner_only_results, shared_device } = rows[0];
    return { asksContact: asks_contact, ownerOnlyResults: owner_only_results, sharedDevice: shared_device };
  }

  it('has its questions moved by the arrow keys, and says where they are', async () => {
    const server = await show();
    await stored();
    const [first, second, third] = examplePlan.surveyQuestions.map(({ question }) => question);
    expect(screen.queryByRole('button', { name: 'Move question 1' })).toBeNull();
    screen.getByRole('button', { name: 'Move question 3' }).focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByText('Question 3 is now 2 of 6.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move question 2' }));
    // The first question stays the first.
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(server.stored()).toHaveLength(2), slow);
    const texts = server.stored()[1]?.questions.map(({ question }) => question);
    expect(texts?.slice(0, 3)).toEqual([first, third, second]);
  });

  it('keeps the questions that people have answered, and has a new version that can be edited', async () => {
    const server = await show();
    const { respondent, draft } = await answeredPlan(server);
    server.reload();
    expect(await screen.findByText('1 person has answered, so the questions stay.', {}, slow)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Edit question/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Move question/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add a question' })).toBeNull();
    // The verdict names them as they were asked.
    expect(screen.queryByLabelText('On the results page:')).toBeNull();
    expect(screen.getByText('throw away unsold bread')).toBeDefined();
    await press('Edit your idea');
    for (const name of ['Who has the problem?', 'What goes wrong?']) expect(field(name).readOnly).toBe(true);
    expect(field('Your idea for it').readOnly).toBe(false);
    expect(
      screen.getByText('1 person has answered, so who they are and what goes wrong stay.'),
    ).toBeDefined();
    await press('Done');
    // Marks of the options that count can still be changed.
    await userEvent.click(screen.getByRole('radio', { name: /^Once or twice: Has the problem/ }));
    await press('New version');
    await editQuestion(1, 'How often last week?');
    await saved();
    const at = link();
    expect(at).not.toContain(draft.surveyId);
    expect(post().value).toContain(at);
    const old = await app.call('GET', `/api/surveys/${draft.surveyId}`, { token: respondent.token });
    expect(old.body).toMatchObject({
      questions: [{ question: draft.questions[0]?.question }, {}, {}, {}, {}, {}],
    });
    await pressUnfolded('Bring back the previous plan');
    expect(link()).toContain(draft.surveyId);
  });
});

/** The open plan's survey with one answer of somebody else. */
async function answeredPlan(server: Awaited<ReturnType<typeof show>>) {
  await validate();
  await saved();
  const draft = server.stored()[0] as SurveyDraft;
  const respondent = await app.signUp();
  const { question = '', endsWith: answer = '' } = draft.questions[0] ?? {};
  // After that answer the rest is optional.
  const body = { surveyId: draft.surveyId, responses: [{ question, answer }] };
  const { status } = await app.call('POST', '/api/submit-survey', { token: respondent.token, body });
  expect(status).toBe(201);
  return { respondent, draft };
}

describe('a sentence whose idea has a survey', () => {
  const offer = () => screen.findByText('You have this idea, with 1 answer.', {}, slow);
  /** The same founder in a browser that knows nothing. */
  async function onAnotherDevice(sentence: string) {
    const server = await show();
    const { draft } = await answeredPlan(server);
    cleanup();
    localStorage.clear();
    const later = await show({}, {}, server.founder);
    type(idea(), sentence);
    return { draft, later };
  }

  it.each([
    ['exactly', bakery],
    ['in other case and spaces', `  ${bakery.toUpperCase().replaceAll(' ', '  ')}`],
  ])('typed again %s opens it, and makes nothing', async (_how, sentence) => {
    const { draft, later } = await onAnotherDevice(sentence);
    await press('Process for Validation');
    await offer();
    await press('Open it');
    expect(await screen.findByText('1 person has answered, so the questions stay.', {}, slow)).toBeDefined();
    expect(link()).toContain(draft.surveyId);
    expect([later.callsOf(ask), later.stored()]).toEqual([[], []]);
  });

  it('is offered as soon as it is typed, and can have another survey', async () => {
    const { draft, later } = await onAnotherDevice(bakery);
    await offer();
    await press('Write another survey');
    await saved();
    expect(later.stored()[0]?.surveyId).not.toBe(draft.surveyId);
  });
});

/** A founder with the trail of an idea, and how a plan is begun from it. */
async function founderOnTrail() {
  const founder = await app.signUp('pro');
  const { trailId } = await work.saveSession(founder, { idea: bakery });
  return { founder, start: { idea: bakery, trailId } };
}
const hasIdea = (text: string) => waitFor(() => expect(idea().value).toBe(text));

describe('a plan that is begun from a trail', () => {
  it('has the trail’s idea, and its survey carries the trail', async () => {
    const { founder, start } = await founderOnTrail();
    const server = await show({}, { start }, founder);
    await hasIdea(start.idea);
    type(idea(), `${start.idea}, better`);
    await press('Process for Validation');
    await saved();
    expect(server.stored()[0]).toMatchObject({ idea: `${start.idea}, better`, trailId: start.trailId });
  });

  it('takes the place of what was typed, which can be put back without the trail', async () => {
    const { founder, start } = await founderOnTrail();
    changeWorkspace(founder.id, { idea: 'My own words' });
    const server = await show({ [ask]: reply({}) }, { start }, founder);
    await hasIdea(start.idea);
    expect(screen.getByText('You had typed: “My own words”')).toBeDefined();
    await press('Put it back');
    expect(idea().value).toBe('My own words');
    expect(screen.queryByText(/^You had typed/)).toBeNull();
    await press('Process for Validation');
    await waitFor(() => expect(server.stored()).toHaveLength(1), slow);
    expect(server.stored()[0]).not.toHaveProperty('trailId');
  });

  it('loses nothing that was typed, whatever is opened after it', async () => {
    const { founder, start } = await founderOnTrail();
    changeWorkspace(founder.id, { idea: 'My own words' });
    const { turn } = await show({}, { start }, founder);
    await hasIdea(start.idea);
    type(idea(), 'Words about the calendar');
    turn({ open: false });
    turn({ start: { idea: 'Another idea', trailId: 'another-trail' } });
    await hasIdea('Another idea');
    expect(screen.getByText(/^You had typed/).textContent).toMatch(/My own words\s+Words about the calendar/);
    type(idea(), 'Another idea, changed');
    await press('Put it back');
    expect(idea().value).toBe('My own words\nWords about the calendar');
    expect(screen.getByText('You had typed: “Another idea, changed”')).toBeDefined();
  });

  it('has no words of another idea inside its plan', async () => {
    const { founder, start } = await founderOnTrail();
    changeWorkspace(founder.id, { idea: 'Something with AI for wellness' });
    await show({}, { start }, founder);
    await hasIdea(start.idea);
    expect(screen.getByText(/^You had typed/)).toBeDefined();
    await press('Process for Validation');
    await made();
    await press('Edit your idea');
    expect(screen.queryByText(/^You had typed/)).toBeNull();
    expect(readWorkspace(founder.id).aside).toBe('Something with AI for wellness');
  });

  it.each<[string, (turn: Awaited<ReturnType<typeof show>>['turn']) => void]>([
    ['it is opened without one', (turn) => turn({ start: undefined })],
    [
      'it was closed and opened without one',
      (turn) => {
        turn({ open: false });
        turn({});
      },
    ],
    ['its words are all gone', () => type(idea(), ' ')],
  ])('leaves the trail to itself once %s', async (_case, leave) => {
    const { founder, start } = await founderOnTrail();
    const { turn, ...server } = await show({ [ask]: reply({}) }, { start }, founder);
    await hasIdea(start.idea);
    leave(turn);
    type(idea(), 'Another idea');
    await press('Process for Validation');
    await waitFor(() => expect(server.stored()).toHaveLength(1), slow);
    expect(server.stored()[0]).toMatchObject({ idea: 'Another idea' });
    expect(server.stored()[0]).not.toHaveProperty('trailId');
  });

  it('says nothing of words that are the same', async () => {
    const { founder, start } = await founderOnTrail();
    changeWorkspace(founder.id, { idea: start.idea });
    await show({}, { start }, founder);
    await hasIdea(start.idea);
    expect(screen.queryByText(/^You had typed/)).toBeNull();
  });

  it.each([
    ['', 'ScoreShelf helps choirs. Choir Notches do not.'],
    [' ScoreShelf helps directors find scores.', 'ScoreShelf helps directors find scores.'],
  ])('from a session has its name, and the sentence%s as its pitch', async (sentence, pitch) => {
    const { founder, start } = await founderOnTrail();
    const named = 'Choir Notch helps choirs. Choir Notches do not.';
    const problemParagraph = `Scores are lost. ${named}`;
    const content = `### Startup Ideation\n\n**App name:** ScoreShelf\n\n**Concept:** A guess.${sentence}`;
    const server = await show(
      { [ask]: reply({ appName: 'Choir Notch', oneSentencePitch: named, problemParagraph }) },
      { start: { ...start, content } },
      founder,
    );
    await hasIdea(start.idea);
    await press('Process for Validation');
    expect(await screen.findByRole('heading', { name: 'ScoreShelf' })).toBeDefined();
    expect(field('Pitch').value).toBe(pitch);
    expect(field('Problem').value).toMatch(/^Scores are lost\. ScoreShelf helps/);
    await waitFor(() => expect(server.stored()).toHaveLength(1), slow);
    expect(server.stored()[0]?.surveyId).toMatch(/^survey-scoreshelf-/);
  });
});

describe('opening the plan of a survey', () => {
  async function wantedPlan() {
    const { founder, start } = await founderOnTrail();
    const planOf = (appName: string): FounderPlan => ({
      ...startPlan({ ...examplePlan, appName }, { ...start, reading: full, model: null }),
      stored: 'yes',
    });
    const wanted = { ...planOf('Two Homes'), summaryPost: 'My own post', summaryByHand: true };
    await work.createSurvey(founder, surveyDraft(wanted));
    return { founder, planOf, wanted, opening: { start: { ...start, surveyId: wanted.surveyId } } };
  }
  const hasName = (name: string) => screen.findByRole('heading', { name }, slow);

  it('opens it as this browser has it, and the one before can be brought back', async () => {
    const { founder, planOf, wanted, opening } = await wantedPlan();
    storePlan(wanted, founder, null);
    storePlan(planOf('Other'), founder);
    await show({}, opening, founder);
    await hasName('Two Homes');
    expect(post().value).toBe(wanted.summaryPost);
    await pressUnfolded('Bring back the previous plan');
    expect(nameField().value).toBe('Other');
  });

  it('on another device is the same plan, with its boxes and its post', async () => {
    const { founder, wanted, opening } = await wantedPlan();
    const server = await show({}, opening, founder);
    await hasName('Two Homes');
    expect(
      screen.getByText('Written without AI ·', { exact: false, selector: 'summary span span' }),
    ).toBeDefined();
    // Each mark is still beside its option.
    expect(screen.queryByRole('alert')).toBeNull();
    expect(post().value).toBe('My own post');
    expect([who().value, wrong().value, idea().value]).toEqual([full.who, full.trouble, bakery]);
    await saved();
    expect(link()).toContain(surveyPath(wanted.surveyId));
    expect(server.stored()).toEqual([]);
  });

  it('takes what another device has stored since, and keeps what is not stored yet', async () => {
    const { founder, wanted, opening } = await wantedPlan();
    storePlan({ ...wanted, summaryPost: 'An earlier post' }, founder, null);
    await show({}, opening, founder);
    await waitFor(() => expect(post().value).toBe('My own post'), slow);
    cleanup();
    storePlan({ ...wanted, summaryPost: 'A later post', stored: 'older' }, founder);
    const server = await show({}, opening, founder);
    await saved();
    expect(post().value).toBe('A later post');
    expect(server.stored().at(-1)?.plan?.summaryPost).toBe('A later post');
  });

  it('says when the survey can’t be read, and tries again', async () => {
    const { founder, wanted, opening } = await wantedPlan();
    const read = `GET /api/surveys/${wanted.surveyId}`;
    const { answers } = await show({ [read]: refusal(500, 'internal', 'Away.') }, opening, founder);
    expect(await screen.findByText(/could not be read/)).toBeDefined();
    delete answers[read];
    await press('Try again');
    await hasName('Two Homes');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the questions that people answered, when another browser stored them since', async () => {
    const { founder, wanted, opening } = await wantedPlan();
    storePlan(wanted, founder, null);
    const [first, ...rest] = wanted.questions;
    if (!first) throw new Error('no question');
    const { surveyId, idea, socialLinks, trailId } = wanted;
    const changed = { ...first, question: 'How often did the handover go wrong?' };
    await work.createSurvey(founder, { surveyId, idea, socialLinks, trailId, questions: [changed, ...rest] });
    await app.call('PUT', `/api/surveys/${surveyId}/access`, {
      token: founder.token,
      body: { publicLink: true },
    });
    const responses = [{ question: changed.question, answer: first.endsWith ?? '' }];
    expect((await app.call('POST', '/api/submit-survey', { body: { surveyId, responses } })).status).toBe(
      201,
    );
    const server = await show({}, opening, founder);
    expect(await screen.findByText(changed.question, {}, slow)).toBeDefined();
    expect(screen.queryByText(first.question)).toBeNull();
    await saved();
    for (const draft of server.stored()) expect(draft.questions[0]?.question).toBe(changed.question);
  });

  it('stores first what was changed in the plan before', async () => {
    const { founder, planOf, wanted, opening } = await wantedPlan();
    const other: FounderPlan = { ...planOf('Other'), stored: 'older' };
    storePlan(wanted, founder, null);
    storePlan(other, founder);
    const server = await show({}, opening, founder);
    await hasName('Two Homes');
    await waitFor(() => expect(server.stored()[0]).toMatchObject({ surveyId: other.surveyId }));
    type(post(), 'Mine');
    expect(post().value).toBe('Mine');
  });
});

describe('two tabs', () => {
  let plan: FounderPlan;
  let founder: TestUser;
  beforeEach(async () => {
    founder = await app.signUp('pro');
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    const reading = {
      who: 'parents',
      solution: '',
      question: 'you forget the bag',
      trouble: 'forget the bag',
      language: 'en' as const,
    };
    plan = startPlan(examplePlan, { idea: 'A calendar', model: 'a-model', reading });
    storePlan(plan, founder);
  });
  const storedPlan = (): FounderPlan => JSON.parse(localStorage.getItem(surveyPath(plan.surveyId)) ?? '');

  /** Another tab stores something, which the browser tells this one. */
  function storeElsewhere(open: FounderPlan) {
    storePlan(open, founder);
    if (open.surveyId !== plan.surveyId) storePlan(storedPlan(), founder, 'previous');
    act(() => {
      for (const key of [surveyPath(open.surveyId), `validation:${founder.id}`])
        dispatchEvent(new StorageEvent('storage', { key }));
    });
  }

  it('show each other’s changes of a plan', async () => {
    await show({}, {}, founder);
    type(nameField(), 'Mine');
    storeElsewhere(editPlan(storedPlan(), { problemParagraph: 'Written elsewhere' }));
    expect([nameField().value, field('Problem').value]).toEqual(['Mine', 'Written elsewhere']);
  });

  it('build an edit on what the other has stored a moment before', async () => {
    await show({}, {}, founder);
    storePlan(editPlan(storedPlan(), { problemParagraph: 'Written elsewhere' }), founder);
    type(nameField(), 'Mine');
    expect(storedPlan()).toMatchObject({ appName: 'Mine', problemParagraph: 'Written elsewhere' });
    expect(field('Problem').value).toBe('Written elsewhere');
  });

  it('keep phrases half filled in one when the other has edited the plan', async () => {
    await show({}, {}, founder);
    const before = storedPlan();
    type(who(), '');
    storePlan({ ...before, appName: 'Another' }, founder);
    type(wrong(), 'lose the bag');
    expect([who().value, nameField().value]).toEqual(['', 'Another']);
  });

  it('open the same plan: the one before can be brought back', async () => {
    await show({}, {}, founder);
    type(nameField(), 'Mine');
    storeElsewhere(startPlan({ ...examplePlan, appName: 'Another' }, { idea: 'B', model: null }));
    expect(nameField().value).toBe('Another');
    await pressUnfolded('Bring back the previous plan');
    expect(nameField().value).toBe('Mine');
  });

  it('keep the plan that one was asked for when the other opens another', async () => {
    const start = { idea: plan.idea, trailId: '', surveyId: plan.surveyId };
    await show({}, { start }, founder);
    await waitFor(() => expect(idea().value).toBe(plan.idea));
    storeElsewhere(startPlan({ ...examplePlan, appName: 'Another' }, { idea: 'B', model: null }));
    type(nameField(), 'Mine');
    expect([nameField().value, idea().value]).toEqual(['Mine', 'A calendar']);
    expect(storedPlan()).toMatchObject({ appName: 'Mine', idea: 'A calendar' });
  });

  it('show the idea of the plan that they open', async () => {
    changeWorkspace(founder.id, { idea: plan.idea });
    await show({}, {}, founder);
    storeElsewhere(startPlan({ ...examplePlan, appName: 'Another' }, { idea: 'B', model: null }));
    expect([nameField().value, idea().value]).toEqual(['Another', 'B']);
    type(idea(), 'B, in my own words');
    await pressUnfolded('Bring back the previous plan');
    expect(idea().value).toBe('B, in my own words');
  });

  it('warn in the later one until the earlier one has closed', async () => {
    let close = () => {};
    const earlier = locks.request(
      `validation-plan:${plan.surveyId}`,
      () => new Promise<void>((resolve) => (close = resolve)),
    );
    await show({}, {}, founder);
    expect(await screen.findByText(/Also open in another tab\./)).toBeDefined();
    close();
    await earlier;
    await expect.poll(() => screen.queryByText(/Also open in another tab\./)).toBeNull();
    cleanup();
    await expect.poll(async () => (await locks.query()).held).toEqual([]);
  });
});

const thin = 'Something with AI for busy moms';
const asked: IdeaReading = { who: 'busy moms', trouble: '', solution: '', question: '', language: 'en' };
const trouble = 'run out of time to cook';
const question = 'you run out of time to cook';

type PlanTask = { idea: string; reading?: IdeaReading };
const tasks = ({ callsOf }: Pick<Awaited<ReturnType<typeof show>>, 'callsOf'>) =>
  callsOf(ask).map(({ body }) => (body as { task: PlanTask }).task);
const box = (label: string) => {
  unfold();
  return field(label);
};
const who = () => box('Who has the problem?');
const wrong = () => box('What goes wrong?');
const solution = () => box('Your idea for it');
const first = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Your first question/ });
const make = () => screen.getByRole('button', { name: 'Make the plan' });

/** Sends an idea that says too little; what is sent after it is answered by the product itself. */
async function askedFor(reading = asked) {
  const server = await show({ [ask]: { completion: JSON.stringify(reading), model: null } });
  await validate(thin);
  await screen.findByRole('button', { name: 'Make the plan' });
  delete server.answers[ask];
  return server;
}

describe('an idea that says too little', () => {
  it('is asked for the rest, with what was found filled in and marked, and nothing is made or stored', async () => {
    const server = await askedFor();
    expect([who().value, wrong().value, first().value]).toEqual(['busy moms', '', '']);
    expect(document.activeElement).toBe(wrong());
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'busy moms',
    ]);
    expect(first().getAttribute('aria-labelledby')).toBeTruthy();
    expect(screen.getByText('Ask it as you would ask a friend.')).toBeDefined();
    expect(screen.getByText('Only you see this')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Process for Validation' })).toBeNull();
    expect(server.stored()).toEqual([]);
    expect(readWorkspace(server.founder.id).open).toBeNull();
  });

  it.each<[IdeaReading, () => HTMLElement]>([
    [{ ...asked, who: '' }, who],
    [asked, wrong],
    [{ ...asked, trouble }, first],
  ])('has the caret where the first thing is missing: %j', async (reading, place) => {
    await askedFor(reading);
    expect(document.activeElement).toBe(place());
  });

  it.each([
    ['en', 'How often last month did', 'Has the problem', 'Every day'],
    ['de', 'Wie oft kam es im letzten Monat vor, dass', 'Doesn’t', 'Es kam nicht vor'],
    ['fr', 'Combien de fois le mois dernier', 'Not counted', 'Je ne sais plus'],
    ['es', '¿Cuántas veces el mes pasado', 'Has the problem', 'Todos los días'],
    ['other', '', 'Has the problem', 'Every day'],
  ] as const)('has its first question begun in its language: %s', async (language, frame, column, option) => {
    await askedFor({ ...asked, language });
    expect(first().labels?.[1]?.textContent).toBe(frame);
    const counted = screen.getByText(option);
    expect(counted.parentElement?.firstChild?.textContent).toBe(column);
  });

  it('goes on with one click, from the phrases as they stand', async () => {
    const server = await askedFor();
    expect(make().getAttribute('aria-disabled')).toBe('true');
    type(wrong(), ` ${trouble} `);
    expect(make().getAttribute('aria-disabled')).toBe('true');
    type(first(), question);
    expect(make().getAttribute('aria-disabled')).toBeNull();
    type(solution(), 'dinner in ten minutes');
    await userEvent.click(make());
    expect(await screen.findByText('Your validation plan and survey are ready.')).toBeDefined();
    const reading = { ...asked, trouble, question, solution: 'dinner in ten minutes' };
    expect(tasks(server)).toEqual([
      { kind: 'plan', idea: thin },
      { kind: 'plan', idea: thin, reading },
    ]);
    const text = 'How often last month did you run out of time to cook?';
    expect(screen.getByRole('button', { name: `Edit question 1: ${text}` })).toBeDefined();
    expect(screen.getByText(`Busy moms · ${trouble} · dinner in ten minutes`)).toBeDefined();
    await saved();
    const [{ plan: _, ...shown } = { plan: null }] = server.stored();
    expect(JSON.stringify(shown)).not.toContain('ten minutes');
    expect(post().value).not.toContain('ten minutes');
  });

  it('is made by Enter in the first question, which has no lines', async () => {
    const server = await askedFor({ ...asked, trouble });
    // As in Safari before 16.
    vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {
      throw new TypeError('form.requestSubmit is not a function');
    });
    type(first(), 'you run out\nof time to cook');
    expect(first().value).toBe('you run out of time to cook');
    fireEvent.keyDown(first(), { key: 'Enter', isComposing: true });
    expect(tasks(server)).toHaveLength(1);
    fireEvent.keyDown(first(), { key: 'Enter' });
    await saved();
  });

  it('does not ask the server again before all is there, and says where it is missing', async () => {
    const server = await askedFor();
    type(who(), ' ');
    await userEvent.click(make());
    expect(screen.getByRole('alert').textContent).toBe('Name the people who have the problem.');
    expect(document.activeElement).toBe(who());
    type(who(), 'moms');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(make());
    expect(screen.getByRole('alert').textContent).toBe('Say what goes wrong.');
    type(wrong(), trouble);
    await userEvent.click(make());
    expect(screen.getByRole('alert').textContent).toBe('Complete the question.');
    expect(document.activeElement).toBe(first());
    expect(tasks(server)).toHaveLength(1);
  });

  it('cuts nothing that is too long, and says so', async () => {
    const server = await askedFor({ ...asked, trouble });
    type(first(), 'x'.repeat(10_000));
    expect(first().value).toHaveLength(10_000);
    const note = 'That is 10,000 characters. Please shorten it to 160.';
    expect(screen.getByRole('alert').textContent).toBe(note);
    await userEvent.click(make());
    expect(tasks(server)).toHaveLength(1);
    server.reload();
    expect(first().value).toHaveLength(10_000);
  });

  it('keeps what was typed over a reload and a failed request, and the boxes of another idea', async () => {
    const server = await askedFor();
    const elsewhere = { ...asked, who: 'choir directors' };
    savePhrases(server.founder.id, 'Another idea', elsewhere);
    type(wrong(), trouble);
    type(first(), question);
    expect(readPhrases(server.founder.id, 'Another idea')).toEqual(elsewhere);
    server.reload();
    server.answers[ask] = refusal(503, 'ai_busy', 'Busy.');
    await userEvent.click(make());
    await toasted('Validation Failed', 'Failed to get a response from the server.');
    expect([wrong().value, first().value]).toEqual([trouble, question]);
  });

  it('is kept in the account, and not asked again on another device', async () => {
    const server = await askedFor();
    type(wrong(), trouble);
    type(first(), question);
    await waitFor(() => expect(server.callsOf('PUT /api/ideas/reading').length).toBeGreaterThan(0), slow);
    cleanup();
    localStorage.clear();
    const later = await show({}, {}, server.founder);
    await validate(` ${thin.toUpperCase()}. `);
    await saved();
    expect(tasks(later).map(({ reading }) => reading)).toEqual([{ ...asked, trouble, question }]);
  });

  it('is not sent to the account any more once it is worded differently', async () => {
    const server = await askedFor();
    type(wrong(), trouble);
    type(idea(), `${thin} again`);
    await pause();
    expect(server.callsOf('PUT /api/ideas/reading')).toEqual([]);
  });

  it('opens with the boxes that the account has, on another device', async () => {
    const founder = await app.signUp('pro');
    const body = { idea: thin, reading: { ...asked, trouble, question } };
    await app.call('PUT', '/api/ideas/reading', { token: founder.token, body });
    await show({}, {}, founder);
    type(idea(), thin.toUpperCase());
    await screen.findByRole('button', { name: 'Make the plan' }, slow);
    expect([who().value, wrong().value, first().value]).toEqual(['busy moms', trouble, question]);
  });

  it('has what the account knows filled in where that is not enough', async () => {
    const founder = await app.signUp('pro');
    const half = { ...asked, trouble, solution: 'dinner boxes' };
    const body = { idea: thin, reading: half };
    await app.call('PUT', '/api/ideas/reading', { token: founder.token, body });
    await show({ [ask]: { completion: JSON.stringify({ ...asked, who: '' }), model: null } }, {}, founder);
    await validate(thin);
    await screen.findByRole('button', { name: 'Make the plan' });
    expect([who().value, wrong().value, solution().value]).toEqual(['busy moms', trouble, 'dinner boxes']);
  });

  it('shows what another tab types into the same boxes', async () => {
    const server = await askedFor();
    act(() => savePhrases(server.founder.id, thin, { ...asked, trouble }));
    type(first(), question);
    expect(readPhrases(server.founder.id, thin)).toEqual({ ...asked, question, trouble });
  });

  it('keeps the boxes while the page is open, where the browser keeps nothing', async () => {
    const full = new DOMException('full', 'QuotaExceededError');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw full;
    });
    const server = await askedFor({ ...asked, trouble });
    type(first(), question);
    await userEvent.click(make());
    expect(await screen.findByText('Your validation plan and survey are ready.')).toBeDefined();
    expect(tasks(server)[1]?.reading).toEqual({ ...asked, question, trouble });
  });

  it('is read afresh once it is worded differently', async () => {
    const server = await askedFor();
    type(idea(), `${thin} again`);
    expect(screen.queryByLabelText('Who has the problem?')).toBeNull();
    await press('Process for Validation');
    await screen.findByRole('button', { name: 'Make the plan' });
    expect(tasks(server)[1]).toEqual({ kind: 'plan', idea: `${thin} again` });
  });
});

it('a plan that was asked for before it could be made is made once, when the dialog opens', async () => {
  const founder = await app.signUp('pro');
  savePhrases(founder.id, bakery, full);
  changeWorkspace(founder.id, { idea: bakery, wanted: bakery });
  const server = await show({}, {}, founder);
  await saved();
  expect(tasks(server)).toEqual([{ kind: 'plan', idea: bakery, reading: full }]);
  server.reload();
  await saved();
  expect(tasks(server)).toHaveLength(1);
});

/** Sends an idea that says enough. */
async function planned(answers: Answers = {}) {
  const server = await show(answers);
  await validate();
  await made();
  return server;
}

it('a plan that was made at once has its first question open, for the founder to see', async () => {
  const { reload } = await planned();
  const text = 'How often last month did you throw away unsold bread?';
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Question 1' }).value).toBe(text);
  reload();
  expect(screen.getByRole('button', { name: `Edit question 1: ${text}` })).toBeDefined();
});

describe('the phrases of a plan', () => {
  it('stand in one line, and a change rewrites the plan without a call', async () => {
    const server = await planned();
    expect(screen.getByText(`Small bakeries · ${full.trouble}`)).toBeDefined();
    expect([who().value, wrong().value]).toEqual([full.who, full.trouble]);
    type(who(), 'Pastry shops');
    expect(post().value).toMatch(/^Pastry shops, a question: how often last month/);
    expect(tasks(server)).toHaveLength(1);
    const stored = () => server.stored().at(-1);
    await waitFor(() => expect(stored()?.people).toBe('pastry shops'), slow);
    expect(stored()?.questions[0]?.marks).toContain('has');
    const head = within(screen.getByRole('region', { name: 'Your idea' }));
    await userEvent.click(head.getByRole('button', { name: 'Done' }));
    expect(screen.getByText(`Pastry shops · ${full.trouble}`)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit your idea' }));
  });

  it('wait while they say too little, also over a reload', async () => {
    const { reload } = await planned();
    const before = post().value;
    type(who(), '');
    expect(screen.getByRole('alert').textContent).toBe('Name the people who have the problem.');
    reload();
    expect([who().value, post().value]).toEqual(['', before]);
    type(who(), 'pastry shops');
    expect(post().value).toContain('Pastry shops');
    reload();
    expect(who().value).toBe('pastry shops');
  });

  it('go into the next refresh, which a model’s plan waits for', async () => {
    const server = await planned({ [ask]: reply({ ...full }) });
    const before = field('Problem').value;
    type(who(), 'pastry shops');
    expect(screen.getByText('Refresh Validation writes the plan from these words.')).toBeDefined();
    expect(field('Problem').value).toBe(before);
    expect(screen.queryByLabelText('Questions in')).toBeNull();
    await press('Refresh Validation');
    await waitFor(() => expect(tasks(server)).toHaveLength(2));
    expect(tasks(server)[1]?.reading).toEqual({ ...full, who: 'pastry shops' });
  });

  it('have questions in another language, but for the founder’s own', async () => {
    await planned();
    const german = writePlan(full, bakery, 'de').surveyQuestions;
    const questions = () => [field('Question 1').value, screen.queryByText(german[1]?.question ?? 'none')];
    const own = examplePlan.surveyQuestions[0]?.question;
    unfold();
    await userEvent.selectOptions(screen.getByLabelText('Questions in'), 'Deutsch');
    expect(questions()).toEqual([own, expect.anything()]);
    expect(field('Option 1').value).toBe('Jeden Tag');
    expect(screen.getByText('Question 1 is yours: write it in Deutsch.')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Questions in'), 'English');
    expect(questions()).toEqual([own, null]);
    expect(field('Option 1').value).toBe('Every day');
  });

  it('leave alone what the founder has edited, and say so', async () => {
    await planned();
    type(field('Question 1'), 'My own words');
    unfold();
    await userEvent.selectOptions(screen.getByLabelText('Questions in'), 'Deutsch');
    expect(screen.getByText('Left as you edited it: questions.')).toBeDefined();
    expect(field('Question 1').value).toBe('My own words');
  });

  it('say that questions are in English where the idea is in none of the languages', async () => {
    await planned({ [ask]: reply({ ...full, language: 'other' }, null) });
    unfold();
    expect(screen.getByText('The other questions are in English. You can edit them.')).toBeDefined();
  });
});

describe('the marks of a question', () => {
  it('are shown and can be switched', async () => {
    const server = await planned();
    const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));
    await choose(/^Every day: Doesn’t$/);
    const marks = () => server.stored().at(-1)?.questions[0]?.marks;
    await waitFor(() => expect(marks()?.[0]).toBe('hasnt'), slow);
    await choose(/^Every day: Not counted$/);
    await waitFor(() => expect(marks()?.[0]).toBeNull(), slow);
  });
});
