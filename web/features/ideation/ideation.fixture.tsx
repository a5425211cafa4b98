import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, vi } from 'vitest';
import type { IdeationSession } from '#shared/contracts/ideation.ts';
import { readPhrases } from '#web/drafts/idea-phrases.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { IdeationDialog } from './IdeationDialog.tsx';
import type { IdeationStart } from './use-session.ts';

type Answers = Parameters<typeof stubServer>[0];
type Kept = Partial<IdeationSession> & { id: string };

export const ask = 'POST /api/groq';
export const current = 'GET /api/ideation-draft';
export const save = 'POST /api/ideation-sessions';

export const appName = {
  appName: 'Two Homes',
  tagline: 'One calm plan',
  concept: 'A calendar for two homes.',
};

/** A session as the server holds it. */
export function heldSession(given: Kept): IdeationSession {
  return {
    trailId: 'trail-1',
    idea: 'A calendar',
    content: '',
    nextStage: 'IDEATION',
    partial: '',
    receipts: [],
    revision: 1,
    saved: false,
    created_at: '2026-05-01T10:00:00.000Z',
    createdAt: '2026-05-01T10:00:00.000Z',
    updatedAt: '2026-05-01T10:00:00.000Z',
    ...given,
  };
}

/** The server's half of the sessions: it keeps, refuses what is stale, and saves. */
export function ideationServer(answers: Answers = {}, held: IdeationSession[] = []) {
  const sessions = new Map(held.map((session) => [session.id, session]));
  const write = (id: string, body: Kept & { revision: number }, change: Partial<IdeationSession> = {}) => {
    const stored = sessions.get(id);
    const { revision, ...state } = body;
    const isSame =
      stored &&
      JSON.stringify({ ...stored, ...state, ...change }) === JSON.stringify({ ...stored, ...change });
    if (!isSame && (stored?.revision ?? 0) !== revision)
      return refusal(409, 'ideation_changed_elsewhere', 'This session was changed in another tab.');
    const next = heldSession({
      ...stored,
      ...state,
      ...change,
      id,
      trailId: 'trail-1',
      revision: (stored?.revision ?? 0) + (isSame ? 0 : 1),
    });
    sessions.set(id, next);
    return Response.json(next);
  };
  const server = stubServer(
    new Proxy<Answers>(
      {
        [current]: () => ({ session: [...sessions.values()].filter(({ saved }) => !saved).at(-1) ?? null }),
        [ask]: () => Response.json({ completion: JSON.stringify(appName), model: null }),
        [save]: ({ body }) => write((body as Kept).id, body as never, { saved: true }),
        ...answers,
      },
      {
        has: (known, name) => name in known || /^(PUT|GET) \/api\/ideation-sessions\//.test(String(name)),
        get(known, name) {
          const found = known[String(name)];
          if (found !== undefined) return found;
          const [method, path = ''] = String(name).split(' ');
          const id = path.split('/').at(-1) ?? '';
          if (method === 'PUT') return ({ body }: { body: unknown }) => write(id, body as never);
          return () =>
            sessions.get(id) ??
            refusal(404, 'ideation_not_found', 'There is no such ideation session in your account.');
        },
      },
    ),
  );
  const kept = () => server.calls.filter(({ name }) => name.startsWith('PUT '));
  return { ...server, sessions, kept };
}

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
