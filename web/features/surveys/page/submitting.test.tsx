// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import {
  analyzePath,
  bearerToken,
  closeAll,
  openSurvey,
  path,
  refusal,
  reply,
  stubNetwork,
  submitPath,
  survey,
  surveyApi,
  surveyId,
  unreachable,
} from './testing.tsx';

afterEach(closeAll);

const story = 'We both thought the other one had it.';

async function answerAll() {
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'Weekly');
  await userEvent.click(screen.getByRole('checkbox', { name: 'An app' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Messages, calls' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: story } });
}

async function send() {
  await userEvent.click(screen.getByRole('button', { name: 'Submit Feedback' }));
}

function findToast(title: string) {
  return screen.findByText(title, { selector: 'section[aria-label="Messages"] *' });
}

function toasts() {
  return document.querySelectorAll('section[aria-label="Messages"] [role]').length;
}

describe('sending answers', () => {
  it('sends them in the survey’s order, with multi-select answers joined', async () => {
    const { asked } = stubNetwork();
    openSurvey();
    await answerAll();
    await send();
    await screen.findByRole('heading', { name: 'Thank You!' });
    const [request] = asked('/submit-survey');
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
    expect(asked('/analyze-survey')[0]?.body).toMatchObject({ surveyId, idea: survey.idea });
  });

  it('thanks, names the results and the way home for strangers', async () => {
    stubNetwork();
    openSurvey();
    await answerAll();
    await send();
    const title = await screen.findByRole('heading', { name: 'Thank You!' });
    expect(document.activeElement).toBe(title);
    await findToast('Survey Submitted!');
    expect(toasts()).toBe(1);
    const results = screen.getByRole('link', { name: 'View Survey Results' });
    expect(results.getAttribute('href')).toBe(`${path}/results`);
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  });

  it('sends the token of signed-in people and leads them back to their dashboard', async () => {
    const { asked } = stubNetwork({ signedIn: true });
    openSurvey();
    await answerAll();
    await send();
    const back = await screen.findByRole('link', { name: 'Return to Dashboard' });
    expect(back.getAttribute('href')).toBe('/startup-spark-suite/dashboard');
    expect(asked('/submit-survey')[0]?.headers.get('Authorization')).toBe(`Bearer ${bearerToken}`);
  });

  it('keeps the submission when the analysis cannot be triggered, and says so', async () => {
    const failing = () => refusal(500, 'internal', 'Something went wrong.');
    stubNetwork({ replies: { [analyzePath]: failing } });
    openSurvey();
    await answerAll();
    await send();
    await findToast('Analysis Failed');
    expect(screen.getByText('Failed to trigger survey analysis.')).toBeDefined();
    expect(toasts()).toBe(1);
    expect(screen.getByRole('heading', { name: 'Thank You!' })).toBeDefined();
  });
});

describe('the required rules', () => {
  it('ask for a select and a free text, not for checkboxes, and lead to the first that is wrong', async () => {
    const { asked } = stubNetwork();
    openSurvey();
    await screen.findByRole('combobox');
    await send();
    const alerts = screen.getAllByRole('alert').map((alert) => alert.textContent);
    expect(alerts).toEqual(['Please select an option.', 'Please write an answer.']);
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Once');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '   ' } });
    await send();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(asked('/submit-survey')).toHaveLength(0);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: story } });
    expect(screen.queryByRole('alert')).toBeNull();
    await send();
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(asked('/submit-survey')[0]?.body?.responses).toContainEqual({
      question: 'What have you tried?',
      answer: '',
    });
  });
});

describe('an answer that it did not happen', () => {
  it('makes the questions after it optional and says so', async () => {
    const [often, ...rest] = survey.questions;
    const questions = [{ ...often, endsWith: 'Never' }, ...rest];
    const { asked } = stubNetwork({ replies: { [surveyApi]: () => reply({ ...survey, questions }) } });
    openSurvey();
    await userEvent.selectOptions(await screen.findByRole('combobox'), 'Once');
    expect(screen.queryByText('Thank you. The rest is optional.')).toBeNull();
    expect(screen.getByRole('textbox')).toHaveProperty('required', true);
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Never');
    expect(screen.getByText('Thank you. The rest is optional.')).toBeDefined();
    expect(screen.getByRole('textbox')).toHaveProperty('required', false);
    await send();
    await screen.findByRole('heading', { name: 'Thank You!' });
    const answers = survey.questions.map(({ question }, index) => ({
      question,
      answer: index === 0 ? 'Never' : '',
    }));
    expect(asked('/submit-survey')[0]?.body?.responses).toEqual(answers);
  });
});

describe('double submission', () => {
  it('is one request for a double click and for Enter while it is on its way', async () => {
    let answer = (_: Response) => {};
    const waiting = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { asked } = stubNetwork({ replies: { [submitPath]: () => waiting } });
    openSurvey();
    await answerAll();
    const button = screen.getByRole('button', { name: 'Submit Feedback' });
    const form = button.closest('form') as HTMLFormElement;
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    const busy = await screen.findByRole('button', { name: 'Submitting...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(busy);
    fireEvent.submit(form);
    answer(reply({ success: true }, 201));
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(asked('/submit-survey')).toHaveLength(1);
  });

  it('carries one key through failures and reloads, and a new one after success', async () => {
    const outcomes = [unreachable, unreachable, () => reply({ success: true }, 201)];
    const { asked } = stubNetwork({ replies: { [submitPath]: () => (outcomes.shift() ?? unreachable)() } });
    const first = openSurvey();
    await answerAll();
    await send();
    await findToast('Submission Failed');
    await send();
    await waitFor(() => expect(asked('/submit-survey')).toHaveLength(2));
    first.close();
    const second = openSurvey();
    await screen.findByRole('combobox');
    await send();
    await screen.findByRole('heading', { name: 'Thank You!' });
    second.close();
    openSurvey();
    await answerAll();
    await send();
    await waitFor(() => expect(asked('/submit-survey')).toHaveLength(4));
    const keys = asked('/submit-survey').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[\w.:-]{8,100}$/);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });
});

describe('answers that were edited after they had arrived', () => {
  it('are told from the first ones, which count', async () => {
    const text = 'Your first answers have already been saved and count; later changes were not sent.';
    const outcomes = [unreachable, () => refusal(409, 'already_sent', text)];
    stubNetwork({ replies: { [submitPath]: () => (outcomes.shift() ?? unreachable)() } });
    openSurvey();
    await answerAll();
    await send();
    await findToast('Submission Failed');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Something else.' } });
    await send();
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(screen.getByText(new RegExp(text))).toBeDefined();
    expect(screen.queryByText(/Your answers are saved/)).toBeNull();
    expect(localStorage.getItem(`survey-draft:${surveyId}`)).toBeNull();
  });
});

describe('answers that could not be sent', () => {
  const stillThere = () => {
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('Weekly');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(story);
  };

  it('stay, with the server’s own words', async () => {
    const text = 'Please wait 30 seconds and try again. Nothing you typed is lost.';
    stubNetwork({ replies: { [submitPath]: () => refusal(429, 'too_many_requests', text) } });
    openSurvey();
    await answerAll();
    await send();
    await findToast('Submission Failed');
    expect(screen.getByText(text)).toBeDefined();
    stillThere();
  });

  it('stay, with the status of a reply that has no words', async () => {
    const badGateway = () => new Response('', { status: 502, statusText: 'Bad Gateway' });
    stubNetwork({ replies: { [submitPath]: badGateway } });
    openSurvey();
    await answerAll();
    await send();
    await findToast('Submission Failed');
    expect(screen.getByText('Server error: 502 Bad Gateway...')).toBeDefined();
    stillThere();
  });

  it('stay offline, and the page says that they are kept', async () => {
    stubNetwork({ replies: { [submitPath]: unreachable } });
    openSurvey();
    await answerAll();
    await send();
    await findToast('Submission Failed');
    expect(screen.getByText(/The server could not be reached\./)).toBeDefined();
    expect(screen.getByText(/not sent yet\. They are kept in this browser\./)).toBeDefined();
    stillThere();
  });

  it('stay when the identity provider cannot be reached', async () => {
    const { asked } = stubNetwork({ signedIn: true, replies: { 'GET /api/auth/token': unreachable } });
    openSurvey();
    await answerAll();
    await send();
    await findToast('Submission Failed');
    expect(screen.getByText(/The server could not be reached\./)).toBeDefined();
    expect(asked('/submit-survey')).toHaveLength(0);
    stillThere();
  });

  it('stay when the sign-in has ended, with a way to sign in and come back', async () => {
    const signedOut = () => refusal(401, 'sign_in_expired', 'Please sign in again.');
    stubNetwork({ signedIn: true, replies: { [submitPath]: signedOut } });
    openSurvey();
    await answerAll();
    await send();
    expect(await screen.findByText('Authentication Error')).toBeDefined();
    const link = await screen.findByRole('link', { name: 'Sign in and come back' });
    expect(link.getAttribute('href')).toBe(`/?signIn=1&next=${encodeURIComponent(path)}`);
    stillThere();
  });

  it.each(['survey_changed', 'answers_invalid'])('stay where they still fit after %s', async (code) => {
    let changed = false;
    const choice = { ...survey.questions[0], options: ['Never', 'Daily'] };
    stubNetwork({
      replies: {
        [surveyApi]: () =>
          reply(changed ? { ...survey, questions: [choice, ...survey.questions.slice(1)] } : survey),
        [submitPath]: () => {
          changed = true;
          return refusal(code === 'survey_changed' ? 409 : 400, code, 'It was changed.');
        },
      },
    });
    openSurvey();
    await answerAll();
    await send();
    expect(await screen.findByText(/The questions were loaded again/)).toBeDefined();
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(story);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'An app' }).checked).toBe(true);
  });
});

describe('half-filled answers', () => {
  it('are there again after a reload', async () => {
    stubNetwork();
    const first = openSurvey();
    await answerAll();
    first.close();
    openSurvey();
    expect((await screen.findByRole<HTMLSelectElement>('combobox')).value).toBe('Weekly');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'An app' }).checked).toBe(true);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(story);
  });

  it('are gone once they are sent', async () => {
    stubNetwork();
    const first = openSurvey();
    await answerAll();
    await send();
    await screen.findByRole('heading', { name: 'Thank You!' });
    first.close();
    openSurvey();
    expect((await screen.findByRole<HTMLSelectElement>('combobox')).value).toBe('');
  });

  it.each(['{', '{"key":"x"}', '{"key":"<>","answers":[["a",{}]]}', 'null', '7'])(
    'that cannot be read are started anew: %s',
    async (stored) => {
      localStorage.setItem(`survey-draft:${surveyId}`, stored);
      stubNetwork();
      openSurvey();
      await answerAll();
      await send();
      await screen.findByRole('heading', { name: 'Thank You!' });
    },
  );

  it('follow what another tab does with them', async () => {
    stubNetwork();
    openSurvey();
    await screen.findByRole('combobox');
    const name = `survey-draft:${surveyId}`;
    const draft = JSON.parse(localStorage.getItem(name) ?? '');
    const written = JSON.stringify({ ...draft, answers: [['What happened the last time?', story]] });
    localStorage.setItem(name, written);
    fireEvent(window, new StorageEvent('storage', { key: name, newValue: written }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(story);
    localStorage.removeItem(name);
    fireEvent(window, new StorageEvent('storage', { key: name, newValue: null }));
    expect(screen.getByRole('heading', { name: 'Thank You!' })).toBeDefined();
  });
});
