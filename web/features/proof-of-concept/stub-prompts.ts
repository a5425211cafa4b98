import type { BuildPrompt, Rewrite } from '#shared/contracts/build-prompts.ts';
import { refusal, type stubServer } from '#web/testing/stub-server.ts';

type Answers = Parameters<typeof stubServer>[0];
type Body = Omit<BuildPrompt, 'id' | 'rewrites' | 'trailId'> & { rewrite?: Rewrite; trailId?: string };

/** The server's build prompts, for tests: a write on top of an older one is refused. */
export function stubPrompts(...stored: BuildPrompt[]) {
  const prompts = new Map(stored.map((prompt) => [prompt.id, prompt]));
  const away = { isAway: false };

  function put(id: string, { rewrite, ...body }: Body) {
    if (away.isAway) return refusal(503, 'internal', 'Away for a while.');
    const held = prompts.get(id);
    // Repeated saves get the same response: a response can be lost.
    if (held && stateOf(held) === stateOf(body) && !rewrite) return Response.json(held);
    if (body.revision !== (held?.revision ?? 0))
      return refusal(409, 'build_prompt_changed_elsewhere', 'Changed elsewhere.');
    const rewrites = [...(held?.rewrites ?? []), ...(rewrite ? [rewrite] : [])];
    const trailId = body.trailId ?? (body.result === '' ? '' : 'trail-of-the-idea');
    const kept = { ...examplePrompt, ...body, id, trailId, rewrites, revision: body.revision + 1 };
    prompts.set(id, kept);
    return Response.json(kept);
  }

  const reply: Record<string, (id: string, body: unknown) => object> = {
    PUT: (id, body) => put(id, body as Body),
    GET: (id) => prompts.get(id) ?? refusal(404, 'build_prompt_not_found', 'No.'),
  };

  return {
    prompts,
    /** Set `isAway`, and nothing can be written for a while. */
    away,
    /** Answers for all ids, which the browser chooses; those of the test come first, also for `{id}`. */
    answersBefore: (answers: Answers): Answers =>
      new Proxy<Answers>(
        {
          'GET /api/build-prompt-draft': () => ({ prompt: [...prompts.values()].at(-1) ?? null }),
          ...answers,
        },
        {
          has: (own, name) => name in own || promptCall.test(String(name)),
          get: (own, name) => {
            const [, method = '', id = ''] = promptCall.exec(String(name)) ?? [];
            const answer = own[String(name)] ?? own[`${method} ${promptPath}{id}`];
            return answer ?? (({ body }: { body: unknown }) => reply[method]?.(id, body) ?? {});
          },
        },
      ),
  };
}

const promptPath = '/api/build-prompts/';
const promptCall = new RegExp(`^(\\w+) ${promptPath}([^/]+)$`);

function stateOf({ idea, surveyId, builder, result }: Omit<Body, 'rewrite' | 'trailId'>): string {
  return JSON.stringify({ idea, surveyId, builder, result });
}

const example = (number: number, text: string): Rewrite => ({
  original: `A calendar for two homes, take ${number}`,
  text,
  receipt: {
    model: 'a-model',
    at: `2026-11-2${number}T10:00:00.000Z`,
    promptVersion: 'enhancement-1',
    step: 'strict',
  },
  surveyId: null,
});

/** A prompt with two rewrites, the newer of which is shown. */
export const examplePrompt: BuildPrompt = {
  id: 'prompt-two-homes',
  trailId: 'trail-two-homes',
  idea: 'A calendar for two homes, take 2',
  surveyId: null,
  builder: 'plain',
  result: 'A shared calendar.\n\nSecond text.',
  rewrites: [
    example(1, 'A shared calendar.\n\nFirst text.'),
    example(2, 'A shared calendar.\n\nSecond text.'),
  ],
  revision: 3,
  created_at: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
};
