// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildPromptLimit, type Rewrite } from '#shared/contracts/build-prompts.ts';
import {
  aroundEachTest,
  ask,
  press,
  result,
  resultHolds,
  saved,
  says,
  show,
  slow,
  type,
} from './show-dialog.tsx';
import { examplePrompt } from './stub-prompts.ts';

aroundEachTest();

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
