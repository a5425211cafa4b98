// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rewrite } from '#shared/contracts/build-prompts.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { addRewrite, promptOf } from './prompt-document.ts';
import { promptStore } from './prompt-store.ts';
import { examplePrompt, stubPrompts } from './stub-prompts.ts';

beforeEach(() => setTokenSource(async () => 'token'));

const { id } = examplePrompt;
const stored = promptOf(examplePrompt);

function rewriteAt(second: number): Rewrite {
  const receipt = {
    model: null,
    at: `2026-11-23T10:00:0${second}.000Z`,
    promptVersion: 'enhancement-1',
    step: 'strict' as const,
  };
  return { original: 'An idea', text: `Text ${second}`, receipt, surveyId: null, submissionCount: null };
}

async function openStore() {
  const kept = stubPrompts(examplePrompt);
  const putName = `PUT /api/build-prompts/${id}`;
  const answers = kept.answersBefore({});
  let refused = 0;
  const put = answers[putName];
  const server = stubServer({
    ...answers,
    [`GET /api/build-prompts/${id}`]: examplePrompt,
    [putName]: (call) => {
      if (server.callsOf(putName).length === refused) return refusal(503, 'internal', 'Away.');
      return typeof put === 'function' ? put(call) : {};
    },
  });
  const store = promptStore();
  await store.read(id);
  return { ...kept, store, refuse: (call: number) => (refused = call), held: () => kept.prompts.get(id) };
}

describe('keeping', () => {
  it('a text on top of an older revision than this tab has written is a conflict', async () => {
    const { store, held } = await openStore();
    const second = await store.keep({ ...stored, result: 'Mine' });
    await store.keep({ ...second, result: 'Mine, longer' });
    for (const stale of [stored, second])
      await expect(store.keep({ ...stale, result: 'Left by a closed tab' })).rejects.toMatchObject({
        status: 409,
      });
    expect(held()?.result).toBe('Mine, longer');
  });

  it('several rewrites goes on where it failed', async () => {
    const { store, refuse, held } = await openStore();
    const two = addRewrite(addRewrite(stored, rewriteAt(1)), rewriteAt(2));
    refuse(2);
    await expect(store.keep(two)).rejects.toMatchObject({ status: 503 });
    expect(held()?.rewrites).toHaveLength(3);
    expect(await store.keep(two)).toMatchObject({ revision: 5 });
    expect(
      held()
        ?.rewrites.map(({ text }) => text)
        .slice(2),
    ).toEqual(['Text 1', 'Text 2']);
  });

  it('another text meanwhile is a conflict, though it stands on the same revision', async () => {
    const { store, refuse, held } = await openStore();
    const two = addRewrite(addRewrite(stored, rewriteAt(1)), rewriteAt(2));
    refuse(2);
    await expect(store.keep(two)).rejects.toMatchObject({ status: 503 });
    await expect(store.keep({ ...stored, result: 'Left by a closed tab' })).rejects.toMatchObject({
      status: 409,
    });
    await store.keep(two);
    await expect(store.keep({ ...two, result: 'Later' })).rejects.toMatchObject({ status: 409 });
    expect(held()?.result).toBe('Text 2');
  });
});
