// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import {
  bearerToken,
  closeAll,
  openSurvey,
  path,
  refusal,
  reply,
  stubNetwork,
  survey,
  surveyApi,
  unreachable,
} from './testing.tsx';

afterEach(closeAll);

const signInRequired = () => refusal(401, 'survey_sign_in', 'You must be logged in to answer this survey.');
const notFound = () => refusal(404, 'survey_not_found', 'There is no survey at this address.');
const offline = { [surveyApi]: unreachable };

function store(value: unknown) {
  localStorage.setItem(path, typeof value === 'string' ? value : JSON.stringify(value));
}

async function findForm() {
  return screen.findByRole('button', { name: 'Submit Feedback' });
}

describe('a public survey', () => {
  it('is shown to a stranger with one call and without a token', async () => {
    const { asked } = stubNetwork();
    const { left } = openSurvey();
    const title = await screen.findByRole('heading', { level: 1 });
    expect(title.textContent).toBe(`Feedback for: ${survey.idea}`);
    expect(asked('/api/auth/token')).toHaveLength(0);
    expect(left).toEqual([]);
  });

  it('lists its questions with the control that each needs', async () => {
    stubNetwork();
    openSurvey();
    await findForm();
    const items = screen.getAllByRole('listitem').map((item) => item.textContent ?? '');
    expect(items.map((text) => text.slice(0, 2))).toEqual(['1.', '2.', '3.']);
    const select = screen.getByRole('combobox', { name: 'How often did a handover go wrong last month?' });
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['-- Select an option --', 'Never', 'Once', 'Weekly']);
    const group = screen.getByRole('group', { name: 'What have you tried?' });
    expect(within(group).getAllByRole('checkbox')).toHaveLength(3);
    expect(screen.getByRole('textbox', { name: 'What happened the last time?' }).tagName).toBe('TEXTAREA');
  });

  it('names the tab after the start of a long idea and shows the rest on request', async () => {
    const idea = 'word '.repeat(200).trim();
    stubNetwork({ replies: { [surveyApi]: () => reply({ ...survey, idea }) } });
    openSurvey();
    await findForm();
    await waitFor(() => expect(document.title).toBe(`Feedback for: ${idea.slice(0, 60)}… · Startup Spark`));
    const more = screen.getByRole('button', { name: 'Show the whole idea' });
    expect(screen.getByRole('heading', { level: 1 }).className).toContain('line-clamp');
    await userEvent.click(more);
    expect(screen.getByRole('heading', { level: 1 }).className).not.toContain('line-clamp');
  });

  it('shows markup and right-to-left text as the text that it is', async () => {
    const idea = '<script>alert(1)</script> تطبيق';
    stubNetwork({ replies: { [surveyApi]: () => reply({ ...survey, idea }) } });
    openSurvey();
    expect((await screen.findByText(idea)).tagName).toBe('BDI');
    expect(document.querySelector('main script, h1 script')).toBeNull();
  });
});

describe('a survey for signed-in people', () => {
  const closed = {
    [surveyApi]: ({ headers }: { headers: Headers }) =>
      headers.get('Authorization') === `Bearer ${bearerToken}` ? reply(survey) : signInRequired(),
  };

  it('sends a stranger to sign in and back', async () => {
    stubNetwork({ replies: closed });
    const { left } = openSurvey();
    await waitFor(() => expect(left).toEqual([`/?signIn=1&next=${encodeURIComponent(path)}`]));
    expect(screen.queryByRole('button', { name: 'Submit Feedback' })).toBeNull();
  });

  it('is shown to somebody with an account', async () => {
    stubNetwork({ signedIn: true, replies: closed });
    const { left } = openSurvey();
    await findForm();
    expect(left).toEqual([]);
  });

  it('does not send people round in circles when their token is refused', async () => {
    stubNetwork({ signedIn: true, replies: { [surveyApi]: signInRequired } });
    const { left } = openSurvey();
    expect((await screen.findByRole('alert')).textContent).toContain('You must be logged in');
    expect(left).toEqual([]);
  });
});

describe('a survey that this browser keeps', () => {
  it('is shown before the server answers, whose definition then counts', async () => {
    store(survey);
    let answer = (_: Response) => {};
    const waiting = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    stubNetwork({ replies: { [surveyApi]: () => waiting } });
    openSurvey();
    expect(screen.getByRole('textbox', { name: 'What happened the last time?' })).toBeDefined();
    answer(reply({ ...survey, questions: [{ question: 'Why?', type: 'open-ended', options: null }] }));
    expect(await screen.findByRole('textbox', { name: 'Why?' })).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'What happened the last time?' })).toBeNull();
  });

  it('stays on the screen when the server cannot be reached', async () => {
    store(survey);
    const { asked } = stubNetwork({ replies: offline });
    openSurvey();
    await waitFor(() => expect(asked(survey.surveyId)).toHaveLength(1));
    await findForm();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is shown to its owner even if the server does not know it, but not to strangers', async () => {
    store(survey);
    stubNetwork({ signedIn: true, replies: { [surveyApi]: notFound } });
    const owner = openSurvey();
    await findForm();
    expect(owner.left).toEqual([]);
    owner.close();
    stubNetwork({ replies: { [surveyApi]: notFound } });
    const stranger = openSurvey();
    await waitFor(() => expect(stranger.left).toEqual([`/?signIn=1&next=${encodeURIComponent(path)}`]));
  });
});

describe('a survey that cannot be shown', () => {
  it('is not found when neither the browser nor the server has it', async () => {
    stubNetwork({ replies: { [surveyApi]: notFound } });
    openSurvey();
    expect(await screen.findByRole('heading', { name: 'Survey Not Found' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    await waitFor(() => expect(document.title).toBe('Survey Not Found · Startup Spark'));
  });

  it.each([
    '{"idea":',
    '[]',
    '{"idea":"x","questions":[]}',
    '{"idea":"x","questions":[{"type":"open-ended"}]}',
  ])('says that its data is missing when the browser keeps only %s', async (stored) => {
    store(stored);
    stubNetwork({ replies: { [surveyApi]: notFound } });
    openSurvey();
    expect(await screen.findByRole('heading', { name: 'Survey Data Missing' })).toBeDefined();
    expect((await screen.findByRole('alert')).textContent).toContain('Survey Data Missing');
  });

  it('says so too when the server sends something that is no survey, and can try again', async () => {
    let broken = true;
    stubNetwork({ replies: { [surveyApi]: () => reply(broken ? { idea: survey.idea } : survey) } });
    openSurvey();
    await screen.findByRole('heading', { name: 'Survey Data Missing' });
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findForm();
  });

  it('says what happened when the server cannot be reached, and can try again', async () => {
    let reachable = false;
    stubNetwork({ replies: { [surveyApi]: () => (reachable ? reply(survey) : unreachable()) } });
    openSurvey();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The survey could not be loaded.');
    expect(alert.textContent).toContain('The server could not be reached.');
    reachable = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findForm();
  });

  it('shows the status of a reply that is not the server’s own', async () => {
    const badGateway = () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' });
    stubNetwork({ replies: { [surveyApi]: badGateway } });
    openSurvey();
    expect((await screen.findByRole('alert')).textContent).toContain('Server error: 502 Bad Gateway');
  });
});
