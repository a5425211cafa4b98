// @vitest-environment page
import { locks } from 'node:worker_threads';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { examplePlan } from '#web/features/validation/example-plan.fixture.ts';
import {
  editPlan,
  type FounderPlan,
  startPlan,
  surveyDraft,
} from '#web/features/validation/plan/founder-plan.ts';
import { changeWorkspace } from '#web/features/validation/workspace.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { refusal } from '#web/testing/stub-server.ts';
import {
  ask,
  field,
  idea,
  post,
  press,
  saved,
  showValidation as show,
  slow,
  store,
  storedBy,
  storePlan,
  type,
  validate,
} from './validation-dialog.fixture.tsx';

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

const reply = (change: object, model: string | null = null) => ({
  completion: JSON.stringify({ ...examplePlan, ...change }),
  model,
});

async function toasted(title: string, text: string) {
  await screen.findByText(title);
  expect(screen.getAllByText(text).length).toBeGreaterThan(0);
}

describe('asking for a plan', () => {
  it.each([
    ['   ', 'Type your idea first.'],
    ['x'.repeat(10_001), 'That is 10,001 characters. Please shorten it to 10,000.'],
  ])('needs an idea of up to 10,000 characters', async (text, problem) => {
    const { callsOf } = show();
    await validate(text);
    expect(screen.getByRole('alert').textContent).toBe(problem);
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
    await validate();
    expect(await screen.findByText('Generating response, please wait...')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Validating...' })).toBeDefined();
    await press('Stop');
    expect(await screen.findByText('Stopped. Your idea is kept.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Process for Validation' })).toBeDefined();
    expect(idea().value).toBe('A calendar for two homes');
  });

  it('shows by its fields how far the reply has come', async () => {
    const pieces = ['{"appName": "A", "oneSentencePitch": "B", ', '"problemParagraph": "C'];
    const body = new ReadableStream({
      start(controller) {
        for (const text of pieces)
          controller.enqueue(new TextEncoder().encode(`event: text\ndata: ${JSON.stringify({ text })}\n\n`));
      },
    });
    show({ [ask]: () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }) });
    await validate();
    await screen.findByText('Problem');
    const stages = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    await waitFor(() =>
      expect(stages()).toEqual([
        'Name and pitch: there',
        'Problem: arriving',
        'Audience: not yet',
        'Communities: not yet',
        'Survey questions: not yet',
      ]),
    );
  });

  it('shows the plan, its communities and where the words come from', async () => {
    show();
    await validate();
    await toasted('Success!', 'Your validation plan and survey are ready.');
    expect(screen.getByRole('button', { name: 'Refresh Validation' })).toBeDefined();
    expect(screen.getByText('Written without AI')).toBeDefined();
    const link = screen.getByRole('link', { name: /^Parents/ });
    expect(link.getAttribute('href')).toBe('https://parents.example/');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    for (const label of ['App name', 'One-sentence pitch', 'Problem', 'Target audience'])
      expect(field(label)).toBeDefined();
    await saved();
  });

  it('says so when there are no communities', async () => {
    show({ [ask]: reply({ socialGroups: [] }, 'a-model') });
    await validate();
    const text = 'No online communities were identified. You can try refreshing the validation.';
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText('Written by a-model')).toBeDefined();
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
    show({ [ask]: answer });
    await validate();
    await toasted('Validation Failed', text);
    expect(screen.getByRole('button', { name: 'Process for Validation' })).toBeDefined();
    expect(idea().value).toBe('A calendar for two homes');
  });

  it('has the server’s own reason, and leads to the plans', async () => {
    const { onSeePlans } = show({ [ask]: refusal(403, 'upgrade_to_pro', 'Please upgrade.') });
    await validate();
    expect(await screen.findByText('Please upgrade.')).toBeDefined();
    await press('See the plans');
    expect(onSeePlans).toHaveBeenCalledTimes(1);
  });
});

describe('the plan', () => {
  it('keeps the post in step with edits, until the founder writes it', async () => {
    show();
    await validate();
    type(await screen.findByLabelText('Problem'), 'One calm place.');
    expect(post().value).toContain('One calm place.');
    type(post(), 'My own words');
    type(field('Problem'), 'Another problem.');
    expect(post().value).toBe('My own words');
    await press('Write it from the plan again');
    expect(post().value).toContain('Another problem.');
    await press('Undo');
    expect(post().value).toBe('My own words');
  });

  it('copies the post', async () => {
    const user = userEvent.setup();
    show();
    await validate();
    await user.click(await screen.findByRole('button', { name: 'Copy to clipboard' }));
    await toasted('Copied to clipboard!', 'You can now paste the summary post.');
    expect(await navigator.clipboard.readText()).toBe(post().value);
  });

  it('lies in the browser under the survey’s path, also after a closed tab, for one account', async () => {
    const { reload } = show();
    await validate();
    type(await screen.findByLabelText('App name'), 'Mine');
    type(idea(), 'Half an id');
    await saved();
    const link = field('Survey link').value;
    const stored = JSON.parse(localStorage.getItem(new URL(link).pathname) ?? 'null');
    expect(stored).toMatchObject({
      idea: 'A calendar for two homes',
      questions: examplePlan.surveyQuestions,
    });
    expect(stored.summaryPost).toContain(link);
    expect(localStorage.getItem('validation:u2')).toBeNull();
    reload();
    expect([field('App name').value, idea().value]).toEqual(['Mine', 'Half an id']);
  });

  it('is cleared by the next request, and can be brought back', async () => {
    let isBusy = false;
    show({ [ask]: () => (isBusy ? refusal(503, 'ai_busy', 'Busy.') : reply({})) });
    await validate();
    type(await screen.findByLabelText('App name'), 'Mine');
    isBusy = true;
    await press('Refresh Validation');
    await screen.findByText(
      'Your idea and your previous plan are kept. You can send it again, or word it differently.',
    );
    expect(screen.queryByLabelText('App name')).toBeNull();
    await press('Bring back the previous plan');
    expect(field('App name').value).toBe('Mine');
  });

  it('has a receipt of what wrote it and how the reply was read', async () => {
    const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
    const { completion } = reply({});
    show({ [ask]: { completion: `Here it is:\n\`\`\`json\n${completion}\n\`\`\``, model: 'a-model' } });
    await validate();
    await screen.findByText('How this was written');
    expect(fact('Written by')).toBe('a-model');
    expect(fact('Prompt version')).toBe('validation-2');
    expect(fact('Reply read as')).toContain('fenced block');
  });

  it('from before receipts were kept has none', () => {
    storePlan(startPlan(examplePlan, { idea: 'A', model: 'an-old-model' }));
    show();
    expect(screen.getByText('Written by an-old-model, before receipts were kept.')).toBeDefined();
  });

  it('has a dialog whose cross and button are told apart by name', () => {
    show();
    const buttons = within(screen.getByRole('dialog')).getAllByRole('button', { name: /^Close/ });
    const names = buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names).toEqual(['Close dialog', 'Close']);
  });
});

describe('the survey', () => {
  const editQuestion = async (number: number, text: string) => {
    await press(`Edit question ${number}`);
    type(screen.getByRole('textbox', { name: `Question ${number}` }), text);
  };

  it('is stored when the plan is ready, after edits, and before the next plan takes its place', async () => {
    const server = show();
    await validate();
    await saved();
    await editQuestion(2, 'What did you do?');
    await waitFor(() => expect(storedBy(server)).toHaveLength(2), slow);
    await editQuestion(1, 'How often last week?');
    await press('Refresh Validation');
    await waitFor(() => expect(storedBy(server).length).toBeGreaterThan(2), slow);
    const [first, second, third] = storedBy(server);
    expect([second?.surveyId, third?.surveyId]).toEqual([first?.surveyId, first?.surveyId]);
    expect(third?.questions.map(({ question }) => question)).toEqual([
      'How often last week?',
      'What did you do?',
    ]);
    await saved();
  });

  it('is not stored while a question is incomplete', async () => {
    const server = show();
    await validate();
    await saved();
    await editQuestion(2, ' ');
    expect(screen.getByRole('alert').textContent).toMatch(/^Write the question/);
    expect(screen.getByText(/^Not saved yet/).textContent).toContain('Your edits are kept in this browser.');
    expect(storedBy(server)).toHaveLength(1);
  });

  it.each([
    ['survey_has_answers', 'This survey already has answers.'],
    ['survey_taken', 'This survey address belongs to somebody else.'],
  ])('gets a new link after %s', async (code, text) => {
    let isRefused = true;
    const server = show({
      [store]: ({ body }) => (isRefused ? refusal(409, code, text) : Response.json(body)),
    });
    await validate();
    const note = await screen.findByText(new RegExp(text), {}, slow);
    expect(note.textContent).toContain('Your edits are kept in this browser.');
    const restore = screen.queryByRole('button', { name: 'Put the answered questions back' });
    expect(restore !== null).toBe(code === 'survey_has_answers');
    isRefused = false;
    await press('Use a new survey link');
    await saved();
    const [first, second] = storedBy(server).map(({ surveyId }) => surveyId);
    expect(second).not.toBe(first);
    expect(post().value).toContain(second);
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
    const href = (name: RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name }).href;
    const link = field('Survey link').value;
    expect(href(/^Open survey/)).toBe(link);
    expect(href(/^View results/)).toBe(`${link}/results`);
  });
});

const start = { idea: 'A calendar for two homes', trailId: 'trail-1' };
const hasIdea = (text: string) => waitFor(() => expect(idea().value).toBe(text));

describe('a plan that is begun from a trail', () => {
  it('has the trail’s idea, and its survey carries the trail', async () => {
    const server = show({}, { start });
    await hasIdea(start.idea);
    type(idea(), `${start.idea}, better`);
    await press('Process for Validation');
    await saved();
    expect(storedBy(server)[0]).toMatchObject({ idea: `${start.idea}, better`, trailId: 'trail-1' });
  });

  it('takes the place of what was typed, which can be put back without the trail', async () => {
    changeWorkspace('u1', { idea: 'My own words' });
    const server = show({}, { start });
    await hasIdea(start.idea);
    expect(screen.getByText('You had typed: “My own words”')).toBeDefined();
    await press('Put it back');
    expect(idea().value).toBe('My own words');
    expect(screen.queryByText(/^You had typed/)).toBeNull();
    await press('Process for Validation');
    await waitFor(() => expect(storedBy(server)).toHaveLength(1), slow);
    expect(storedBy(server)[0]).not.toHaveProperty('trailId');
  });

  it('loses nothing that was typed, whatever is opened after it', async () => {
    changeWorkspace('u1', { idea: 'My own words' });
    const { turn } = show({}, { start });
    await hasIdea(start.idea);
    type(idea(), 'Words about the calendar');
    turn({ open: false });
    turn({ start: { idea: 'Another idea', trailId: 'trail-2' } });
    await hasIdea('Another idea');
    expect(screen.getByText(/^You had typed/).textContent).toMatch(/My own words\s+Words about the calendar/);
    type(idea(), 'Another idea, changed');
    await press('Put it back');
    expect(idea().value).toBe('My own words\nWords about the calendar');
    expect(screen.getByText('You had typed: “Another idea, changed”')).toBeDefined();
  });

  it.each<[string, (turn: ReturnType<typeof show>['turn']) => void]>([
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
    const { turn, ...server } = show({}, { start });
    await hasIdea(start.idea);
    leave(turn);
    type(idea(), 'Another idea');
    await press('Process for Validation');
    await waitFor(() => expect(storedBy(server)).toHaveLength(1), slow);
    expect(storedBy(server)[0]).toMatchObject({ idea: 'Another idea' });
    expect(storedBy(server)[0]).not.toHaveProperty('trailId');
  });

  it('says nothing of words that are the same', async () => {
    changeWorkspace('u1', { idea: start.idea });
    show({}, { start });
    await hasIdea(start.idea);
    expect(screen.queryByText(/^You had typed/)).toBeNull();
  });

  it.each([
    ['', 'ScoreShelf helps choirs. Choir Notches do not.'],
    [' ScoreShelf helps directors find scores.', 'ScoreShelf helps directors find scores.'],
  ])('from a session has its name, and the sentence%s as its pitch', async (sentence, pitch) => {
    const named = 'Choir Notch helps choirs. Choir Notches do not.';
    const problemParagraph = `Scores are lost. ${named}`;
    const content = `### Startup Ideation\n\n**App name:** ScoreShelf\n\n**Concept:** A guess.${sentence}`;
    const server = show(
      { [ask]: reply({ appName: 'Choir Notch', oneSentencePitch: named, problemParagraph }, 'a-model') },
      { start: { ...start, content } },
    );
    await hasIdea(start.idea);
    await press('Process for Validation');
    expect((await screen.findByLabelText<HTMLInputElement>('App name')).value).toBe('ScoreShelf');
    expect(field('One-sentence pitch').value).toBe(pitch);
    expect(field('Problem').value).toMatch(/^Scores are lost\. ScoreShelf helps/);
    await waitFor(() => expect(storedBy(server)).toHaveLength(1), slow);
    expect(storedBy(server)[0]?.surveyId).toMatch(/^survey-scoreshelf-/);
  });
});

describe('opening the plan of a survey', () => {
  const planOf = (appName: string): FounderPlan => ({
    ...startPlan({ ...examplePlan, appName }, { idea: start.idea, model: null, trailId: start.trailId }),
    stored: 'yes',
  });
  const wanted = planOf('Two Homes');
  const read = `GET /api/surveys/${wanted.surveyId}`;
  const survey = { ...surveyDraft(wanted), publicLink: true, isOwner: true };
  const opening = { start: { ...start, surveyId: wanted.surveyId } };
  const hasName = (name: string) => waitFor(() => expect(field('App name').value).toBe(name), slow);

  it('opens it as this browser has it, and the one before can be brought back', async () => {
    storePlan(wanted, null);
    storePlan(planOf('Other'));
    show({}, opening);
    await hasName('Two Homes');
    expect(field('One-sentence pitch').value).toBe(examplePlan.oneSentencePitch);
    expect(screen.getByText(/^Kept in this browser: name, pitch/)).toBeDefined();
    await press('Bring back the previous plan');
    expect(field('App name').value).toBe('Other');
  });

  it('elsewhere shows what the survey holds, and says where the rest is', async () => {
    const server = show({ [read]: survey }, opening);
    await hasName('Two Homes');
    expect(screen.getByText(/stayed in the browser that made them\.$/)).toBeDefined();
    expect(screen.queryByText('Written without AI')).toBeNull();
    expect(field('One-sentence pitch').value).toBe('');
    await saved();
    expect(field('Survey link').value).toContain(surveyPath(wanted.surveyId));
    expect(storedBy(server)).toEqual([]);
  });

  it('says when the survey can’t be read, and tries again', async () => {
    let isAway = true;
    show({ [read]: () => (isAway ? refusal(500, 'internal', 'Away.') : survey) }, opening);
    expect((await screen.findByRole('alert', {}, slow)).textContent).toContain('could not be read');
    isAway = false;
    await press('Try again');
    await hasName('Two Homes');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stores first what was changed in the plan before', async () => {
    const other: FounderPlan = { ...planOf('Other'), stored: 'older' };
    storePlan(wanted, null);
    storePlan(other);
    const server = show({}, opening);
    await hasName('Two Homes');
    await waitFor(() => expect(storedBy(server)[0]).toMatchObject({ surveyId: other.surveyId }));
    type(field('Problem'), 'Mine');
    expect(field('Problem').value).toBe('Mine');
  });
});

describe('two tabs', () => {
  let plan: FounderPlan;
  beforeEach(() => {
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    const reading = { who: 'parents', job: '', trouble: 'forget the bag', language: 'en' as const };
    plan = startPlan(examplePlan, { idea: 'A calendar', model: null, reading });
    storePlan(plan);
  });
  const storedPlan = (): FounderPlan => JSON.parse(localStorage.getItem(surveyPath(plan.surveyId)) ?? '');

  /** Another tab stores something, which the browser tells this one. */
  function storeElsewhere(open: FounderPlan) {
    storePlan(open);
    if (open.surveyId !== plan.surveyId) storePlan(storedPlan(), 'previous');
    act(() => {
      for (const key of [surveyPath(open.surveyId), 'validation:u1'])
        dispatchEvent(new StorageEvent('storage', { key }));
    });
  }

  it('show each other’s changes of a plan', () => {
    show();
    type(field('App name'), 'Mine');
    storeElsewhere(editPlan(storedPlan(), { problemParagraph: 'Written elsewhere' }));
    expect([field('App name').value, field('Problem').value]).toEqual(['Mine', 'Written elsewhere']);
  });

  it('build an edit on what the other has stored a moment before', () => {
    show();
    storePlan(editPlan(storedPlan(), { problemParagraph: 'Written elsewhere' }));
    type(field('App name'), 'Mine');
    expect(storedPlan()).toMatchObject({ appName: 'Mine', problemParagraph: 'Written elsewhere' });
    expect(field('Problem').value).toBe('Written elsewhere');
  });

  it('keep phrases half filled in one when the other has edited the plan', () => {
    show();
    const before = storedPlan();
    type(field('Who has the problem?'), '');
    storePlan({ ...before, appName: 'Another' });
    type(field('What goes wrong?'), 'lose the bag');
    expect([field('Who has the problem?').value, field('App name').value]).toEqual(['', 'Another']);
  });

  it('open the same plan: the one before can be brought back', () => {
    show();
    type(field('App name'), 'Mine');
    storeElsewhere(startPlan({ ...examplePlan, appName: 'Another' }, { idea: 'B', model: null }));
    expect(field('App name').value).toBe('Another');
    act(() => screen.getByRole('button', { name: 'Bring back the previous plan' }).click());
    expect(field('App name').value).toBe('Mine');
  });

  it('warn in the later one until the earlier one has closed', async () => {
    let close = () => {};
    const earlier = locks.request(
      `validation-plan:${plan.surveyId}`,
      () => new Promise<void>((resolve) => (close = resolve)),
    );
    show();
    expect(await screen.findByText(/Also open in another tab\./)).toBeDefined();
    close();
    await earlier;
    await expect.poll(() => screen.queryByText(/Also open in another tab\./)).toBeNull();
    cleanup();
    await expect.poll(async () => (await locks.query()).held).toEqual([]);
  });
});
