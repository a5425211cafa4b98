// @vitest-environment page
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import { rememberAccount } from '#web/identity/remembered-account.ts';
import { type Answers, lateResponse, loseResponse, refusal } from '#web/testing/stub-server.ts';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { SurveyScreen } from './SurveyScreen.tsx';
import { connectVisitor } from './visitor.ts';

const survey = surveyDraft();
const { surveyId } = survey;
const [often, ...rest] = survey.questions as [SurveyDraft['questions'][number]];
const path = `/survey/${surveyId}`;
const draftKey = `survey-draft:${surveyId}`;
const sentKey = `survey-sent:${surveyId}`;
const story = 'We both thought the other one had it.';
const read = `GET /api/surveys/${surveyId}`;
const submit = 'POST /api/submit-survey';
const analyze = 'POST /api/analyze-survey';
const signInAddress = (at = path) => `/?signIn=1&next=${encodeURIComponent(at)}`;

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const badGateway = () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' });

let app: TestApp;
let owner: TestUser;
let member: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [owner, member] = [await app.signUp('pro'), await app.signUp()];
  await openSurvey(app, owner, survey);
});
afterAll(() => app.close());

/** Opens the page of a survey as a browser tab of this person does; `left` is where it sent them. */
async function open(answers: Answers = {}, person: TestUser | null = null, id = surveyId) {
  const server = app.connect(answers);
  const body = JSON.stringify({ email: person?.email, password: 'secret-enough' });
  const headers = { 'content-type': 'application/json' };
  if (person) await fetch('/api/auth/sign-in/email', { method: 'POST', headers, body });
  server.calls.length = 0;
  const left: string[] = [];
  connectVisitor();
  render(<SurveyScreen surveyId={id} leave={(address) => left.push(address)} />);
  return { ...server, left };
}

/** Opens a survey of its own. */
async function openOther(changes: Partial<SurveyDraft>, answers: Answers = {}) {
  const draft = await openSurvey(app, owner, { ...surveyDraft(), ...changes });
  return { ...(await open(answers, null, draft.surveyId)), draft };
}

/** The last submission, as the owner reads it. */
async function newestAnswers(id = surveyId) {
  const { body } = await app.call('GET', `/api/surveys/${id}/submissions`, owner);
  return body[0] as { answers: unknown[] };
}

const store = (id = surveyId) => localStorage.setItem(`/survey/${id}`, JSON.stringify(survey));
const findForm = () => screen.findByRole('button', { name: 'Submit Feedback' });
const select = () => screen.getByRole<HTMLSelectElement>('combobox');
const textbox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: (name) => name !== 'E-mail' });
const contact = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

async function answerAll() {
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'About every week');
  await userEvent.click(checkbox('I asked somebody'));
  await userEvent.click(checkbox('I paid for something'));
  fireEvent.change(textbox(), { target: { value: story } });
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Submit Feedback' }));
const findThanks = () => screen.findByRole('heading', { name: 'Thank You!' });
const findToast = (title: string) =>
  screen.findByText(title, { selector: 'section[aria-label="Messages"] *' });
const toasts = () => document.querySelectorAll('section[aria-label="Messages"] [role]').length;

describe('a public survey', () => {
  it('is shown to a stranger with one call, each question with the control that it needs', async () => {
    const { calls, left } = await open();
    await findForm();
    expect(calls.map(({ name }) => name)).toEqual([read]);
    expect(left).toEqual([]);
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.textContent).toBe(`Feedback for: ${survey.idea}`);
    const items = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
    expect(items.map((text) => text.slice(0, 2))).toEqual(['1.', '2.', '3.', '4.']);
    const select = screen.getByRole('combobox', { name: often.question });
    const options = within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(options).toEqual(['-- Select an option --', ...(often.options ?? [])]);
    const group = screen.getByRole('group', { name: 'What did you do about it?' });
    expect(within(group).getAllByRole('checkbox')).toHaveLength(3);
    expect(screen.getByRole('textbox', { name: 'What happened the last time?' }).tagName).toBe('TEXTAREA');
  });

  it('names the tab after the start of a long idea, and shows the rest on request and markup as text', async () => {
    const idea = `<script>alert(1)</script> تطبيق ${'word '.repeat(200).trim()}`;
    await openOther({ idea });
    expect((await screen.findByText(idea)).tagName).toBe('BDI');
    expect(document.querySelector('main script, h1 script')).toBeNull();
    await waitFor(() => expect(document.title).toBe(`Feedback for: ${idea.slice(0, 60)}… · Startup Spark`));
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.className).toContain('line-clamp');
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole idea' }));
    expect(title.className).not.toContain('line-clamp');
  });

  it('shows its owner that answers are a preview', async () => {
    rememberAccount(owner.id);
    await open({}, owner);
    expect(await screen.findByText('Preview: your own answers are not counted.')).toBeDefined();
  });
});

describe('a survey for signed-in people', () => {
  const closed = surveyDraft();
  const at = `/survey/${closed.surveyId}`;
  beforeAll(() => app.call('POST', '/api/surveys', { token: owner.token, body: closed }));

  it('sends a stranger to sign in and back, and is shown to a visitor with an account', async () => {
    const stranger = await open({}, null, closed.surveyId);
    await waitFor(() => expect(stranger.left).toEqual([signInAddress(at)]));
    expect(screen.queryByRole('button', { name: 'Submit Feedback' })).toBeNull();
    cleanup();
    const { left } = await open({}, member, closed.surveyId);
    await findForm();
    expect(left).toEqual([]);
  });

  it('does not send people round in circles when their token is refused', async () => {
    const { left } = await open({ 'GET /api/auth/token': { token: 'h.e30.s' } }, member, closed.surveyId);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your sign-in is no longer valid. Please sign in again.');
    expect(left).toEqual([]);
  });
});

describe('a survey that this browser has stored', () => {
  it('is shown before the server answers, whose definition then counts', async () => {
    const { surveyId: other } = await openSurvey(app, owner, { ...surveyDraft(), questions: rest });
    store(other);
    const late = lateResponse();
    const name = `GET /api/surveys/${other}`;
    const { callsOf } = await open({ [name]: late.answer }, null, other);
    expect(screen.getByRole('combobox', { name: often.question })).toBeDefined();
    await late.arrive((await callsOf(name)[0]?.passOn()) as Response);
    expect(screen.getByRole('textbox', { name: 'What happened the last time?' })).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('shows the problem and no answer to it, also in the founder’s own browser', async () => {
    const idea = 'An app with alerts at noon for bakers that throw away unsold bread';
    const reading = { who: 'bakers', trouble: 'throw away unsold bread', solution: 'alerts at noon' };
    localStorage.setItem(`/survey/${surveyId}`, JSON.stringify({ ...survey, idea, reading }));
    await open({ [read]: unreachable });
    await findForm();
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.textContent).toBe('Feedback for: an idea for bakers');
    expect(document.body.textContent).not.toContain('alerts at noon');
  });

  it('stays on the screen when the server cannot be reached', async () => {
    store();
    const { callsOf } = await open({ [read]: unreachable });
    await waitFor(() => expect(callsOf(read)).toHaveLength(1));
    await findForm();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is shown to its owner even if the server does not know it, but not to strangers', async () => {
    const unknown = surveyDraft().surveyId;
    store(unknown);
    const { left } = await open({}, owner, unknown);
    await findForm();
    expect(left).toEqual([]);
    cleanup();
    const stranger = await open({}, null, unknown);
    await waitFor(() => expect(stranger.left).toEqual([signInAddress(`/survey/${unknown}`)]));
  });
});

describe('a survey that cannot be shown', () => {
  it('is not found when neither the browser nor the server has it', async () => {
    await open({}, null, 'survey-unknown-k3x9d2a');
    expect(await screen.findByRole('heading', { name: 'Survey Not Found' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    await waitFor(() => expect(document.title).toBe('Survey Not Found · Startup Spark'));
  });

  it.each([
    '{"idea":',
    '[]',
    '{"idea":"x","questions":[]}',
    '{"idea":"x","questions":[{"type":"open-ended"}]}',
  ])('says that its data is missing when the browser has only %s', async (stored) => {
    localStorage.setItem('/survey/survey-unknown-k3x9d2a', stored);
    await open({}, null, 'survey-unknown-k3x9d2a');
    expect(await screen.findByRole('heading', { name: 'Survey Data Missing' })).toBeDefined();
    expect((await screen.findByRole('alert')).textContent).toContain('Survey Data Missing');
  });

  it.each([
    ['sends something that is no survey', () => Response.json({ idea: 'x' }), 'Survey Data Missing'],
    ['cannot be reached', unreachable, 'The server could not be reached.'],
    ['sends a reply of another server', badGateway, 'Server error: 502 Bad Gateway'],
  ])('says so when the server %s, and can try again', async (_case, fail, text) => {
    let isBroken = true;
    await open({ [read]: () => (isBroken ? fail() : undefined) });
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findForm();
  });
});

describe('sending answers', () => {
  it('sends them in the survey’s order, thanks, and offers a stranger one quiet link', async () => {
    const { callsOf } = await open();
    await answerAll();
    await send();
    const thanks = await findThanks();
    expect(document.activeElement).toBe(thanks);
    await findToast('Survey Submitted!');
    expect(toasts()).toBe(1);
    expect((await newestAnswers()).answers).toEqual([
      'About every week',
      ['I paid for something', 'I asked somebody'],
      story,
    ]);
    const [request] = callsOf(submit);
    const { idea, socialLinks } = survey;
    expect(request?.body).toMatchObject({ idea, socialLinks, seconds: expect.any(Number) });
    expect(request?.headers.get('Authorization')).toBeNull();
    expect(callsOf(analyze)[0]?.body).toMatchObject({ surveyId, idea });
    expect(await screen.findByRole('link', { name: 'Test your own idea' })).toBeDefined();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/']);
  });

  it('sends the token of signed-in people, leads them to the results and back to their dashboard and says when no analysis began', async () => {
    const { callsOf } = await open({ [analyze]: refusal(500, 'internal', 'Away.') }, member);
    await answerAll();
    await send();
    const back = await screen.findByRole('link', { name: 'Return to Dashboard' });
    expect(back.getAttribute('href')).toBe('/startup-spark-suite/dashboard');
    const results = screen.getByRole('link', { name: 'View Survey Results' });
    expect(results.getAttribute('href')).toBe(`${path}/results`);
    expect(callsOf(submit)[0]?.headers.get('Authorization')).toMatch(/^Bearer ./);
    await findToast('Analysis Failed');
    expect(screen.getByText('Failed to trigger survey analysis.')).toBeDefined();
    expect(toasts()).toBe(1);
    expect(await findThanks()).toBeDefined();
  });

  it('asks for a select and a free text, not for checkboxes, and leads to the first that is wrong', async () => {
    const { callsOf } = await open();
    await findForm();
    await send();
    const alerts = screen.getAllByRole('alert').map((alert) => alert.textContent);
    expect(alerts).toEqual(['Please select an option.', 'Please write an answer.']);
    expect(document.activeElement).toBe(select());
    await userEvent.selectOptions(select(), 'Once or twice');
    fireEvent.change(textbox(), { target: { value: '   ' } });
    await send();
    expect(document.activeElement).toBe(textbox());
    expect(callsOf(submit)).toHaveLength(0);
    fireEvent.change(textbox(), { target: { value: story } });
    expect(screen.queryByRole('alert')).toBeNull();
    await send();
    await findThanks();
  });

  it('makes the questions after an answer that it did not happen optional, and says so', async () => {
    const { draft } = await openOther({ questions: [{ ...often, endsWith: 'Not once' }, ...rest] });
    await userEvent.selectOptions(await screen.findByRole('combobox'), 'Once or twice');
    expect(screen.queryByText('Thank you. The rest is optional.')).toBeNull();
    expect(textbox().required).toBe(true);
    await userEvent.selectOptions(select(), 'Not once');
    expect(screen.getByText('Thank you. The rest is optional.')).toBeDefined();
    expect(textbox().required).toBe(false);
    await send();
    await findThanks();
    expect((await newestAnswers(draft.surveyId)).answers).toEqual(['Not once', null, null]);
  });

  it('clears a row of an optional question by a second tap', async () => {
    await openOther({
      questions: [
        { ...often, endsWith: 'Not once' },
        { ...often, question: 'Last week?' },
      ],
    });
    const [first, last] = (await screen.findAllByRole('combobox')) as HTMLSelectElement[];
    await userEvent.selectOptions(first as HTMLSelectElement, 'Not once');
    const row = screen.getAllByRole('radio', { name: 'Once or twice' })[1] as HTMLInputElement;
    await userEvent.click(row);
    expect([row.checked, last?.value]).toEqual([true, 'Once or twice']);
    await userEvent.click(row);
    expect([row.checked, last?.value]).toEqual([false, '']);
  });

  it('is one request for a double click and for Enter while it is on its way', async () => {
    const late = lateResponse();
    const { callsOf } = await open({ [submit]: late.answer });
    await answerAll();
    const form = (await findForm()).closest('form') as HTMLFormElement;
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    const busy = await screen.findByRole('button', { name: 'Submitting...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(busy);
    fireEvent.submit(form);
    await late.arrive((await callsOf(submit)[0]?.passOn()) as Response);
    await findThanks();
    expect(callsOf(submit)).toHaveLength(1);
  });

  it('uses one key through failures and reloads, and a new one after success', async () => {
    const outcomes = [unreachable, unreachable];
    const keys: (string | null | undefined)[] = [];
    const answer: Answers[string] = ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'));
      return outcomes.shift()?.();
    };
    const reload = async () => {
      cleanup();
      await open({ [submit]: answer });
      await findForm();
    };
    await reload();
    await answerAll();
    await send();
    await findToast('Submission Failed');
    await send();
    await waitFor(() => expect(keys).toHaveLength(2));
    await reload();
    await send();
    await findThanks();
    // As somebody else would find the browser.
    localStorage.removeItem(sentKey);
    await reload();
    await answerAll();
    await send();
    await findThanks();
    expect(keys[0]).toMatch(/^[\w.:-]{8,100}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(keys[0] ?? '')]);
  });

  it('says which answers count when they were edited after they had arrived', async () => {
    const text = 'Your first answers have already been saved and count; later changes were not sent.';
    const outcomes = [loseResponse];
    await open({ [submit]: (call) => outcomes.shift()?.(call) });
    await answerAll();
    await send();
    await findToast('Submission Failed');
    fireEvent.change(textbox(), { target: { value: 'Something else.' } });
    await send();
    await findThanks();
    expect(screen.getByText(new RegExp(text))).toBeDefined();
    expect(screen.queryByText('Your answers are in.')).toBeNull();
    expect(localStorage.getItem(draftKey)).toBeNull();
  });
});

describe('the keyboard', () => {
  it('chooses by number and goes on by Enter, from the first question to the submit button', async () => {
    await open();
    await findForm();
    await userEvent.keyboard('2{Enter}');
    expect(select().value).toBe(often.options?.[1]);
    expect(document.activeElement).toBe(checkbox('I paid for something'));
    await userEvent.keyboard('2 {Enter}');
    expect(checkbox('I paid for something').checked).toBe(true);
    expect(checkbox('I asked somebody').checked).toBe(false);
    expect(document.activeElement).toBe(textbox());
    await userEvent.keyboard('In 2 days{Shift>}{Enter}{/Shift}it was gone.{Enter}');
    expect(textbox().value).toBe('In 2 days\nit was gone.');
    expect(document.activeElement).toBe(contact());
    await userEvent.keyboard('jo1@example.com{Enter}');
    expect(contact().value).toBe('jo1@example.com');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Submit Feedback' }));
    await userEvent.keyboard('{Enter}');
    await findThanks();
  });

  it('leaves digits to a select that has the focus, and to options that begin with digits', async () => {
    await open();
    await findForm();
    select().focus();
    fireEvent.keyDown(select(), { key: '2' });
    expect(select().value).toBe('');
    cleanup();
    await openOther({ questions: [{ ...often, options: ['0', '1–5', '6–10'] }, ...rest] });
    await findForm();
    fireEvent.keyDown(document.body, { key: '3' });
    expect(select().value).toBe('');
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'leaves keys to an input method (%o)',
    async (typing) => {
      await open();
      await findForm();
      for (const key of ['2', 'Enter']) fireEvent.keyDown(document.body, Object.assign({ key }, typing));
      expect(select().value).toBe('');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('stays at a question that needs an answer, and says so', async () => {
    await open();
    await findForm();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please select an option.');
    expect(document.activeElement).toBe(select());
  });
});

describe('one question a view', () => {
  const current = () => document.querySelector('[aria-current=step]')?.textContent ?? '';
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

  it('goes on and back, sets the same select by its rows, and is at the same question after a reload', async () => {
    await open();
    await findForm();
    await press('Next');
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe('Please select an option.');
    const rows = screen.getByRole('radiogroup');
    expect(rows.getAttribute('aria-invalid')).toBe('true');
    expect(rows.getAttribute('aria-describedby')).toBe(alert.id);
    const once = screen.getByRole('radio', { name: 'Once or twice' });
    await userEvent.click(once);
    await userEvent.click(once);
    expect(select().value).toBe('Once or twice');
    await press('Next');
    expect(current()).toContain('What did you do about it?');
    expect(screen.getByText('2 of 4')).toBeDefined();
    cleanup();
    await open();
    await findForm();
    expect(current()).toContain('What did you do about it?');
    await press('Back');
    expect(current()).toContain(often.question);
  });

  it('shows all on request, also after a reload', async () => {
    await open();
    await findForm();
    await press('Show all');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
    cleanup();
    await open();
    expect(await screen.findByRole('button', { name: 'One at a time' })).toBeDefined();
  });
});

describe('a survey in another language', () => {
  const german = (): Partial<SurveyDraft> => ({
    idea: 'Eine App für Bäckereien',
    questions: [
      { question: 'Denken Sie an das letzte Mal. Was ist passiert?', type: 'open-ended', options: null },
    ],
  });

  const story = () => screen.getByRole('textbox', { name: german().questions?.[0]?.question });

  it('speaks it, also of failures', async () => {
    const refused = refusal(429, 'too_many_requests', 'Please wait 30 seconds and try again.');
    await openOther(german(), { [submit]: refused });
    const button = await screen.findByRole('button', { name: 'Feedback absenden' });
    expect(document.documentElement.lang).toBe('de');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Feedback zu: Eine App für Bäckereien',
    );
    await userEvent.click(button);
    expect(screen.getByRole('alert').textContent).toBe('Bitte schreiben Sie eine Antwort.');
    fireEvent.change(story(), { target: { value: 'Der Teig war schon weg.' } });
    await userEvent.click(button);
    expect(await screen.findByText(/Bitte warten Sie kurz/)).toBeDefined();
    expect(screen.queryByText(/Please/)).toBeNull();
  });

  it('thanks in it', async () => {
    await openOther(german());
    await screen.findByText('Darf Ada Founder Sie noch etwas fragen?');
    fireEvent.change(story(), { target: { value: 'Der Teig war schon weg.' } });
    await userEvent.click(screen.getByRole('button', { name: 'Feedback absenden' }));
    expect(await screen.findByRole('heading', { name: 'Vielen Dank!' })).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Eigene Idee testen' })).toBeDefined();
  });
});

describe('answers that could not be sent', () => {
  it.each<[string, Answers, RegExp]>([
    [
      'with the server’s own words',
      { [submit]: refusal(429, 'too_many_requests', 'Please wait 30 seconds and try again.') },
      /^Please wait 30 seconds and try again\.$/,
    ],
    ['with a wordless status', { [submit]: badGateway }, /^Server error: 502 Bad Gateway\.\.\.$/],
    ['when the server is away', { [submit]: unreachable }, /The server could not be reached\./],
    ['when identity is', { 'GET /api/auth/token': unreachable }, /The server could not be reached\./],
    ['signed out', { [submit]: refusal(401, 'sign_in_expired', 'Sign in.') }, /^Authentication Error$/],
  ])('stay, %s', async (_case, answers, text) => {
    await open(answers, member);
    await answerAll();
    await send();
    expect(await screen.findByText(text)).toBeDefined();
    expect(await screen.findByText(/not sent yet\. They are kept in this browser\./)).toBeDefined();
    expect(select().value).toBe('About every week');
    expect(textbox().value).toBe(story);
    const link = screen.queryByRole('link', { name: 'Sign in and come back' });
    expect(link?.getAttribute('href')).toBe(text.test('Authentication Error') ? signInAddress() : undefined);
  });

  it.each(['survey_changed', 'answers_invalid'])('stay where they still fit after %s', async (code) => {
    const { draft } = await openOther(
      {},
      {
        [submit]: async () => {
          const body = { ...draft, questions: [{ ...often, options: ['Not once', 'Daily'] }, ...rest] };
          await app.call('POST', '/api/surveys', { token: owner.token, body });
          // Only a change in the same moment gives the other one.
          return code === 'survey_changed' ? refusal(409, code, 'It was changed.') : undefined;
        },
      },
    );
    await answerAll();
    await send();
    expect(await screen.findByText(/The questions changed/)).toBeDefined();
    expect(select().value).toBe('');
    expect(textbox().value).toBe(story);
    expect(checkbox('I asked somebody').checked).toBe(true);
  });

  it('are announced by a toast that goes by itself, rests under the pointer and can be dismissed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open({ [submit]: unreachable });
    await answerAll();
    const fail = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Submit Feedback' }));
      await findToast('Submission Failed');
    };
    const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
    const messages = screen.getByRole('region', { name: 'Messages' });
    await fail();
    fireEvent.pointerEnter(messages);
    pass(60_000);
    expect(toasts()).toBe(1);
    fireEvent.pointerLeave(messages);
    pass(10_000);
    expect(toasts()).toBe(0);
    await fail();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(toasts()).toBe(0);
  });
});

describe('the time to answer', () => {
  const secondsSent = ({ body }: { body: unknown }) => (body as { seconds?: number }).seconds;

  it('is measured whatever the clock of the device says meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01') });
    const { callsOf } = await open();
    await answerAll();
    vi.setSystemTime(new Date('2026-11-27'));
    await send();
    await findThanks();
    const [request] = callsOf(submit);
    expect(request && secondsSent(request)).toBeLessThan(60);
  });

  it('is unknown for answers that an earlier page began, be it 400 days ago', async () => {
    const since = Date.now() - 400 * 86_400_000;
    localStorage.setItem(draftKey, JSON.stringify({ key: 'begun-long-ago', answers: [], since }));
    const { callsOf } = await open();
    await answerAll();
    await send();
    await findThanks();
    const [request] = callsOf(submit);
    expect(request && secondsSent(request)).toBeUndefined();
  });
});

describe('the question for a contact', () => {
  const address = 'jo@example.com';
  const change = (settings: object, id = surveyId) =>
    app.call('PUT', `/api/surveys/${id}/settings`, { token: owner.token, body: settings });
  const openWith = async (settings: object, person: TestUser | null = null) => {
    const draft = await openSurvey(app, owner);
    await change(settings, draft.surveyId);
    return { ...(await open({}, person, draft.surveyId)), draft };
  };

  it('is the last one, says who sees it, and is sent with the answers', async () => {
    const { draft } = await openWith({});
    await findForm();
    const group = screen.getByRole('group', { name: 'May Ada Founder ask you more?' });
    expect(group.textContent).toContain('Optional. Only Ada Founder sees it, with your answer.');
    expect(screen.getByText('Asked by Ada Founder')).toBeDefined();
    expect(screen.getByText('1 of 4')).toBeDefined();
    await answerAll();
    fireEvent.change(contact(), { target: { value: ` ${address} ` } });
    await send();
    await findThanks();
    expect(await newestAnswers(draft.surveyId)).toMatchObject({ contact: address });
  });

  it('may stay empty, and takes nothing but an address: the focus is there and nothing is lost', async () => {
    const { draft, calls } = await openWith({});
    await findForm();
    await answerAll();
    fireEvent.change(contact(), { target: { value: 'jo at example' } });
    await send();
    expect(screen.getByRole('alert').textContent).toBe('Check your e-mail address, or leave it empty.');
    expect(document.activeElement).toBe(contact());
    expect(calls.filter(({ name }) => name === submit)).toEqual([]);
    cleanup();
    await open({}, null, draft.surveyId);
    await findForm();
    expect([contact().value, textbox().value]).toEqual(['jo at example', story]);
    fireEvent.change(contact(), { target: { value: '' } });
    await send();
    await findThanks();
    expect(await newestAnswers(draft.surveyId)).toMatchObject({ contact: null });
  });

  it('is not there where the owner has switched it off', async () => {
    await openWith({ asksContact: false });
    await findForm();
    expect(screen.queryByLabelText('E-mail')).toBeNull();
    expect(screen.getByText('1 of 3')).toBeDefined();
  });

  it('leaves the owner’s choice of who sees the results in sight, and offers them to no one else', async () => {
    const open = await openWith({ ownerOnlyResults: false });
    expect(await screen.findByText('Ada Founder reads it. Results show it without your name.')).toBeDefined();
    cleanup();
    const closed = await openWith({ ownerOnlyResults: true }, member);
    expect(await screen.findByText('Only Ada Founder sees the results.')).toBeDefined();
    expect(closed.draft.surveyId).not.toBe(open.draft.surveyId);
    await answerAll();
    await send();
    await findThanks();
    expect(await screen.findByRole('link', { name: 'Return to Dashboard' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'View Survey Results' })).toBeNull();
  });

  it('asks without a name where none is known', async () => {
    const nameless = async () => {
      const found = await app.call('GET', `/api/surveys/${surveyId}`);
      return Response.json(Object.assign(found.body, { askedBy: '' }));
    };
    await open({ [read]: nameless });
    await findForm();
    expect(screen.getByText('May we ask you more?')).toBeDefined();
    expect(screen.queryByText(/^Asked by/)).toBeNull();
  });
});

describe('a second visit', () => {
  const heading = () => screen.findByRole('heading', { name: 'You have answered.' });

  it('of an account offers to change what was sent, which takes its place', async () => {
    const draft = await openSurvey(app, owner);
    await open({}, member, draft.surveyId);
    await findForm();
    await answerAll();
    await send();
    await findThanks();
    cleanup();
    await open({}, member, draft.surveyId);
    await heading();
    await userEvent.click(await screen.findByRole('button', { name: 'Change it?' }));
    await findForm();
    expect([select().value, textbox().value]).toEqual(['About every week', story]);
    await userEvent.selectOptions(select(), 'Not once');
    await send();
    await findThanks();
    const { body } = await app.call('GET', `/api/surveys/${draft.surveyId}/submissions`, owner);
    expect(body.map((row) => (row as { counted: boolean }).counted)).toEqual([true, false]);
  });

  it('of a visitor says so and offers no change, which would not count', async () => {
    const draft = await openSurvey(app, owner);
    for (const status of ['first', 'second']) {
      await open({}, null, draft.surveyId);
      if (status === 'first') {
        await findForm();
        await answerAll();
        await send();
        await findThanks();
        cleanup();
      }
    }
    await heading();
    expect(await screen.findByRole('link', { name: 'Test your own idea' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Change it?' })).toBeNull();
    expect(localStorage.getItem(`survey-sent:${draft.surveyId}`)).not.toContain(story);
  });

  it('of somebody else on the same browser opens an empty form, and both answers are stored', async () => {
    const draft = await openSurvey(app, owner);
    await open({}, null, draft.surveyId);
    await findForm();
    await answerAll();
    await send();
    await findThanks();
    cleanup();
    await open({}, null, draft.surveyId);
    await heading();
    await userEvent.click(await screen.findByRole('button', { name: 'Somebody else answers' }));
    await findForm();
    expect([select().value, textbox().value]).toEqual(['', '']);
    await answerAll();
    await send();
    await findThanks();
    const { body } = await app.call('GET', `/api/surveys/${draft.surveyId}/submissions`, owner);
    expect(body.map((row) => (row as { number: number }).number)).toEqual([2, 1]);
  });

  it('of an account leaves its answers to it, as another’s would take their place', async () => {
    const draft = await openSurvey(app, owner);
    await open({}, member, draft.surveyId);
    await findForm();
    await answerAll();
    await send();
    await findThanks();
    cleanup();
    await open({}, member, draft.surveyId);
    await screen.findByRole('button', { name: 'Change it?' });
    expect(screen.queryByRole('button', { name: 'Somebody else answers' })).toBeNull();
  });

  it('is nothing special on a device that many people share', async () => {
    const draft = await openSurvey(app, owner);
    const body = { sharedDevice: true };
    await app.call('PUT', `/api/surveys/${draft.surveyId}/settings`, { token: owner.token, body });
    await open({}, null, draft.surveyId);
    await findForm();
    await answerAll();
    await send();
    await findThanks();
    await userEvent.click(screen.getByRole('button', { name: 'Next person' }));
    await findForm();
    expect(textbox().value).toBe('');
  });
});

describe('the address for a contact', () => {
  it.each([
    [true, 'off'],
    [false, 'email'],
  ])('is offered by the browser unless many people share it: %s', async (sharedDevice, offered) => {
    const draft = await openSurvey(app, owner);
    const path = `/api/surveys/${draft.surveyId}/settings`;
    await app.call('PUT', path, { token: owner.token, body: { sharedDevice } });
    await open({}, null, draft.surveyId);
    await findForm();
    expect(contact().getAttribute('autocomplete')).toBe(offered);
  });
});

describe('a public survey on the owner’s own phone, which is passed round', () => {
  it('shows nothing of the account, and hands itself to the next person', async () => {
    const draft = await openSurvey(app, owner);
    const body = { sharedDevice: true };
    await app.call('PUT', `/api/surveys/${draft.surveyId}/settings`, { token: owner.token, body });
    rememberAccount(owner.id);
    await open({}, owner, draft.surveyId);
    await findForm();
    expect(screen.queryByText('Preview: your own answers are not counted.')).toBeNull();
    await answerAll();
    await send();
    await findThanks();
    expect(screen.queryByRole('link')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Next person' }));
    await findForm();
    expect(await newestAnswers(draft.surveyId)).not.toMatchObject({ reason: 'preview' });
  });
});

describe('half-filled answers', () => {
  it('are there again after a reload, and gone once they are sent', async () => {
    await open();
    await answerAll();
    cleanup();
    await open();
    expect((await screen.findByRole<HTMLSelectElement>('combobox')).value).toBe('About every week');
    expect(checkbox('I asked somebody').checked).toBe(true);
    expect(textbox().value).toBe(story);
    await send();
    await findThanks();
    cleanup();
    await open();
    expect(await screen.findByRole('heading', { name: 'You have answered.' })).toBeDefined();
    expect(localStorage.getItem(draftKey)).toBeNull();
  });

  it.each(['{', '{"key":"x"}', '{"key":"<>","answers":[["a",{}]]}', 'null', '7'])(
    'that cannot be read are replaced: %s',
    async (stored) => {
      localStorage.setItem(draftKey, stored);
      await open();
      await answerAll();
      await send();
      await findThanks();
    },
  );

  it('follow what another tab does with them', async () => {
    await open();
    await findForm();
    const draft = JSON.parse(localStorage.getItem(draftKey) ?? '');
    const written = JSON.stringify({ ...draft, answers: [['What happened the last time?', story]] });
    localStorage.setItem(draftKey, written);
    fireEvent(window, new StorageEvent('storage', { key: draftKey, newValue: written }));
    expect(textbox().value).toBe(story);
    localStorage.removeItem(draftKey);
    fireEvent(window, new StorageEvent('storage', { key: draftKey, newValue: null }));
    expect(await findThanks()).toBeDefined();
  });
});
