// @vitest-environment page
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Survey } from '#shared/contracts/surveys.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { SurveyScreen } from './SurveyScreen.tsx';
import { connectVisitor } from './visitor.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
});

const surveyId = 'survey-two-homes-k3x9d2a';
const path = `/survey/${surveyId}`;
const draftKey = `survey-draft:${surveyId}`;
const survey: Survey = {
  surveyId,
  idea: 'A shared calendar for parents who live in two homes',
  socialLinks: [{ type: 'forum', name: 'Parents', url: 'https://parents.example' }],
  questions: [
    {
      question: 'How often did a handover go wrong last month?',
      type: 'multiple-choice',
      options: ['Never', 'Once', 'Weekly'],
      multiSelect: false,
    },
    {
      question: 'What have you tried?',
      type: 'multiple-choice',
      options: ['A paper list', 'Messages, calls', 'An app'],
      multiSelect: true,
    },
    { question: 'What happened the last time?', type: 'open-ended', options: null },
  ],
  publicLink: true,
  isOwner: false,
};
const story = 'We both thought the other one had it.';

const read = `GET /api/surveys/${surveyId}`;
const submit = 'POST /api/submit-survey';
const analyze = 'POST /api/analyze-survey';
const bearerToken = `h.${btoa(JSON.stringify({ exp: 4_102_444_800 }))}.s`;
const signInAddress = `/?signIn=1&next=${encodeURIComponent(path)}`;

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const badGateway = () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' });
const notFound = () => refusal(404, 'survey_not_found', 'There is no survey at this address.');
const signInRequired = () => refusal(401, 'survey_sign_in', 'You must be logged in to answer this survey.');

type Answers = Parameters<typeof stubServer>[0];

/** Opens the page as a browser tab does; `left` is where it sent the visitor. */
function open(answers: Answers = {}, { signedIn = false } = {}) {
  const server = stubServer({
    'GET /api/config': { identity: 'embedded' },
    'GET /api/auth/get-session': signedIn ? { user: { id: 'u1', email: 'a@b.example', name: 'A' } } : null,
    'GET /api/auth/token': { token: bearerToken },
    [read]: survey,
    [submit]: () => Response.json({ success: true }, { status: 201 }),
    [analyze]: () => Response.json({ queued: true }, { status: 202 }),
    ...answers,
  });
  const left: string[] = [];
  connectVisitor();
  render(<SurveyScreen surveyId={surveyId} leave={(address) => left.push(address)} />);
  return { ...server, left };
}

const store = (value: unknown) => localStorage.setItem(path, JSON.stringify(value));
const findForm = () => screen.findByRole('button', { name: 'Submit Feedback' });
const select = () => screen.getByRole<HTMLSelectElement>('combobox');
const textbox = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

async function answerAll() {
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'Weekly');
  await userEvent.click(checkbox('An app'));
  await userEvent.click(checkbox('Messages, calls'));
  fireEvent.change(textbox(), { target: { value: story } });
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Submit Feedback' }));
const findThanks = () => screen.findByRole('heading', { name: 'Thank You!' });
const findToast = (title: string) =>
  screen.findByText(title, { selector: 'section[aria-label="Messages"] *' });
const toasts = () => document.querySelectorAll('section[aria-label="Messages"] [role]').length;

describe('a public survey', () => {
  it('is shown to a stranger with one call, each question with the control that it needs', async () => {
    const { calls, left } = open();
    await findForm();
    expect(calls.map(({ name }) => name)).toEqual([read]);
    expect(left).toEqual([]);
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.textContent).toBe(`Feedback for: ${survey.idea}`);
    const items = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
    expect(items.map((text) => text.slice(0, 2))).toEqual(['1.', '2.', '3.']);
    const often = screen.getByRole('combobox', { name: 'How often did a handover go wrong last month?' });
    const options = within(often).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      '-- Select an option --',
      'Never',
      'Once',
      'Weekly',
    ]);
    const group = screen.getByRole('group', { name: 'What have you tried?' });
    expect(within(group).getAllByRole('checkbox')).toHaveLength(3);
    expect(screen.getByRole('textbox', { name: 'What happened the last time?' }).tagName).toBe('TEXTAREA');
  });

  it('names the tab after the start of a long idea and shows the rest on request', async () => {
    const idea = 'word '.repeat(200).trim();
    open({ [read]: { ...survey, idea } });
    await findForm();
    await waitFor(() => expect(document.title).toBe(`Feedback for: ${idea.slice(0, 60)}… · Startup Spark`));
    expect(screen.getByRole('heading', { level: 1 }).className).toContain('line-clamp');
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole idea' }));
    expect(screen.getByRole('heading', { level: 1 }).className).not.toContain('line-clamp');
  });

  it('shows markup and right-to-left text as the text that it is', async () => {
    const idea = '<script>alert(1)</script> تطبيق';
    open({ [read]: { ...survey, idea } });
    expect((await screen.findByText(idea)).tagName).toBe('BDI');
    expect(document.querySelector('main script, h1 script')).toBeNull();
  });

  it('shows its owner that answers are a preview', async () => {
    open({ [read]: { ...survey, isOwner: true } });
    expect(await screen.findByText('Preview: your own answers are not counted.')).toBeDefined();
  });
});

describe('a survey for signed-in people', () => {
  const closed: Answers = {
    [read]: ({ headers }) =>
      headers.get('Authorization') === `Bearer ${bearerToken}` ? survey : signInRequired(),
  };

  it('sends a stranger to sign in and back', async () => {
    const { left } = open(closed);
    await waitFor(() => expect(left).toEqual([signInAddress]));
    expect(screen.queryByRole('button', { name: 'Submit Feedback' })).toBeNull();
  });

  it('is shown to a visitor with an account', async () => {
    const { left } = open(closed, { signedIn: true });
    await findForm();
    expect(left).toEqual([]);
  });

  it('does not send people round in circles when their token is refused', async () => {
    const { left } = open({ [read]: signInRequired }, { signedIn: true });
    expect((await screen.findByRole('alert')).textContent).toContain('You must be logged in');
    expect(left).toEqual([]);
  });
});

describe('a survey that this browser has stored', () => {
  it('is shown before the server answers, whose definition then counts', async () => {
    store(survey);
    const { promise, resolve } = Promise.withResolvers<Response>();
    open({ [read]: () => promise });
    expect(screen.getByRole('textbox', { name: 'What happened the last time?' })).toBeDefined();
    resolve(
      Response.json({ ...survey, questions: [{ question: 'Why?', type: 'open-ended', options: null }] }),
    );
    expect(await screen.findByRole('textbox', { name: 'Why?' })).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'What happened the last time?' })).toBeNull();
  });

  it('stays on the screen when the server cannot be reached', async () => {
    store(survey);
    const { callsOf } = open({ [read]: unreachable });
    await waitFor(() => expect(callsOf(read)).toHaveLength(1));
    await findForm();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is shown to its owner even if the server does not know it, but not to strangers', async () => {
    store(survey);
    const owner = open({ [read]: notFound }, { signedIn: true });
    await findForm();
    expect(owner.left).toEqual([]);
    cleanup();
    const stranger = open({ [read]: notFound });
    await waitFor(() => expect(stranger.left).toEqual([signInAddress]));
  });
});

describe('a survey that cannot be shown', () => {
  it('is not found when neither the browser nor the server has it', async () => {
    open({ [read]: notFound });
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
    localStorage.setItem(path, stored);
    open({ [read]: notFound });
    expect(await screen.findByRole('heading', { name: 'Survey Data Missing' })).toBeDefined();
    expect((await screen.findByRole('alert')).textContent).toContain('Survey Data Missing');
  });

  it.each([
    ['sends something that is no survey', () => Response.json({ idea: 'x' }), 'Survey Data Missing'],
    ['cannot be reached', unreachable, 'The server could not be reached.'],
    ['sends a reply of another server', badGateway, 'Server error: 502 Bad Gateway'],
  ])('says so when the server %s, and can try again', async (_case, fail, text) => {
    let isBroken = true;
    open({ [read]: () => (isBroken ? fail() : survey) });
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findForm();
  });
});

describe('sending answers', () => {
  it('sends them in the survey’s order, thanks, and names the results and the way home', async () => {
    const { callsOf } = open();
    await answerAll();
    await send();
    expect(document.activeElement).toBe(await findThanks());
    await findToast('Survey Submitted!');
    expect(toasts()).toBe(1);
    const [request] = callsOf(submit);
    expect(request?.body).toEqual({
      surveyId,
      idea: survey.idea,
      socialLinks: survey.socialLinks,
      responses: [
        { question: survey.questions[0]?.question, answer: 'Weekly' },
        { question: survey.questions[1]?.question, answer: 'Messages, calls, An app' },
        { question: survey.questions[2]?.question, answer: story },
      ],
      seconds: expect.any(Number),
    });
    expect(request?.headers.get('Authorization')).toBeNull();
    expect(callsOf(analyze)[0]?.body).toMatchObject({ surveyId, idea: survey.idea });
    const results = screen.getByRole('link', { name: 'View Survey Results' });
    expect(results.getAttribute('href')).toBe(`${path}/results`);
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  });

  it('sends the token of signed-in people and leads them back to their dashboard', async () => {
    const { callsOf } = open({}, { signedIn: true });
    await answerAll();
    await send();
    const back = await screen.findByRole('link', { name: 'Return to Dashboard' });
    expect(back.getAttribute('href')).toBe('/startup-spark-suite/dashboard');
    expect(callsOf(submit)[0]?.headers.get('Authorization')).toBe(`Bearer ${bearerToken}`);
  });

  it('keeps the submission when the analysis cannot be triggered, and says so', async () => {
    open({ [analyze]: refusal(500, 'internal', 'Something went wrong.') });
    await answerAll();
    await send();
    await findToast('Analysis Failed');
    expect(screen.getByText('Failed to trigger survey analysis.')).toBeDefined();
    expect(toasts()).toBe(1);
    expect(await findThanks()).toBeDefined();
  });

  it('asks for a select and a free text, not for checkboxes, and leads to the first that is wrong', async () => {
    const { callsOf } = open();
    await findForm();
    await send();
    const alerts = screen.getAllByRole('alert').map((alert) => alert.textContent);
    expect(alerts).toEqual(['Please select an option.', 'Please write an answer.']);
    expect(document.activeElement).toBe(select());
    await userEvent.selectOptions(select(), 'Once');
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
    const [often, ...rest] = survey.questions;
    const { callsOf } = open({
      [read]: { ...survey, questions: [{ ...often, endsWith: 'Never' }, ...rest] },
    });
    await userEvent.selectOptions(await screen.findByRole('combobox'), 'Once');
    expect(screen.queryByText('Thank you. The rest is optional.')).toBeNull();
    expect(textbox().required).toBe(true);
    await userEvent.selectOptions(select(), 'Never');
    expect(screen.getByText('Thank you. The rest is optional.')).toBeDefined();
    expect(textbox().required).toBe(false);
    await send();
    await findThanks();
    const answers = survey.questions.map(({ question }, at) => ({
      question,
      answer: at === 0 ? 'Never' : '',
    }));
    expect(callsOf(submit)[0]?.body).toMatchObject({ responses: answers });
  });

  it('is one request for a double click and for Enter while it is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { callsOf } = open({ [submit]: () => promise });
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
    resolve(Response.json({ success: true }, { status: 201 }));
    await findThanks();
    expect(callsOf(submit)).toHaveLength(1);
  });

  it('uses one key through failures and reloads, and a new one after success', async () => {
    const outcomes = [unreachable, unreachable];
    const replies: Answers = { [submit]: () => outcomes.shift()?.() ?? { success: true } };
    const keys: (string | null)[] = [];
    const addKeys = ({ callsOf }: ReturnType<typeof open>) =>
      keys.push(...callsOf(submit).map(({ headers }) => headers.get('Idempotency-Key')));
    const first = open(replies);
    await answerAll();
    await send();
    await findToast('Submission Failed');
    await send();
    await waitFor(() => expect(first.callsOf(submit)).toHaveLength(2));
    addKeys(first);
    cleanup();
    const second = open(replies);
    await findForm();
    await send();
    await findThanks();
    addKeys(second);
    cleanup();
    const third = open(replies);
    await answerAll();
    await send();
    await findThanks();
    addKeys(third);
    expect(keys[0]).toMatch(/^[\w.:-]{8,100}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(keys[0] ?? '')]);
  });

  it('says which answers count when they were edited after they had arrived', async () => {
    const text = 'Your first answers have already been saved and count; later changes were not sent.';
    const outcomes = [unreachable, () => refusal(409, 'already_sent', text)];
    open({ [submit]: () => outcomes.shift()?.() ?? {} });
    await answerAll();
    await send();
    await findToast('Submission Failed');
    fireEvent.change(textbox(), { target: { value: 'Something else.' } });
    await send();
    await findThanks();
    expect(screen.getByText(new RegExp(text))).toBeDefined();
    expect(screen.queryByText(/Your answers are saved/)).toBeNull();
    expect(localStorage.getItem(draftKey)).toBeNull();
  });
});

describe('answers that could not be sent', () => {
  it.each([
    [
      'with the server’s own words',
      { [submit]: refusal(429, 'too_many_requests', 'Please wait 30 seconds and try again.') },
      /^Please wait 30 seconds and try again\.$/,
    ],
    [
      'with the status of a reply that has no words',
      { [submit]: badGateway },
      /^Server error: 502 Bad Gateway\.\.\.$/,
    ],
    ['when the server is away', { [submit]: unreachable }, /The server could not be reached\./],
    [
      'when the identity provider is',
      { 'GET /api/auth/token': unreachable },
      /The server could not be reached\./,
    ],
    [
      'when the sign-in has ended',
      { [submit]: refusal(401, 'sign_in_expired', 'Please sign in again.') },
      /^Authentication Error$/,
    ],
  ])('stay, %s', async (_case, answers, text) => {
    open(answers, { signedIn: true });
    await answerAll();
    await send();
    expect(await screen.findByText(text)).toBeDefined();
    expect(await screen.findByText(/not sent yet\. They are kept in this browser\./)).toBeDefined();
    expect(select().value).toBe('Weekly');
    expect(textbox().value).toBe(story);
    const link = screen.queryByRole('link', { name: 'Sign in and come back' });
    expect(link?.getAttribute('href')).toBe(text.test('Authentication Error') ? signInAddress : undefined);
  });

  it.each(['survey_changed', 'answers_invalid'])('stay where they still fit after %s', async (code) => {
    let isChanged = false;
    const [often, ...rest] = survey.questions;
    open({
      [read]: () =>
        isChanged ? { ...survey, questions: [{ ...often, options: ['Never', 'Daily'] }, ...rest] } : survey,
      [submit]: () => {
        isChanged = true;
        return refusal(code === 'survey_changed' ? 409 : 400, code, 'It was changed.');
      },
    });
    await answerAll();
    await send();
    expect(await screen.findByText(/The questions were loaded again/)).toBeDefined();
    expect(select().value).toBe('');
    expect(textbox().value).toBe(story);
    expect(checkbox('An app').checked).toBe(true);
  });

  it('are announced by a toast that goes by itself, rests under the pointer and can be dismissed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open({ [submit]: unreachable });
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

describe('half-filled answers', () => {
  it('are there again after a reload, and gone once they are sent', async () => {
    open();
    await answerAll();
    cleanup();
    open();
    expect((await screen.findByRole<HTMLSelectElement>('combobox')).value).toBe('Weekly');
    expect(checkbox('An app').checked).toBe(true);
    expect(textbox().value).toBe(story);
    await send();
    await findThanks();
    cleanup();
    open();
    expect((await screen.findByRole<HTMLSelectElement>('combobox')).value).toBe('');
  });

  it.each(['{', '{"key":"x"}', '{"key":"<>","answers":[["a",{}]]}', 'null', '7'])(
    'that cannot be read are replaced: %s',
    async (stored) => {
      localStorage.setItem(draftKey, stored);
      open();
      await answerAll();
      await send();
      await findThanks();
    },
  );

  it('follow what another tab does with them', async () => {
    open();
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
