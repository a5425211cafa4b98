// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '#web/identity/token.ts';
import { ask, current, heldSession, ideationServer, save } from '#web/testing/ideation-server.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { Toaster } from '#web/ui/Toaster.tsx';
import { IdeationDialog } from './IdeationDialog.tsx';
import type { IdeationStart } from './use-start.ts';

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  localStorage.clear();
});

const onValidate = vi.fn();
const onOpenChange = vi.fn();

/** One tab of a browser; `turn` gives it other properties. */
function showTab(start?: IdeationStart) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (given: { open?: boolean; start?: IdeationStart } = {}) => (
    <QueryClientProvider client={cache}>
      <IdeationDialog
        open
        userId="u1"
        start={start}
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

const ready = () => screen.findByLabelText<HTMLTextAreaElement>('Ideas for my startup');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const patient = { timeout: 4000 };
const written = (
  id = 'session-1',
  content = '### Startup Ideation\n\n**App name:** Two Homes\n\nFirst words.',
) => heldSession({ id, content, nextStage: 'MARKET_RESEARCH' });

async function edit(text: string) {
  await press('Edit text');
  const field = screen.getByRole('textbox', { name: 'Click inline to edit or add more details:' });
  type(field, text);
  act(() => field.blur());
}

/** A reply that arrives piece by piece. */
function slowReply() {
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
function streamOnce(reply: Response) {
  const rest = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    path.endsWith('/api/groq') ? Promise.resolve(reply) : rest(path, init),
  );
}

describe('a section that arrives in pieces', () => {
  const first = '{"tam": "Ten thousand homes", "gapAnalysis": "Nobo';

  async function begin() {
    const server = ideationServer({}, [written()]);
    showTab();
    await ready();
    const reply = slowReply();
    streamOnce(reply.answer());
    await press('Conduct Market Research');
    await reply.send('text', { text: first });
    return { ...server, ...reply };
  }

  it('is shown as far as it has come, and whole at its end', async () => {
    const { send } = await begin();
    expect(await screen.findByText(/Ten thousand homes/)).toBeDefined();
    expect(screen.getByText('Generating response, please wait...')).toBeDefined();
    const completion = '{"tam": "Ten thousand homes", "gapAnalysis": "Nobody asks."}';
    await send('done', { completion, model: 'm1' });
    expect(await screen.findByText(/Nobody asks\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Validate the Problem' })).toBeDefined();
  });

  it('can be stopped: what has arrived stays, and can be kept as it is', async () => {
    const { sessions } = await begin();
    await press('Stop');
    expect(screen.getByText('Not complete')).toBeDefined();
    expect(screen.getByText(/Ten thousand homes/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Conduct Market Research' })).toBeDefined();
    await waitFor(() => expect(sessions.get('session-1')?.partial).toContain('Ten thousand homes'), patient);
    await press('Keep this part and go on');
    expect(await screen.findByText('Success! Moved to Problem Validation.')).toBeDefined();
    expect(screen.queryByText('Not complete')).toBeNull();
    await waitFor(
      () => expect(sessions.get('session-1')).toMatchObject({ nextStage: 'VALIDATION', partial: '' }),
      patient,
    );
    expect(sessions.get('session-1')?.content).toMatch(
      /First words\.\n\n### Market Research\n\n[\s\S]*Ten thousand/,
    );
  });

  it('that is cut off keeps what has arrived, until it is written again', async () => {
    const { cut, send: _, ...server } = await begin();
    await cut();
    expect(await screen.findByText('Market Research could not be written.')).toBeDefined();
    expect(screen.getByText('Not complete')).toBeDefined();
    expect(screen.getByText(/Ten thousand homes/)).toBeDefined();
    const completion = '{"tam": "Nine homes"}';
    streamOnce(Response.json({ completion, model: 'm1' }));
    await press('Conduct Market Research');
    expect(await screen.findByText(/Nine homes/)).toBeDefined();
    expect(screen.queryByText(/Ten thousand homes/)).toBeNull();
    await waitFor(() => expect(server.sessions.get('session-1')?.partial).toBe(''), patient);
  });

  it('goes on behind the closed dialog', async () => {
    const server = ideationServer({}, [written()]);
    const turn = showTab();
    await ready();
    const reply = slowReply();
    streamOnce(reply.answer());
    await press('Conduct Market Research');
    turn({ open: false });
    await reply.send('done', { completion: '{"tam": "Nine homes"}', model: 'm1' });
    turn({ open: true });
    expect(await screen.findByText(/Nine homes/)).toBeDefined();
    await waitFor(() => expect(server.sessions.get('session-1')?.nextStage).toBe('VALIDATION'), patient);
  });
});

describe('the text', () => {
  it('is Markdown until it is clicked, and again when the field is left', async () => {
    ideationServer({}, [written()]);
    showTab();
    await ready();
    await userEvent.click(screen.getByText('First words.'));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Click inline to edit/ });
    expect(document.activeElement).toBe(field);
    expect(field.value).toContain('**App name:** Two Homes');
    type(field, '**Mine**');
    act(() => field.blur());
    await waitFor(() => expect(screen.getByText('Mine').tagName).toBe('STRONG'));
  });

  it('is left by Escape, which does not close the dialog', async () => {
    onOpenChange.mockClear();
    ideationServer({}, [written()]);
    showTab();
    await ready();
    await press('Edit text');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: /^Click inline to edit/ })).toBeNull();
    expect(onOpenChange).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit text'));
  });

  it('has links that lead away and do not start the editing', async () => {
    ideationServer({}, [written('session-1', 'See [this](https://a.example/).')]);
    showTab();
    await ready();
    const link = screen.getByRole('link', { name: 'this' });
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    expect(screen.queryByRole('textbox', { name: /^Click inline to edit/ })).toBeNull();
  });

  it('says how each section was written, and plainly when a reply could not be read', async () => {
    ideationServer({ [ask]: { completion: 'I would rather talk about cats', model: 'cat-1' } });
    showTab();
    type(await ready(), 'A calendar');
    await press('Get Ideation Help');
    expect(
      await screen.findByText('This reply could not be read as sections and is shown as it came.'),
    ).toBeDefined();
    expect(screen.getByText('I would rather talk about cats')).toBeDefined();
    expect(screen.getByText('cat-1')).toBeDefined();
    expect(screen.getByText('ideation-1')).toBeDefined();
  });
});

describe('a session', () => {
  it('survives a reload with what was typed a moment before', async () => {
    ideationServer({}, [written()]);
    showTab();
    await ready();
    await edit('Typed just now');
    cleanup();
    ideationServer({ [current]: () => new Promise<Response>(() => {}) }, [written()]);
    showTab();
    expect(await screen.findByText('Typed just now')).toBeDefined();
  });

  it('that was changed in another tab is kept apart, and the later tab is told', async () => {
    const { sessions } = ideationServer({}, [written()]);
    showTab();
    await ready();
    sessions.set('session-1', { ...written('session-1', 'Theirs'), revision: 2 });
    await edit('Mine');
    expect(await screen.findByText('Kept apart', {}, patient)).toBeDefined();
    expect(screen.getByText(/^Kept apart: it was changed in another tab/)).toBeDefined();
    await waitFor(() => expect(sessions.size).toBe(2), patient);
    expect([...sessions.values()].map(({ content }) => content)).toEqual(['Theirs', 'Mine']);
  });

  it('is opened from the activities, continued and saved again', async () => {
    const saved = { ...written('session-2', 'The saved one'), saved: true };
    const { callsOf } = ideationServer({}, [written(), saved]);
    showTab({ sessionId: 'session-2' });
    expect(await screen.findByText('The saved one')).toBeDefined();
    await edit('Changed');
    await waitFor(() => expect(callsOf('PUT /api/ideation-sessions/session-2')).toHaveLength(1), patient);
  });

  it.each([
    [
      'is not there',
      refusal(404, 'ideation_not_found', 'There is no such ideation session in your account.'),
      false,
    ],
    ['can’t be loaded', refusal(500, 'internal', 'Away.'), true],
  ])('that %s says so, and leaves the one in progress alone', async (_, answer, isRetried) => {
    ideationServer({ 'GET /api/ideation-sessions/session-9': answer }, [written()]);
    showTab({ sessionId: 'session-9' });
    const told = isRetried
      ? 'Your session could not be loaded.'
      : 'There is no such ideation session in your account.';
    expect(await screen.findByText(told)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(isRetried);
    await press('Go back to the session in progress');
    expect(await screen.findByText('First words.')).toBeDefined();
  });

  it('that can’t be loaded can be asked for again', async () => {
    let fails = true;
    ideationServer({ [current]: () => (fails ? refusal(500, 'internal', 'Away.') : { session: written() }) });
    showTab();
    expect(await screen.findByText('Your session could not be loaded.')).toBeDefined();
    fails = false;
    await press('Try again');
    expect(await screen.findByText('First words.')).toBeDefined();
  });

  it('begins with a given idea, and the one before can be brought back', async () => {
    const { callsOf } = ideationServer({}, [written()]);
    showTab({ idea: 'A map of quiet places', trailId: 'trail-7' });
    await waitFor(async () => expect((await ready()).value).toBe('A map of quiet places'));
    expect(callsOf(ask)).toEqual([]);
    await press('Bring back the previous session');
    expect(await screen.findByText('First words.')).toBeDefined();
  });

  it('makes room for a new one', async () => {
    const { sessions } = ideationServer({}, [written()]);
    showTab();
    await ready();
    await edit('Kept before the new one');
    await press('Start a new session');
    expect((await ready()).value).toBe('');
    expect(screen.queryByText('Kept before the new one')).toBeNull();
    await waitFor(() => expect(sessions.get('session-1')?.content).toBe('Kept before the new one'), patient);
  });

  it('once saved makes room for the next one', async () => {
    const { callsOf } = ideationServer({}, [{ ...written(), nextStage: null }]);
    const turn = showTab();
    await ready();
    await press('Save Ideation');
    await waitFor(() => expect(callsOf(save)).toHaveLength(1));
    await screen.findByText('Your ideation session has been saved.');
    turn({ open: false });
    turn({ open: true });
    expect(await screen.findByRole('button', { name: 'Get Ideation Help' })).toBeDefined();
  });

  it('leads on to the validation of its idea', async () => {
    ideationServer({}, [{ ...written(), nextStage: null, idea: 'A calendar' }]);
    showTab();
    await ready();
    await press('Validate this idea');
    await waitFor(() => expect(onValidate).toHaveBeenCalledWith({ idea: 'A calendar', trailId: 'trail-1' }));
  });
});

describe('the export', () => {
  it('downloads the text as Markdown, named after the app', async () => {
    const files: (Blob | MediaSource)[] = [];
    const names: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${files.push(blob)}`);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    ideationServer({}, [written()]);
    showTab();
    await ready();
    fireEvent.click(screen.getByRole('button', { name: 'Markdown' }));
    expect(names).toEqual(['two-homes-ideation.md']);
    expect(await new Response(files[0] as Blob).text()).toBe(written().content);
  });

  it('prints the text alone', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    ideationServer({}, [written()]);
    showTab();
    await ready();
    fireEvent.click(screen.getByRole('button', { name: 'PDF' }));
    expect(print).toHaveBeenCalledOnce();
    expect(document.querySelector('body > .print-sheet h1')?.textContent).toBe('Two Homes');
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(document.querySelector('.print-sheet')).toBeNull();
  });
});
