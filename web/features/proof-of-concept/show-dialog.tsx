import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { BuildPrompt } from '#shared/contracts/build-prompts.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { ProofOfConceptDialog } from './ProofOfConceptDialog.tsx';
import { stubPrompts } from './stub-prompts.ts';
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
  const kept = stubPrompts(...stored);
  const server = stubServer(
    kept.answersBefore({
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
  return { ...server, ...kept, onSeePlans, onOpenChange, reopen, signInAs };
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
