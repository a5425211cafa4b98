import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setTokenSource } from '#web/identity/token.ts';
import { testConfig } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { FindDialog } from './FindDialog.tsx';
import type { FindStart } from './product-draft.ts';

export type Answers = Parameters<typeof stubServer>[0];
type Given = { answers?: Answers; start?: FindStart };

export const search = 'POST /api/campaign/find-opportunities';
export const begin = 'POST /api/campaigns/start';

/** A signed-in founder at the start of each test, and nothing left behind at its end. */
export function aroundEachTest(): void {
  beforeEach(() => setTokenSource(async () => 'token'));
  afterEach(() => {
    cleanup();
    toast.dismiss();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Shows the dialog for tests, before a server that answers as `answers` says. */
export function show({ answers, start }: Given = {}) {
  const server = stubServer({ 'GET /api/config': testConfig, ...answers });
  const onStarted = vi.fn();
  const onSeePlans = vi.fn();
  const onOpenChange = vi.fn();
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const tree = (open: boolean, from: FindStart | undefined, userId = 'u1') => (
    <QueryClientProvider client={cache}>
      <FindDialog
        userId={userId}
        start={from}
        open={open}
        onOpenChange={onOpenChange}
        onStarted={onStarted}
        onSeePlans={onSeePlans}
      />
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(tree(true, start));
  return {
    ...server,
    onStarted,
    onSeePlans,
    onOpenChange,
    unmount,
    close: () => rerender(tree(false, undefined)),
    reopen: (from?: FindStart) => rerender(tree(true, from)),
    signInAs: (userId: string) => rerender(tree(true, undefined, userId)),
  };
}

export const name = () => screen.getByLabelText<HTMLInputElement>('Product/Service Name');
export const url = () => screen.getByLabelText<HTMLInputElement>('URL');
export const description = () => screen.getByLabelText<HTMLTextAreaElement>('Product/Service Description');
export const forums = () => screen.getByLabelText<HTMLTextAreaElement>(/^Forums to search as well/);
export const press = (button: string) => userEvent.click(screen.getByRole('button', { name: button }));
export const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

export function fillIn(): void {
  type(name(), 'Two Homes');
  type(url(), 'https://example.com');
  type(description(), 'A calendar for two homes');
}

/** Fills the form in and gets to the review. */
export async function find(): Promise<void> {
  fillIn();
  await press('Find Opportunities');
  await screen.findByRole('dialog', { name: 'Review Opportunities' });
}

export async function toasted(title: string, text: string): Promise<void> {
  await screen.findByText(title);
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
}

/** The reply as a stream that the test writes event by event; `wasEnded` once the browser gave it up. */
export function streamSearch() {
  const encoder = new TextEncoder();
  let output: ReadableStreamDefaultController<Uint8Array> | undefined;
  let ended = false;
  const answer = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (!path.endsWith('/api/campaign/find-opportunities')) return answer(path, init);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        output = controller;
      },
    });
    init.signal?.addEventListener('abort', () => {
      ended = true;
      output?.error(init.signal?.reason);
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  return {
    begun: () => waitFor(() => expect(output).toBeDefined()),
    send: (event: string, data: object) =>
      output?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    cut: () => output?.error(new TypeError('terminated')),
    wasEnded: () => ended,
  };
}
