import { describe, expect, it, vi } from 'vitest';
import type { BuildPrompt, Rewrite } from '#shared/contracts/build-prompts.ts';
import {
  addRewrite,
  blankPrompt,
  copyPrompt,
  findShown,
  leavingEdits,
  listVersions,
  parsePrompt,
  promptOf,
  returnTo,
} from './prompt-document.ts';

const rewriteAt = (second: number, text = `Text ${second}`): Rewrite => ({
  original: 'An idea',
  text,
  receipt: {
    model: null,
    at: new Date(second * 1000).toISOString(),
    promptVersion: 'enhancement-1',
    step: 'strict',
  },
  surveyId: null,
});

const examplePrompt: BuildPrompt = {
  id: 'prompt-two-homes',
  trailId: 'trail-two-homes',
  idea: 'An idea',
  surveyId: null,
  builder: 'plain',
  result: 'Text 2',
  rewrites: [rewriteAt(1), rewriteAt(2)],
  revision: 2,
  created_at: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
};

const textsOf = ({ rewrites }: { rewrites: Rewrite[] }) => rewrites.map(({ text }) => text);

describe('a prompt', () => {
  it('keeps edits among the rewrites before another text takes their place, once', () => {
    const first = rewriteAt(1);
    const prompt = addRewrite(addRewrite(blankPrompt(), first), rewriteAt(2));
    const back = returnTo({ ...prompt, result: 'Edited' }, first);
    expect([back.result, textsOf(back)]).toEqual(['Text 1', ['Text 1', 'Text 2', 'Edited']]);
    const again = returnTo(returnTo(back, rewriteAt(2, 'Edited')), first);
    expect(textsOf(again)).toEqual(textsOf(back));
    expect(listVersions(again.rewrites).map(({ number, isEdit }) => [number, isEdit])).toEqual([
      [1, false],
      [2, false],
      [2, true],
    ]);
  });

  it('keeps edits longer than the rewrites that they change, and names the next to go', () => {
    let prompt = blankPrompt();
    for (let at = 1; at <= 9; at += 1)
      prompt = { ...addRewrite(prompt, rewriteAt(at)), result: `Edited ${at}` };
    prompt = addRewrite(prompt, rewriteAt(10));
    const edits = Array.from({ length: 9 }, (_, index) => `Edited ${index + 1}`);
    expect(textsOf(prompt)).toEqual([...edits, 'Text 10']);
    expect(leavingEdits(prompt)).toEqual([]);
    const edited = { ...prompt, result: 'Edited 10' };
    expect(leavingEdits(edited).map(({ text }) => text)).toEqual(['Edited 1']);
    expect(textsOf(addRewrite(edited, rewriteAt(11)))).toEqual([...edits.slice(1), 'Edited 10', 'Text 11']);
    const versions = listVersions(prompt.rewrites);
    expect(findShown(versions, rewriteAt(3).receipt.at)).toMatchObject({ content: 'Edited 3', isEdit: true });
  });

  it('is begun and copied on plain http too', () => {
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new TypeError('crypto.randomUUID is not a function');
    });
    const first = blankPrompt();
    expect(first.id).toMatch(/^[\w-]{8,64}$/);
    expect(new Set([first.id, blankPrompt().id, copyPrompt(first).id]).size).toBe(3);
  });

  it('of the server shows the rewrite that its text is, in whatever form', () => {
    const [first] = examplePrompt.rewrites;
    const prompt = promptOf({ ...examplePrompt, result: first?.text ?? '', trailId: '' });
    expect(findShown(listVersions(prompt.rewrites), prompt.shown)?.number).toBe(1);
    expect(prompt.trailId).toBeNull();
    const edited = promptOf({ ...examplePrompt, result: 'Edited' });
    expect(findShown(listVersions(edited.rewrites), edited.shown)?.number).toBe(2);
  });

  it('that is copied apart has another id and begins at revision 0', () => {
    const prompt = promptOf(examplePrompt);
    const copy = copyPrompt(prompt);
    expect(copy).toEqual({ ...prompt, id: copy.id, revision: 0, rewrites: examplePrompt.rewrites });
    expect(copy.id).not.toBe(prompt.id);
  });

  it('is read from local storage as it is, and nothing else is', () => {
    const prompt = promptOf(examplePrompt);
    expect(parsePrompt(JSON.parse(JSON.stringify(prompt)))).toEqual(prompt);
    for (const other of [null, 'text', {}, { ...prompt, builder: 'word' }, { ...prompt, rewrites: [1] }])
      expect(parsePrompt(other)).toBeNull();
  });

  it('holds no character that cannot be stored', () => {
    const prompt = addRewrite(blankPrompt(null, 'An\0 idea\ud83d'), rewriteAt(1));
    expect(prompt.idea).toBe('An idea\ufffd');
  });
});
