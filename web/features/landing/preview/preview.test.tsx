// @vitest-environment page

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { IdeaPreview } from '#shared/contracts/preview.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { Hero } from '#web/features/landing/Hero.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { exampleIdeas } from './examples.data.ts';
import { takePreview } from './saved-preview.ts';
import { takeTypedIdea } from './typed-idea.ts';

const preview = 'POST /api/preview';
const bakeries: IdeaReading = {
  who: 'small bakeries',
  trouble: 'throw away bread',
  solution: '',
  question: 'you throw away bread',
  language: 'en',
};

type Body = { idea: string; reading?: IdeaReading };

function show(read: IdeaReading, answer?: () => Response) {
  const server = stubServer({
    [preview]: ({ body }): IdeaPreview | Response => {
      if (answer) return answer();
      const reading = (body as Body).reading ?? read;
      const asked = needsAsking(reading);
      const questions = [`How often last month did ${reading.question}?`, 'What happened?'];
      return { reading, asked, questions: asked ? [] : questions };
    },
  });
  const onStart = vi.fn();
  const onFullPlan = vi.fn();
  const { unmount } = render(
    <MemoryRouter>
      <Hero field={createRef()} onStart={onStart} onBookDemo={() => {}} onFullPlan={onFullPlan} />
    </MemoryRouter>,
  );
  return { ...server, onStart, onFullPlan, unmount };
}

const idea = () => screen.getByLabelText<HTMLTextAreaElement>('Your idea in one sentence');
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const first = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Your first question/ });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe('the idea box', () => {
  it('has the sentence again after a reload, until it went on to the dashboard', () => {
    const page = () =>
      render(
        <MemoryRouter>
          <Hero field={createRef()} onStart={vi.fn()} onBookDemo={vi.fn()} onFullPlan={vi.fn()} />
        </MemoryRouter>,
      );
    const first = page();
    fireEvent.input(idea(), { target: { value: 'Bread for bakeries' } });
    first.unmount();
    const second = page();
    expect(idea().value).toBe('Bread for bakeries');
    expect(takeTypedIdea()).toBe('Bread for bakeries');
    second.unmount();
    page();
    expect(idea().value).toBe('');
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])('leaves Enter to an input method (%o)', (typing) => {
    const { calls } = show(bakeries);
    type(idea(), 'パン屋');
    expect(fireEvent.keyDown(idea(), Object.assign({ key: 'Enter' }, typing))).toBe(true);
    expect(calls).toEqual([]);
  });

  it('shows the phrases and the first questions on Enter', async () => {
    const { callsOf, onStart } = show(bakeries);
    await userEvent.type(idea(), ' Bread for bakeries {Enter}');
    expect(await screen.findByRole('heading', { name: 'Is this right?' })).toBeDefined();
    expect(callsOf(preview).map(({ body }) => body)).toEqual([{ idea: 'Bread for bakeries' }]);
    expect(box('Who has the problem?').value).toBe('small bakeries');
    expect(first().value).toBe('you throw away bread');
    expect(screen.getByRole('listitem').textContent).toBe('2What happened?');
    expect(screen.getByText('Plan and survey come with the Pro Plan, $29. The coach is free.')).toBeDefined();
    expect(onStart).not.toHaveBeenCalled();
  });

  it('says its limit where it is near, and sends nothing over it', async () => {
    const { callsOf, onStart } = show(bakeries);
    fireEvent.input(idea(), { target: { value: 'x'.repeat(8_999) } });
    expect(screen.queryByText(/characters/)).toBeNull();
    fireEvent.input(idea(), { target: { value: 'x'.repeat(9_500) } });
    expect(screen.getByText('9,500 of 10,000 characters')).toBeDefined();
    fireEvent.input(idea(), { target: { value: 'x'.repeat(10_001) } });
    const problem = 'That is 10,001 characters. Please shorten it to 10,000.';
    expect(screen.getByRole('alert').textContent).toBe(problem);
    fireEvent.keyDown(idea(), { key: 'Enter' });
    expect([callsOf(preview), onStart.mock.calls, idea().value.length]).toEqual([[], [], 10_001]);
  });

  it('leads an empty box to signing up', async () => {
    const { callsOf, onStart } = show(bakeries);
    await userEvent.click(screen.getByRole('button', { name: 'Get started for Free' }));
    expect(onStart).toHaveBeenCalledOnce();
    expect(callsOf(preview)).toEqual([]);
  });

  it.each(exampleIdeas)('tries “$label”', async ({ label, idea: sentence }) => {
    const { callsOf } = show(bakeries);
    await userEvent.click(screen.getByRole('button', { name: label }));
    await screen.findByRole('heading', { name: 'Is this right?' });
    expect(idea().value).toBe(sentence);
    expect(callsOf(preview)[0]?.body).toEqual({ idea: sentence });
  });
});

describe('the preview', () => {
  const start = async (read: IdeaReading, answer?: () => Response, sentence = 'Bread') => {
    const shown = show(read, answer);
    await userEvent.type(idea(), `${sentence}{Enter}`);
    return shown;
  };

  it('follows its phrases', async () => {
    const { callsOf } = await start(bakeries);
    await screen.findByRole('heading', { name: 'Is this right?' });
    type(box('What goes wrong?'), 'run out of rolls');
    const reading = { ...bakeries, trouble: 'run out of rolls' };
    await waitFor(() => expect(callsOf(preview).at(-1)?.body).toEqual({ idea: 'Bread', reading }));
  });

  it('asks for what is missing, and goes on once it is there', async () => {
    const { onFullPlan } = await start({ ...bakeries, trouble: '', question: '' });
    expect(await screen.findByRole('heading', { name: 'Fill in what is missing' })).toBeDefined();
    expect(document.activeElement).toBe(box('What goes wrong?'));
    expect(screen.queryByRole('button', { name: 'Get the full plan and survey' })).toBeNull();
    type(box('What goes wrong?'), 'run out of rolls');
    type(first(), 'you run out of rolls');
    expect(await screen.findByRole('button', { name: 'Get the full plan and survey' })).toBeDefined();
    fireEvent.keyDown(first(), { key: 'Enter' });
    expect(onFullPlan).toHaveBeenCalledOnce();
    const reading = { ...bakeries, trouble: 'run out of rolls', question: 'you run out of rolls' };
    expect(takePreview()).toEqual({ idea: 'Bread', reading });
  });

  it('sends no phrase that is too long, and says so', async () => {
    const { callsOf } = await start(bakeries);
    await screen.findByRole('heading', { name: 'Is this right?' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    type(first(), 'x'.repeat(161));
    expect(screen.getByRole('alert').textContent).toMatch(/^That is 161 characters/);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(callsOf(preview)).toHaveLength(1);
  });

  it('marks the phrases in the sentence until it is edited', async () => {
    await start(bakeries, undefined, 'Bread for small bakeries that throw away bread');
    await screen.findByRole('heading', { name: 'Is this right?' });
    const marks = () => [...document.querySelectorAll('form mark')].map((mark) => mark.textContent);
    await waitFor(() => expect(marks()).toEqual(['small bakeries', 'throw away bread']));
    fireEvent.input(idea(), { target: { value: 'Bread for schools' } });
    expect(marks()).toEqual([]);
  });

  it('goes on to the plan when the same sentence is sent again', async () => {
    const { onFullPlan, callsOf } = await start(bakeries);
    await screen.findByRole('heading', { name: 'Is this right?' });
    await userEvent.click(screen.getByRole('button', { name: 'Get started for Free' }));
    expect(onFullPlan).toHaveBeenCalledOnce();
    expect(callsOf(preview)).toHaveLength(1);
    expect(takePreview()).toEqual({ idea: 'Bread', reading: bakeries });
  });

  it('keeps the idea and its phrases for the time after signing up', async () => {
    const { onFullPlan } = await start(bakeries);
    await screen.findByRole('heading', { name: 'Is this right?' });
    type(box('Who has the problem?'), 'pastry shops');
    await userEvent.click(screen.getByRole('button', { name: 'Get the full plan and survey' }));
    expect(onFullPlan).toHaveBeenCalledOnce();
    expect(takePreview()).toEqual({ idea: 'Bread', reading: { ...bakeries, who: 'pastry shops' } });
    expect(takePreview()).toBeNull();
  });

  it('goes on with the sentence as it was edited since, to be read again', async () => {
    await start(bakeries);
    await screen.findByRole('heading', { name: 'Is this right?' });
    type(idea(), ' Bread for schools ');
    await userEvent.click(screen.getByRole('button', { name: 'Get the full plan and survey' }));
    expect(takePreview()).toEqual({ idea: 'Bread for schools' });
    type(idea(), ' ');
    await userEvent.click(screen.getByRole('button', { name: 'Get the full plan and survey' }));
    expect(takePreview()).toEqual({ idea: 'Bread', reading: bakeries });
  });

  it('has one idea in its box and its card, and brings the visitor’s own sentence back', async () => {
    const { unmount, callsOf } = show(bakeries);
    const [first = exampleIdeas[0], second] = exampleIdeas;
    await userEvent.type(idea(), 'Bread{Enter}');
    type(await screen.findByLabelText('Who has the problem?'), 'village bakers');
    for (const example of [first, second]) {
      await userEvent.click(screen.getByRole('button', { name: example?.label ?? '' }));
      expect(idea().value).toBe(example?.idea);
      await waitFor(() => expect(callsOf(preview).at(-1)?.body).toEqual({ idea: example?.idea }));
    }
    unmount();
    show(bakeries);
    expect(idea().value).toBe('Bread');
    await userEvent.click(screen.getByRole('button', { name: first?.label ?? '' }));
    await screen.findByRole('heading', { name: 'Is this right?' });
    await userEvent.click(screen.getByRole('button', { name: 'Back to your sentence' }));
    expect(idea().value).toBe('Bread');
    await waitFor(() => expect(box('Who has the problem?').value).toBe('village bakers'));
    expect(screen.queryByRole('button', { name: 'Back to your sentence' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Get the full plan and survey' }));
    expect(takePreview()).toEqual({ idea: 'Bread', reading: { ...bakeries, who: 'village bakers' } });
  });

  it('has its boxes and the first question again after a reload', async () => {
    const { unmount } = await start({ ...bakeries, trouble: '', question: '' });
    type(await screen.findByLabelText('What goes wrong?'), 'run out of rolls');
    type(first(), 'you run out');
    unmount();
    show(bakeries);
    await waitFor(() => expect(first().value).toBe('you run out'));
    expect(box('What goes wrong?').value).toBe('run out of rolls');
  });

  it('lets the whole first question be written in another language, without words of ours', async () => {
    const { callsOf } = await start({ ...bakeries, question: '', language: 'other' }, undefined, 'रोटी');
    await screen.findByRole('heading', { name: 'Fill in what is missing' });
    expect(screen.queryByText(/How often/)).toBeNull();
    expect(screen.getByText(/^Write the whole question\. The others are in English/)).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Language of the questions'), 'Deutsch');
    expect(screen.getByText(/^Wie oft/)).toBeDefined();
    const reading = { ...bakeries, question: '', language: 'de' };
    await waitFor(() => expect(callsOf(preview).at(-1)?.body).toEqual({ idea: 'रोटी', reading }));
  });

  it('says in one line what went wrong, and tries again', async () => {
    const answers = [refusal(429, 'too_many_requests', 'Too many requests. Please wait.')];
    const good = { reading: bakeries, asked: false, questions: ['How often?', 'What happened?'] };
    await start(bakeries, () => answers.pop() ?? Response.json(good));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests. Please wait.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('What happened?')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(idea().value).toBe('Bread');
  });
});
