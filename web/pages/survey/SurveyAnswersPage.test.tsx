// @vitest-environment page
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { respondentContacts, submissions } from '#server/database/tables.ts';
import { ideaWork } from '#server/testing/idea-work.ts';
import { answersTo, markedDraft, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import { address, showOnApp } from '#web/testing/show.tsx';
import { startTestApp, type TestApp } from '#web/testing/test-app.ts';
import { SurveyAnswersPage } from './SurveyAnswersPage.tsx';

type Question = SurveyDraft['questions'][number];

let app: TestApp;
let owner: TestUser;
let draft: SurveyDraft;
const work = ideaWork(() => app);
const texts = ['We bake in two parts', 'It rained', 'Split (in two parts) again'];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signUp('pro');
  draft = await fresh();
});
afterAll(() => app.close());

/** Three answers, of which the first left an address, and the owner's own. */
async function fresh(): Promise<SurveyDraft> {
  const made = await work.answeredSurvey(owner, texts, markedDraft());
  const { surveyId } = made;
  await app.call('POST', '/api/submit-survey', { token: owner.token, body: answersTo(made) });
  const contact = { surveyId, number: 1, email: 'jonas@hofbrot.example' };
  await app.database.sql.insert(respondentContacts).values(contact);
  return made;
}

/** Answers that one network sent, with the tallies as they would be. */
async function addBurst({ surveyId }: SurveyDraft, count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({
    surveyId,
    number: 5 + at,
    idempotencyKey: `burst-${at}`,
    answers: ['Not once', null, `From the guild ${at}`],
    slots: [0, 3, 6],
    counted: false,
    reason: 'burst' as const,
    network: 'one',
  }));
  await app.database.sql.insert(submissions).values(rows);
  await app.database.pool.query(
    'update survey_tallies set submissions = submissions + $2, set_apart = set_apart + $2 where survey_id = $1',
    [surveyId, count],
  );
}

function show({ surveyId }: SurveyDraft, query = '', as: TestUser | null = owner) {
  const page = (
    <Routes>
      <Route path="/survey/:slug/answers" element={<SurveyAnswersPage />} />
    </Routes>
  );
  return showOnApp(app, page, as, { at: `/survey/${surveyId}/answers${query}` });
}

const rows = () => within(screen.getByRole('table')).queryAllByRole('button', { name: /^Open answer/ });
const numbers = () => rows().map(({ textContent }) => textContent);
const seeRows = (wanted: string[]) => waitFor(() => expect(numbers()).toEqual(wanted));
const sheet = () => screen.findByRole('dialog');

it('says how many answers there are, and lists those that count, newest first', async () => {
  await show(draft);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('4 answers');
  await seeRows(['#3', '#2', '#1']);
  expect(screen.getAllByText('1 set apart')).not.toHaveLength(0);
  expect(screen.getByText('1–3 of 3')).toBeDefined();
  expect(screen.getByRole('button', { name: 'About every week 3' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Next/ })).toBeNull();
});

it('finds words, marks them, and says how many answers hold them', async () => {
  await show(draft);
  await userEvent.type(await screen.findByLabelText('Search answers'), 'IN TWO parts');
  await seeRows(['#3', '#1']);
  expect(await screen.findByText('2 found')).toBeDefined();
  const marked = screen.getByRole('table').querySelectorAll('mark');
  expect([...marked].map(({ textContent }) => textContent)).toEqual(['in two parts', 'in two parts']);
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await seeRows(['#3', '#2', '#1']);
});

it('takes "/" into the search, but not where somebody is typing', async () => {
  await show(draft);
  const field = await screen.findByLabelText('Search answers');
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('1/2');
  expect(field).toHaveProperty('value', '1/2');
});

it('leaves the keys of an input method alone', async () => {
  await show(draft);
  const field = await screen.findByLabelText('Search answers');
  await userEvent.type(field, 'two');
  // Safari reports them as key code 229 alone.
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  expect(field).toHaveProperty('value', 'two');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(field).toHaveProperty('value', '');
  field.blur();
  fireEvent.keyDown(document.body, { key: '/', keyCode: 229 });
  expect(document.activeElement).not.toBe(field);
  await seeRows(['#3', '#2', '#1']);
  const [first] = rows();
  first?.focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown', keyCode: 229 });
  expect(document.activeElement).toBe(first);
});

it('marks no check boxes behind the answer that ended the survey', async () => {
  const { questions, ...rest } = surveyDraft();
  const [often, did, ...others] = questions as [Question, Question, ...Question[]];
  const ended: SurveyDraft = {
    ...rest,
    questions: [{ ...often, endsWith: 'Not once' }, { ...did, marks: ['has', 'has', 'hasnt'] }, ...others],
  };
  await openSurvey(app, owner, ended);
  const { surveyId } = ended;
  const sent = [
    { question: often.question, answer: 'Not once' },
    { question: often.question, answer: 'About every week' },
  ];
  for (const answer of sent) {
    const responses = [answer, { question: others[0]?.question, answer: `It was ${answer.answer}` }];
    await app.call('POST', '/api/submit-survey', { body: { surveyId, responses } });
  }
  await show(ended);
  await seeRows(['#2', '#1']);
  const dots = rows().map((row) => row.closest('tr')?.querySelectorAll('td .rounded-full').length);
  expect(dots).toEqual([1, 0]);
});

it('filters by an option, by place, and by what is set apart', async () => {
  await show(draft);
  await userEvent.click(await screen.findByRole('button', { name: /^Not once/ }));
  expect(await screen.findByText('Nothing matches')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show all answers' }));
  await seeRows(['#3', '#2', '#1']);
  const heads = within(screen.getByRole('table'));
  await userEvent.selectOptions(heads.getByLabelText('Filter by place'), 'Link (3)');
  await seeRows(['#3', '#2', '#1']);
  await userEvent.click(screen.getByRole('button', { name: 'Set apart 1' }));
  await seeRows(['#4']);
});

it('lists who left an e-mail', async () => {
  await show(draft);
  await userEvent.click(await screen.findByRole('button', { name: '1 left an e-mail' }));
  await seeRows(['#1']);
  expect(screen.getByRole('button', { name: 'Download e-mails' })).toBeDefined();
});

it('opens a whole answer with its contact, and gives the focus back to its row', async () => {
  await show(draft, '?q=in+two');
  await userEvent.click((await screen.findAllByRole('button', { name: 'Open answer #1' }))[0] as HTMLElement);
  const opened = within(await sheet());
  expect(await opened.findByText('Has the problem')).toBeDefined();
  expect(opened.getByText('in two', { selector: 'mark' })).toBeDefined();
  const contact = within(opened.getByRole('region', { name: 'Contact' }));
  expect(contact.getByText('Never in results or quotes.')).toBeDefined();
  const write = contact.getByRole('link', { name: 'Write e-mail' });
  expect(write.getAttribute('href')).toBe('mailto:jonas@hofbrot.example');
  expect(address()).toContain('answer=1');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.textContent).toBe('#1');
  expect(address()).not.toContain('answer=');
});

it('opens the answer that a link names, and says so where there is none', async () => {
  const { unmount } = await show(draft, '?answer=2');
  expect(await within(await sheet()).findByText('It rained')).toBeDefined();
  unmount();
  await show(draft, '?answer=99');
  expect(await screen.findByText('There is no answer #99.')).toBeDefined();
});

it('sets an answer apart with a way back, and deletes one after asking once', async () => {
  const own = await fresh();
  await show(own, '?answer=2');
  const opened = within(await sheet());
  const press = async (name: string) => userEvent.click(opened.getByRole('button', { name }));
  await opened.findByText('It rained');
  await press('Set apart');
  expect(await screen.findByText('Answer set apart')).toBeDefined();
  expect(await opened.findByText('Set apart by you')).toBeDefined();
  fireEvent.click(screen.getByText('Undo'));
  await opened.findByText('Set apart');
  for (const name of ['Delete answer #2', 'Keep it', 'Delete answer #2', 'Delete for good'])
    await press(name);
  expect(await screen.findByText('Answer deleted')).toBeDefined();
  await seeRows(['#3', '#1']);
});

it('offers no counting of the owner’s own answers', async () => {
  await show(draft, '?answer=4');
  expect(await screen.findByText('Your own answers never count.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Count it' })).toBeNull();
});

it('counts a group of one network at once, and takes it back', async () => {
  const own = await fresh();
  await addBurst(own, 4);
  await show(own);
  const table = within(await screen.findByRole('table'));
  expect(await table.findByText('4 set apart')).toBeDefined();
  await seeRows(['#8', '#7', '#3', '#2', '#1']);
  expect(table.getByRole('button', { name: 'Show 2 more' })).toBeDefined();
  await userEvent.click(table.getByRole('button', { name: 'Count all from this network' }));
  await seeRows(['#8', '#7', '#6', '#5', '#3', '#2', '#1']);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await table.findByText('4 set apart')).toBeDefined();
  await userEvent.click(await table.findByRole('button', { name: 'Show 2 more' }));
  await seeRows(['#8', '#7', '#6', '#5']);
});

it('goes through pages of 50 and back', async () => {
  const own = await fresh();
  await addBurst(own, 60);
  await show(own, '?show=apart');
  await waitFor(() => expect(rows()).toHaveLength(50));
  expect(screen.getByText('1–50 of 61')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Next 11' }));
  await waitFor(() => expect(rows()).toHaveLength(11));
  expect(screen.getByText('51–61 of 61')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Previous 50' }));
  await waitFor(() => expect(rows()).toHaveLength(50));
});

it('moves between rows by the arrow keys', async () => {
  await show(draft);
  await seeRows(['#3', '#2', '#1']);
  rows()[0]?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('#2');
});

it('is its owner’s alone', async () => {
  await show(draft, '', await app.signUp());
  expect(await screen.findByText('Only its founder sees single answers')).toBeDefined();
});
