import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, vi } from 'vitest';
import { readPhrases } from '#web/drafts/idea-phrases.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { heldSession } from '#web/testing/ideation-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { IdeationDialog } from './IdeationDialog.tsx';
import type { IdeationStart } from './use-session.ts';

export const onValidate = vi.fn();
export const onOpenChange = vi.fn();
export const patient = { timeout: 4000 };

/** For a file whose tests show the dialog. */
export function withTabs(): void {
  beforeEach(() => {
    setTokenSource(async () => 'token');
    onValidate.mockClear();
    onOpenChange.mockClear();
  });
  afterEach(() => {
    cleanup();
    toast.dismiss();
    localStorage.clear();
  });
}

/** One tab of a browser; what comes back gives it other properties. */
export function showTab(start?: IdeationStart) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (given: { open?: boolean; start?: IdeationStart | undefined } = {}) => (
    <QueryClientProvider client={cache}>
      <IdeationDialog
        open
        userId="u1"
        start={start}
        readingOf={(idea) => readPhrases('u1', idea) ?? undefined}
        onOpenChange={onOpenChange}
        onValidate={onValidate}
        {...given}
      />
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender } = render(dialog());
  return (given: Parameters<typeof dialog>[0]) => rerender(dialog(given));
}

export const ready = () => screen.findByLabelText<HTMLTextAreaElement>('Ideas for my startup');
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
export const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const textName = 'Click inline to edit or add more details:';
export const textField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: textName });

export async function edit(text: string) {
  await press('Edit text');
  const field = textField();
  type(field, text);
  act(() => field.blur());
}

/** A session in its second stage. */
export const written = (
  id = 'session-1',
  content = '### Startup Ideation\n\n**App name:** Two Homes\n\nFirst words.',
) => heldSession({ id, content, nextStage: 'MARKET_RESEARCH' });

/** A reply that arrives piece by piece. */
export function slowReply() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const send = (event: string, data: object) =>
    act(async () => {
      controller?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      await new Promise((resolve) => setTimeout(resolve, 40));
    });
  return {
    answer: () => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    send,
    cut: () => act(async () => controller?.close()),
  };
}

/** A network that passes the reply's own body on, and can be hung up. */
export function streamOnce(reply: Response) {
  const rest = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.endsWith('/api/groq') ? Promise.resolve(reply) : rest(path, init),
  );
}
