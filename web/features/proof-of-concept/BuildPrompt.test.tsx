// @vitest-environment page
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { BuildPromptTask } from '#shared/contracts/ai.ts';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { buildPromptLimit, type Rewrite } from '#shared/contracts/build-prompts.ts';
import { builders } from '#shared/rules/build-prompts/builders.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import {
  type Answers,
  aroundEachTest,
  ask,
  examplePrompt,
  idea,
  press,
  result,
  resultHolds,
  saved,
  says,
  show,
  slow,
  type,
} from './build-prompt.fixture.tsx';
import type { PromptStart } from './use-build-prompt.ts';

aroundEachTest();

const put = `PUT /api/build-prompts/${examplePrompt.id}`;
const third = 'A shared calendar.\n\nThird text.';
const analysis: SurveyAnalysis = {
  surveyId: 'survey-two-homes-k3x9d2a',
  idea: 'A calendar for two homes',
  analysis: {
    summary: 'Six answers.',
    sentiment: 'Mixed',
    goNoGoDecision: "Can't tell yet",
    recommendationReasoning: 'Few answers.',
    keyStrengths: [],
    keyWeaknesses: [],
  },
  aggregatedData: { 'What happened?': ['We both forgot the swimming bag', 'We argued about a day'] },
  textNumbers: { 'What happened?': [11, 4] },
  questionOrder: ['What happened?'],
  submissionCount: 6,
  created_at: '2026-11-21T09:12:00.000Z',
  model: null,
  receipt: null,
  line: 40,
  figures: [],
  basis: null,
};

function showStored({ answers, start }: { answers?: Answers; start?: PromptStart } = {}) {
  return show({
    stored: [examplePrompt],
    start,
    answers: {
      'GET /api/survey-analyses': [
        analysis,
        { ...analysis, surveyId: 'survey-new', idea: 'New', submissionCount: 0 },
      ],
      'GET /api/analyze-survey': analysis,
      [ask]: says(third),
      ...answers,
    },
  });
}

const basis = () => screen.findByLabelText<HTMLSelectElement>('Based on');
const rewritesOf = (calls: { body: unknown }[]) =>
  calls.flatMap(({ body }) => (body as { rewrite?: Rewrite }).rewrite ?? []);

describe('the answers that a rewrite rests on', () => {
  it('are chosen among the validated ideas that have some', async () => {
    const { callsOf } = showStored();
    const select = await basis();
    await within(select).findByRole('option', { name: '"A calendar for two homes" (6 submissions)' });
    const empty = within(select).getByRole<HTMLOptionElement>('option', { name: '"New" (no answers yet)' });
    expect(empty.disabled).toBe(true);
    await userEvent.selectOptions(select, analysis.surveyId);
    expect(await screen.findByText(/^Rests on 6 submissions with 2 written answers\./)).toBeDefined();
    await press('Enhance Prompt');
    await resultHolds('Third text.');
    const [call] = callsOf(ask);
    const body = call?.body as { task: BuildPromptTask } | undefined;
    expect(body?.task.evidence?.answers.map(({ number }) => number)).toEqual([11, 4]);
    await saved();
    expect(rewritesOf(callsOf(put))).toMatchObject([{ surveyId: analysis.surveyId, submissionCount: 6 }]);
  });

  it('are named in the features of the result', async () => {
    const response = 'A shared calendar.\n\n## Must\n\n- A list for the swimming bag that we both forgot\n';
    showStored({ answers: { [ask]: says(response) } });
    await screen.findByRole('option', { name: /6 submissions/ });
    await userEvent.selectOptions(await basis(), analysis.surveyId);
    await press('Enhance Prompt');
    await resultHolds('#11');
  });

  it('say that they are the newest where there are more', async () => {
    const texts = Array.from({ length: 100 }, (_, index) => `Answer ${index}`);
    const full = {
      ...analysis,
      submissionCount: 5_000,
      aggregatedData: { 'What happened?': texts },
      textNumbers: { 'What happened?': texts.map((_, index) => 5_000 - index) },
    };
    showStored({ answers: { 'GET /api/analyze-survey': full } });
    await screen.findByRole('option', { name: /6 submissions/ });
    await userEvent.selectOptions(await basis(), analysis.surveyId);
    const told =
      'Rests on 5,000 submissions and 100 of their written answers, the newest ones. ' +
      'What none of them speaks of, or only against, goes under "Do not build yet".';
    expect(await screen.findByText(told)).toBeDefined();
  });

  it('promise nothing where nothing in them can be traced', async () => {
    showStored({
      answers: { 'GET /api/analyze-survey': { ...analysis, aggregatedData: {}, textNumbers: {} } },
    });
    await screen.findByRole('option', { name: /6 submissions/ });
    await userEvent.selectOptions(await basis(), analysis.surveyId);
    expect(
      await screen.findByText(/^Rests on 6 submissions, but nothing in them can be traced/),
    ).toBeDefined();
    expect(screen.queryByText(/Do not build yet/)).toBeNull();
  });

  it('are those of the account that is signed in', async () => {
    let isTheirs = false;
    const { signInAs } = showStored({
      answers: {
        'GET /api/survey-analyses': () =>
          Response.json([{ ...analysis, idea: isTheirs ? 'Theirs' : 'Mine' }]),
      },
    });
    await screen.findByRole('option', { name: /^"Mine"/ });
    isTheirs = true;
    signInAs('u2');
    expect(screen.queryByRole('option', { name: /^"Mine"/ })).toBeNull();
    expect(await screen.findByRole('option', { name: /^"Theirs"/ })).toBeDefined();
  });

  it('are missing when there are none, which is said', async () => {
    showStored({ answers: { 'GET /api/survey-analyses': [] } });
    expect(await screen.findByText(/^None of your surveys has answers yet\./)).toBeDefined();
    expect(screen.queryByText(/^The newest/)).toBeNull();
  });

  it('are listed for the newest surveys only, which is said where there may be more', async () => {
    const surveys = Array.from({ length: 101 }, (_, index) => ({
      ...analysis,
      surveyId: `survey-${index}`,
      submissionCount: index === 100 ? 6 : 0,
    }));
    const list = ({ query }: { query: URLSearchParams }) =>
      Response.json(surveys.slice(0, Number(query.get('limit'))));
    showStored({ answers: { 'GET /api/survey-analyses': list } });
    expect(await screen.findByText('The newest 100 of your validated ideas are listed.')).toBeDefined();
    expect(screen.getByText(/^None of these surveys has answers yet\./)).toBeDefined();
  });

  it('can be asked for again when they could not be loaded', async () => {
    let isAway = true;
    showStored({
      answers: {
        'GET /api/survey-analyses': () =>
          isAway ? refusal(500, 'internal', 'Away.') : Response.json([analysis]),
      },
    });
    await screen.findByText(/^Your validated ideas could not be loaded\./);
    isAway = false;
    await press('Try again');
    expect(await screen.findByRole('option', { name: /6 submissions/ })).toBeDefined();
  });

  it('that can’t be read keep the idea from being sent without them', async () => {
    const { callsOf } = showStored({
      start: { idea: 'A calendar', trailId: examplePrompt.trailId, surveyId: analysis.surveyId },
      answers: { 'GET /api/analyze-survey': refusal(500, 'internal', 'Away.') },
    });
    await screen.findByText('The answers of this survey could not be read.');
    await press('Enhance Prompt');
    expect(await screen.findByText(/^The survey answers could not be read\. Away\./)).toBeDefined();
    expect(callsOf(ask)).toEqual([]);
    expect((await idea()).value).toBe(examplePrompt.idea);
  });
});

describe('the form for a builder', () => {
  it('keeps every edit, and leads to that builder in a new tab', async () => {
    showStored();
    type(await result(), 'A shared calendar.\n\n## Must\n\n- My own feature');
    for (const { name, title, url } of builders.filter((builder) => builder.name !== 'plain')) {
      await userEvent.click(screen.getByRole('radio', { name: title }));
      expect((await result()).value, name).toContain('- My own feature');
      const link = screen.getByRole('link', { name: new RegExp(`^Open ${title}`) });
      expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
        url,
        '_blank',
        'noopener noreferrer',
      ]);
    }
    await userEvent.click(screen.getByRole('radio', { name: 'Any builder' }));
    expect((await result()).value).toBe('A shared calendar.\n\n## Must\n\n- My own feature');
    expect(screen.getAllByRole('link', { name: /opens in a new tab/ })).toHaveLength(5);
  });

  it('is that of the next rewrite too', async () => {
    showStored();
    await result();
    await userEvent.click(screen.getByRole('radio', { name: 'Cursor' }));
    const before = (await result()).value;
    await press('Enhance Prompt');
    await resultHolds('Third text.');
    expect((await result()).value).toBe(before.replace('Second', 'Third'));
  });
});

describe('the founder’s words', () => {
  it('stay in sight, and what became of them is one click away', async () => {
    showStored();
    await result();
    expect(screen.getByText(examplePrompt.idea, { selector: 'blockquote' })).toBeDefined();
    await press('What changed');
    const changes = await screen.findByRole('region', { name: 'What changed' }, slow);
    expect(changes.querySelector('ins')?.textContent).toContain('[added: ');
    expect(changes.querySelector('del')?.textContent).toContain('[removed: ');
  });

  it('stand beside a rewrite that shares hardly any of them, without a mark', async () => {
    const other = 'Families see whose turn comes.\n\nNothing else matters.';
    showStored({ answers: { [ask]: says(other) } });
    await result();
    await press('Enhance Prompt');
    await resultHolds('Families');
    await press('What changed');
    const after = await screen.findByRole('region', { name: 'After' }, slow);
    expect(after.textContent).toBe(other);
    expect(screen.getByRole('region', { name: 'Before' }).textContent).toBe(examplePrompt.idea);
    expect(screen.getByText(/^These texts share too few words/).role).toBe('status');
  });

  it('are compared with edits and with the rewrite before', async () => {
    showStored();
    type(await result(), 'A shared calendar.\n\nSecond text, mine.');
    await press('What changed');
    const compare = screen.getByLabelText('Compare');
    await userEvent.selectOptions(compare, 'This rewrite, then your edits');
    const added = await screen.findByText(/, mine/, { selector: 'ins' }, slow);
    expect(added.textContent).toBe('[added: , mine]');
    await userEvent.selectOptions(compare, 'The rewrite before, then this rewrite');
    const removed = await screen.findByText('First', { selector: 'del', exact: false }, slow);
    expect(removed.textContent).toBe('[removed: First]');
    expect(screen.getByText('1 passage added, 1 passage removed.')).toBeDefined();
  });

  it('change nothing in the rewrites before: edits stay among them', async () => {
    showStored();
    type(await result(), 'My own text');
    await press('Use this one: Rewrite 1');
    await resultHolds('First text.');
    await press('Use this one: Rewrite 2, with your edits');
    await resultHolds('My own text');
    await press('Enhance Prompt');
    await resultHolds('Third text.');
    for (const name of ['Rewrite 1', 'Rewrite 2', 'Rewrite 2, with your edits'])
      expect(screen.getByRole('button', { name: `Use this one: ${name}` })).toBeDefined();
  });
});

const tooLong = `- A line\n`.repeat(buildPromptLimit / 9 + 1);
const alert = /^Longer than the 30,000 characters that your account keeps\./;

describe('a reply that is longer than is kept', () => {
  it('is cut, and the text and a note say so', async () => {
    const { prompts } = show({ stored: [examplePrompt], answers: { [ask]: says(tooLong) } });
    await result();
    await press('Enhance Prompt');
    await resultHolds('[shortened]');
    expect(
      screen.getByText(/^More arrived than the 30,000 characters that your account keeps/),
    ).toBeDefined();
    await saved();
    const kept = prompts.get(examplePrompt.id);
    expect(kept?.result.endsWith('- A line\n[shortened]')).toBe(true);
    expect(kept?.result).toBe(kept?.rewrites.at(-1)?.text);
  });

  it('of the right length is whole, without a note', async () => {
    show({ stored: [examplePrompt], answers: { [ask]: says('x'.repeat(buildPromptLimit)) } });
    await result();
    await press('Enhance Prompt');
    await resultHolds('x'.repeat(buildPromptLimit));
    expect(screen.queryByText(/^More arrived than/)).toBeNull();
  });
});

describe('an edit that is longer than is kept', () => {
  it('stays as it is, and nothing takes its place until it is shorter', async () => {
    const { callsOf } = show({ stored: [examplePrompt], answers: { [ask]: says('Third text.') } });
    const field = await result();
    type(field, tooLong);
    expect(await screen.findByText(alert)).toBeDefined();
    const note = 'Only in this browser: it is longer than your account keeps.';
    expect(await screen.findByText(note, {}, slow)).toBeDefined();
    for (const name of ['Enhance Prompt', 'Use this one: Rewrite 1']) {
      await press(name);
      expect(document.activeElement).toBe(field);
    }
    expect([field.value, callsOf(ask)]).toEqual([tooLong, []]);
    type(field, 'Shorter');
    await saved();
    expect(screen.queryByText(alert)).toBeNull();
    await press('Use this one: Rewrite 1');
    await resultHolds('First text.');
  });
});

describe('a list that is full of the founder\u2019s own texts', () => {
  it('says which goes before it goes', async () => {
    const [first] = examplePrompt.rewrites as [Rewrite];
    const at = (second: number) => new Date(second * 1_000).toISOString();
    const edits = Array.from({ length: 10 }, (_, index) => ({
      ...first,
      text: `Mine ${index}`,
      receipt: { ...first.receipt, at: at(index) },
      isEdit: true,
    }));
    show({ stored: [{ ...examplePrompt, rewrites: edits, result: 'Mine 9' }] });
    await result();
    expect(
      screen.getByText(
        /^The list is full of texts of yours\. The next rewrite takes the place of the oldest:/,
      ),
    ).toBeDefined();
  });
});
