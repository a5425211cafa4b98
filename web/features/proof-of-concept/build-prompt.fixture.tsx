import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { BuildPrompt, Rewrite } from '#shared/contracts/build-prompts.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { ProofOfConceptDialog } from './ProofOfConceptDialog.tsx';
import type { PromptStart } from './use-build-prompt.ts';

export type Answers = Parameters<typeof stubServer>[0];
type Given = { stored?: BuildPrompt[]; start?: PromptStart; answers?: Answers };

export const ask = 'POST /api/groq';
/** Keeping waits for a pause in typing. */
export const slow = { timeout: 5_000 };

/** A signed-in founder at the start of each test, and nothing left behind at its end. */
export function aroundEachTest(): void {
  beforeEach(() => setTokenSource(async () => 'token'));
  afterEach(() => {
    cleanup();
    toast.dismiss();
    localStorage.clear();
  });
}

/** Shows the dialog for tests, before a server that holds `stored` and answers the rest as `answers` says. */
export function show({ stored = [], start, answers }: Given = {}) {
  const prompts = stubPrompts(...stored);
  const server = stubServer(
    prompts.answersBefore({
      'GET /api/config': { ...testConfig, ai: 'openai-compatible' },
      'GET /api/survey-analyses': [],
      ...answers,
    }),
  );
  const onSeePlans = vi.fn();
  const onOpenChange = vi.fn();
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const tree = (open: boolean, from: PromptStart | undefined, userId = 'u1') => (
    <QueryClientProvider client={cache}>
      <ProofOfConceptDialog
        userId={userId}
        start={from}
        readingOf={() => undefined}
        open={open}
        onOpenChange={onOpenChange}
        onSeePlans={onSeePlans}
      />
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender } = render(tree(true, start));
  const reopen = (from: PromptStart) => {
    rerender(tree(false, from));
    rerender(tree(true, from));
  };
  const signInAs = (userId: string) => rerender(tree(true, undefined, userId));
  return { ...server, ...prompts, onSeePlans, onOpenChange, reopen, signInAs };
}

/** A reply that comes as a whole. */
export function says(response: string, model: string | null = 'a-model'): object {
  return { completion: JSON.stringify({ response }), model };
}

export const idea = () => screen.findByLabelText<HTMLTextAreaElement>('Your App Idea', {}, slow);
export const result = () => screen.findByLabelText<HTMLTextAreaElement>('Your Enhanced Prompt', {}, slow);
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
export const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
export const saved = () => screen.findByText('Saved', {}, slow);

export async function ideaIs(text: string): Promise<void> {
  await waitFor(async () => expect((await idea()).value).toBe(text), slow);
}

export async function resultHolds(text: string): Promise<void> {
  await waitFor(async () => expect((await result()).value).toContain(text), slow);
}

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
