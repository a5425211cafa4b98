// @vitest-environment page
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BuildPrompt, Rewrite } from '#shared/contracts/build-prompts.ts';
import { refusal } from '#web/testing/stub-server.ts';
import {
  aroundEachTest,
  ask,
  examplePrompt,
  idea,
  ideaIs,
  press,
  result,
  resultHolds,
  saved,
  says,
  show,
  slow,
  type,
} from './build-prompt.fixture.tsx';

aroundEachTest();

const put = `PUT /api/build-prompts/${examplePrompt.id}`;
const trail = `GET /api/trails/${examplePrompt.trailId}`;
const third = 'A shared calendar.\n\nThird text.';
const answering = { answers: { [ask]: says(third) } };
const rewritesOf = (calls: { body: unknown }[]) =>
  calls.map(({ body }) => (body as { rewrite?: Rewrite }).rewrite?.text ?? null);
const other: BuildPrompt = {
  ...examplePrompt,
  id: 'prompt-other',
  trailId: 'trail-other',
  idea: 'Other idea',
};

describe('a build prompt', () => {
  it('is there again on another device, with its rewrites', async () => {
    show({ stored: [examplePrompt] });
    await ideaIs(examplePrompt.idea);
    await resultHolds('Second text.');
    expect(screen.getByRole('button', { name: 'Use this one: Rewrite 1' })).toBeDefined();
    expect(screen.getByText('a-model')).toBeDefined();
    expect(screen.getByText('Saved')).toBeDefined();
  });

  it('is kept with each rewrite once, and with every edit', async () => {
    const { callsOf, prompts } = show({ stored: [examplePrompt], ...answering });
    await result();
    await press('Enhance Prompt');
    await resultHolds('Third text.');
    await saved();
    type(await result(), 'Mine');
    await waitFor(() => expect(prompts.get(examplePrompt.id)?.result).toBe('Mine'), slow);
    expect(rewritesOf(callsOf(put))).toEqual([third, null]);
  });

  it('goes with all its rewrites when the server was away for a while', async () => {
    const { prompts, away } = show(answering);
    away.isAway = true;
    type(await idea(), 'A calendar');
    await press('Enhance Prompt');
    await resultHolds('Third text.');
    type(await result(), 'My own');
    await press('Enhance Prompt');
    expect(await screen.findByText(/^Only in this browser: /, {}, slow)).toBeDefined();
    away.isAway = false;
    window.dispatchEvent(new Event('online'));
    await saved();
    const [only] = prompts.values();
    expect(only?.rewrites.map(({ text }) => text)).toEqual([third, 'My own', third]);
  });

  it('that was changed elsewhere can be kept as a copy with its rewrites, and goes on being saved', async () => {
    const { prompts, callsOf } = show({ stored: [examplePrompt], ...answering });
    await result();
    await press('Enhance Prompt');
    await resultHolds('Third text.');
    await saved();
    const mine = prompts.get(examplePrompt.id) ?? examplePrompt;
    prompts.set(examplePrompt.id, { ...mine, result: 'Theirs', revision: 9 });
    type(await result(), 'Mine');
    expect(await screen.findByText(/^Changed in another tab or on another device\./, {}, slow)).toBeDefined();
    await press('Keep mine as a copy');
    await saved();
    type(await result(), 'Mine at last');
    await waitFor(() => expect([...prompts.values()].at(-1)?.result).toBe('Mine at last'), slow);
    expect([...prompts.values()].map((prompt) => prompt.result)).toEqual(['Theirs', 'Mine at last']);
    expect([...prompts.values()].at(-1)?.rewrites).toEqual(mine.rewrites);
    expect(rewritesOf(callsOf(put)).filter((text) => text === third)).toHaveLength(1);
  });

  it('that was changed elsewhere can give way to the newer one', async () => {
    const { prompts } = show({ stored: [examplePrompt] });
    await result();
    prompts.set(examplePrompt.id, { ...examplePrompt, result: 'Theirs', revision: 9 });
    type(await result(), 'Mine');
    await screen.findByText(/^Changed in another tab/, {}, slow);
    await press('Load the newer one');
    await resultHolds('Theirs');
    expect([prompts.size, screen.getByText('Saved')]).toEqual([1, expect.anything()]);
  });

  it('that the plan no longer allows stays in the browser, and the plans are offered', async () => {
    const { onSeePlans } = show({
      answers: { 'PUT /api/build-prompts/{id}': refusal(403, 'upgrade_to_pro', 'Please upgrade.') },
    });
    type(await idea(), 'A calendar');
    expect(await screen.findByText('Only in this browser: Please upgrade.', {}, slow)).toBeDefined();
    await press('See the plans');
    expect(onSeePlans).toHaveBeenCalledTimes(1);
  });

  it('can be asked for again when it could not be loaded', async () => {
    let isAway = true;
    show({
      answers: {
        'GET /api/build-prompt-draft': () =>
          isAway ? refusal(500, 'internal', 'Away.') : Response.json({ prompt: examplePrompt }),
      },
    });
    await screen.findByText('Your prompt could not be loaded.');
    isAway = false;
    await press('Try again');
    await ideaIs(examplePrompt.idea);
  });
});

describe('opening it', () => {
  it('for a prompt of before shows that one, and one click leads back', async () => {
    show({ stored: [other, examplePrompt], start: { promptId: other.id } });
    await ideaIs(other.idea);
    await press('Back to the prompt from before');
    await ideaIs(examplePrompt.idea);
  });

  it('for a trail begins with its idea and survey', async () => {
    const { callsOf } = show({
      start: { idea: 'A calendar', trailId: examplePrompt.trailId, surveyId: 'survey-x' },
      answers: { [trail]: { buildPrompts: [], surveys: [] } },
    });
    await ideaIs('A calendar');
    expect(screen.getByLabelText<HTMLSelectElement>('Based on').value).toBe('survey-x');
    await saved();
    expect(callsOf(trail)).toHaveLength(1);
  });

  it('for a trail rests on its newest survey with answers', async () => {
    const surveys = [
      { surveyId: 'survey-new', submissions: 0, verdict: null },
      { surveyId: 'survey-answered', submissions: 6, verdict: {} },
    ];
    show({
      start: { idea: 'A calendar', trailId: examplePrompt.trailId },
      answers: { [trail]: { buildPrompts: [], surveys } },
    });
    await ideaIs('A calendar');
    expect(screen.getByLabelText<HTMLSelectElement>('Based on').value).toBe('survey-answered');
  });

  it('for a trail never replaces what was typed for it', async () => {
    const start = { idea: 'As it was', trailId: examplePrompt.trailId };
    const { reopen } = show({
      stored: [examplePrompt, other],
      start,
      answers: { [trail]: { buildPrompts: [{ id: examplePrompt.id }] } },
    });
    await ideaIs(examplePrompt.idea);
    type(await idea(), 'In my words');
    reopen({ ...start });
    await ideaIs('In my words');
    await saved();
  });

  it('waits for the rewrite that is under way', async () => {
    let answer = (_: Response) => {};
    const { reopen, callsOf } = show({
      stored: [other, examplePrompt],
      answers: { [ask]: () => new Promise<Response>((resolve) => (answer = resolve)) },
    });
    await result();
    await press('Enhance Prompt');
    reopen({ promptId: other.id });
    expect(await screen.findByText('Enhancing your prompt, please wait...')).toBeDefined();
    await waitFor(() => expect(callsOf(ask)).toHaveLength(1));
    answer(Response.json(says(third)));
    await ideaIs(other.idea);
    await waitFor(() => expect(rewritesOf(callsOf(put))).toEqual([third]), slow);
  });

  it('says so when the prompt is gone', async () => {
    show({
      stored: [examplePrompt],
      start: { promptId: 'gone' },
      answers: { 'GET /api/build-prompts/gone': refusal(404, 'build_prompt_not_found', 'No.') },
    });
    expect(await screen.findByText('What you asked for could not be opened.')).toBeDefined();
    await ideaIs(examplePrompt.idea);
  });

  it('another idea starts on an empty page, and the prompt before stays', async () => {
    const { prompts } = show({ stored: [examplePrompt], answers: { [ask]: says('') } });
    await result();
    await press('Enhance Prompt');
    await screen.findByText(/^Your idea and your rewrites are kept/);
    await press('Start with another idea');
    await ideaIs('');
    expect(screen.queryByLabelText('Your Enhanced Prompt')).toBeNull();
    expect(screen.queryByText(/^Your idea and your rewrites are kept/)).toBeNull();
    expect(prompts.get(examplePrompt.id)).toEqual(examplePrompt);
  });
});
