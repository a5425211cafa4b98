// @vitest-environment page
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '#web/api/api-error.ts';
import { clearDrafts } from './draft-store.ts';
import { sendUnsent } from './unsent.ts';
import { useDraftDocument } from './use-draft-document.ts';

const noteSchema = z.object({ id: z.string(), revision: z.number(), text: z.string() });
type Note = z.infer<typeof noteSchema> & { trail?: string };

/** A fake server of notes: its state, the requests it got, and the failure to play. */
const server = { notes: new Map<string, Note>(), sent: [] as Note[], failure: null as Failure };
type Failure = 'away' | 'response lost' | 'refuses' | null;
let ids = 0;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { notes: new Map(), sent: [], failure: null });
});
afterEach(async () => {
  cleanup();
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
  localStorage.clear();
});

const fail = (status: number) => new ApiError({ status, statusText: '', code: null });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const keys = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
const texts = () => [...server.notes.values()].map(({ text }) => text);
const stored = { id: 'a', revision: 1, text: 'Stored' };

async function save(note: Note): Promise<Note> {
  server.sent.push(note);
  await Promise.resolve();
  if (server.failure === 'away') throw fail(0);
  if (server.failure === 'refuses') throw fail(400);
  const before = server.notes.get(note.id);
  const isSame = before?.text === note.text;
  if (!isSame && (before?.revision ?? 0) !== note.revision) throw fail(409);
  const saved = isSame ? before : { ...note, revision: note.revision + 1, trail: 't1' };
  server.notes.set(note.id, saved);
  if (server.failure === 'response lost') throw fail(0);
  return { ...saved };
}

async function read(id: string): Promise<Note> {
  const note = server.notes.get(id);
  if (!note || server.failure) throw fail(0);
  return note;
}

/** One tab that opens the owner's note. */
async function openTab({
  owner = 'u1',
  load = async (): Promise<Note | null> => [...server.notes.values()].at(-1) ?? null,
} = {}) {
  const { result, unmount } = renderHook(() =>
    useDraftDocument<Note>({
      owner,
      form: 'note',
      schema: { parse: (given) => noteSchema.safeParse(given).data ?? null },
      load,
      read,
      save,
      copy: (note) => ({ ...note, id: `copy-${++ids}`, revision: 0 }),
      blank: () => ({ id: `note-${++ids}`, revision: 0, text: '' }),
      isWorthSaving: ({ text }) => text !== '',
    }),
  );
  await pass(0);
  return {
    tab: () => result.current,
    type: (text: string) => act(() => result.current.change((note) => ({ ...note, text }))),
    close: unmount,
    text: () => result.current.document?.text,
    status: () => result.current.status,
  };
}

function openStored() {
  server.notes.set('a', stored);
  return openTab();
}

describe('saving', () => {
  it('neither sends nor stores a blank document', async () => {
    const { type, status } = await openTab();
    type('x');
    type('');
    await pass(10_000);
    expect([server.sent, keys(), status()]).toEqual([[], [], 'saved']);
  });

  it('stores at once and sends a second later', async () => {
    const { tab, type, status } = await openStored();
    type('One');
    type('Two');
    expect(Object.values<string>({ ...localStorage })).toEqual([expect.stringContaining('Two')]);
    expect([server.sent, status()]).toEqual([[], 'saving']);
    await pass(1000);
    expect(server.sent.map(({ text }) => text)).toEqual(['Two']);
    expect(tab().document).toEqual({ id: 'a', revision: 2, text: 'Two', trail: 't1' });
    expect([keys(), status()]).toEqual([[], 'saved']);
  });

  it('neither loses nor overtakes a change made during a save', async () => {
    const { type, text } = await openStored();
    type('One');
    vi.advanceTimersByTime(1000);
    type('Two');
    await pass(3000);
    expect(server.sent.map((note) => [note.text, note.revision])).toEqual([
      ['One', 1],
      ['Two', 2],
    ]);
    expect([text(), texts()]).toEqual(['Two', ['Two']]);
  });

  it('sends at once when the page is left', async () => {
    const { type } = await openStored();
    type('Last words');
    dispatchEvent(new Event('pagehide'));
    await pass(0);
    expect(texts()).toEqual(['Last words']);
  });

  it('flushes to the server’s document, or to null when it could not be sent', async () => {
    const { tab, type } = await openStored();
    type('One');
    expect(await act(() => tab().flush())).toMatchObject({ text: 'One', revision: 2 });
    server.failure = 'away';
    type('Two');
    expect(await act(() => tab().flush())).toBeNull();
  });
});

describe('a connection that fails', () => {
  it('leaves the text in the browser, and sends it when it is back', async () => {
    const { type, status } = await openStored();
    server.failure = 'away';
    type('Offline');
    await pass(1000);
    expect([status(), keys().length]).toEqual(['browser-only', 1]);
    server.failure = null;
    dispatchEvent(new Event('online'));
    await pass(0);
    expect([status(), texts()]).toEqual(['saved', ['Offline']]);
  });

  it('is tried again with growing pauses', async () => {
    const { type } = await openStored();
    server.failure = 'away';
    type('Offline');
    await pass(60_000);
    expect(server.sent.length).toBeGreaterThan(3);
    expect(server.sent.length).toBeLessThan(10);
    server.failure = null;
    await pass(60_000);
    expect(texts()).toEqual(['Offline']);
  });

  it('is reported when the browser stores nothing either, and the text outlives another document', async () => {
    const { tab, type, status, text } = await openStored();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: full, clear() {} });
    server.failure = 'away';
    type('Nowhere else');
    expect(status()).toBe('saving');
    await pass(1000);
    expect([status(), text()]).toEqual(['nowhere', 'Nowhere else']);
    act(() => tab().open({ id: 'b', revision: 4, text: 'Another' }));
    server.failure = null;
    dispatchEvent(new Event('online'));
    await pass(0);
    expect(texts()).toEqual(['Nowhere else']);
    vi.unstubAllGlobals();
  });

  it('makes no conflict of a lost response, also when something was typed since', async () => {
    const { tab, type, status } = await openStored();
    server.failure = 'response lost';
    type('One');
    await pass(1000);
    server.failure = null;
    type('Two');
    await pass(5000);
    expect([status(), tab().document?.id]).toEqual(['saved', 'a']);
    expect(server.notes.get('a')).toMatchObject({ text: 'Two', revision: 3 });
  });

  it('that is a refusal is not tried again until the text is changed', async () => {
    const { type, status } = await openStored();
    server.failure = 'refuses';
    type('Too long');
    await pass(30_000);
    expect([status(), server.sent.length]).toEqual(['refused', 1]);
    server.failure = null;
    type('Shorter');
    expect(status()).toBe('saving');
    await pass(1000);
    expect([status(), texts()]).toEqual(['saved', ['Shorter']]);
  });
});

describe('leaving', () => {
  it('finishes the save under way and sends what is newer', async () => {
    const { type, close } = await openStored();
    type('One');
    vi.advanceTimersByTime(1000);
    type('Two');
    close();
    await pass(0);
    expect([texts(), keys()]).toEqual([['Two'], []]);
  });

  it('by signing out brings nothing back into the browser', async () => {
    const { type, close } = await openStored();
    server.failure = 'away';
    type('Private');
    clearDrafts('u1');
    close();
    await pass(60_000);
    expect(keys()).toEqual([]);
  });

  it('for another account sends nothing with its token', async () => {
    const { type, close } = await openStored();
    type('Private');
    localStorage.setItem('signedInAccount', 'u2');
    close();
    await pass(0);
    expect(server.sent).toEqual([]);
  });

  it('for another document sends the one before, also what was typed during a save', async () => {
    const { tab, type, text } = await openStored();
    type('One');
    vi.advanceTimersByTime(1000);
    type('Two');
    act(() => tab().open({ id: 'b', revision: 4, text: 'Another' }));
    await pass(0);
    expect([text(), texts(), keys()]).toEqual(['Another', ['Two'], []]);
  });

  it('for another document and coming back finds what could not be sent', async () => {
    const { tab, type, text, status } = await openStored();
    server.failure = 'refuses';
    type('Too long');
    act(() => tab().open({ id: 'b', revision: 4, text: 'Another' }));
    await pass(0);
    expect([text(), tab().unsent('b'), tab().unsent('a')?.text]).toEqual(['Another', null, 'Too long']);
    act(() => tab().open(stored));
    await pass(1000);
    expect([text(), status()]).toEqual(['Too long', 'refused']);
  });
});

describe('a document that was changed elsewhere', () => {
  const theirs = { id: 'a', revision: 7, text: 'From the phone' };

  async function conflict() {
    const tab = await openStored();
    server.notes.set('a', theirs);
    tab.type('Mine');
    await pass(1000);
    expect([tab.status(), tab.text(), texts()]).toEqual(['conflict', 'Mine', ['From the phone']]);
    tab.type('Mine, longer');
    await pass(60_000);
    expect([tab.status(), server.sent.length, keys().length]).toEqual(['conflict', 1, 1]);
    return tab;
  }

  it('can be kept as a copy, which is saved from then on', async () => {
    const { tab, type, status } = await conflict();
    act(() => tab().keepCopy());
    await pass(0);
    expect([status(), texts(), keys()]).toEqual(['saved', ['From the phone', 'Mine, longer'], []]);
    type('Later');
    await pass(1000);
    expect(texts()).toEqual(['From the phone', 'Later']);
  });

  it('can be replaced by the newer one, once that is there', async () => {
    const { tab, type, text, status } = await conflict();
    server.failure = 'away';
    await expect(act(() => tab().loadNewer())).rejects.toThrow();
    expect([status(), text(), keys().length]).toEqual(['conflict', 'Mine, longer', 1]);
    server.failure = null;
    await act(() => tab().loadNewer());
    expect([status(), text(), keys()]).toEqual(['saved', 'From the phone', []]);
    type('From both');
    await pass(1000);
    expect(texts()).toEqual(['From both']);
  });

  it('is asked about again at the next opening', async () => {
    const first = await conflict();
    first.close();
    const { tab, text, status } = await openTab();
    expect([text(), status(), texts()]).toEqual(['Mine, longer', 'conflict', ['From the phone']]);
    act(() => tab().keepCopy());
    await pass(0);
    expect([texts(), keys()]).toEqual([['From the phone', 'Mine, longer'], []]);
  });

  it('becomes a copy when its owner goes on to another one', async () => {
    const { tab } = await conflict();
    act(() => tab().open({ id: 'b', revision: 4, text: 'Another' }));
    await pass(0);
    expect([texts(), keys()]).toEqual([['From the phone', 'Mine, longer'], []]);
  });

  it('is saved by no other tab, and one press keeps it', async () => {
    const { tab, type, status } = await conflict();
    const other = await openTab();
    await pass(20_000);
    expect([other.status(), texts()]).toEqual(['conflict', ['From the phone']]);
    type('Mine, longest');
    act(() => tab().keepCopy());
    await pass(0);
    expect([status(), texts()]).toEqual(['saved', ['From the phone', 'Mine, longest']]);
    await act(() => other.tab().loadNewer());
    expect([other.text(), keys()]).toEqual(['From the phone', []]);
  });

  it('keeps what is typed while the newer one is loaded', async () => {
    const { tab, type, text, status } = await conflict();
    await act(async () => {
      const loading = tab().loadNewer();
      type('Typed meanwhile');
      await loading;
    });
    expect([text(), status()]).toEqual(['Typed meanwhile', 'conflict']);
  });

  it('gives way to the newer one where nothing was typed', async () => {
    const { tab, type, text } = await openStored();
    act(() => tab().renew(stored, theirs));
    expect([text(), tab().status]).toEqual(['From the phone', 'saved']);
    type('Typed meanwhile');
    act(() => tab().renew(theirs, { ...theirs, revision: 8, text: 'Newest' }));
    expect(text()).toBe('Typed meanwhile');
  });
});

describe('the next opening', () => {
  async function leaveUnsent(text = 'Typed in the train') {
    const { type, close } = await openStored();
    server.failure = 'away';
    type(text);
    await pass(1000);
    close();
    await pass(0);
    server.failure = null;
  }

  it('finds what was not sent, before the server answers', async () => {
    await leaveUnsent();
    const { text, status } = await openTab({ load: () => new Promise(() => {}) });
    expect([text(), status(), texts(), keys()]).toEqual([
      'Typed in the train',
      'saved',
      ['Typed in the train'],
      [],
    ]);
  });

  it('after a crash in the middle of a save finds the text once, not twice', async () => {
    const { type, close } = await openStored();
    server.failure = 'response lost';
    type('Written as it crashed');
    await pass(1000);
    close();
    await pass(0);
    server.failure = null;
    const { tab, status } = await openTab();
    expect([status(), tab().document]).toMatchObject(['saved', { id: 'a', text: 'Written as it crashed' }]);
    expect(server.notes.size).toBe(1);
  });

  it('after a crash with newer text makes no conflict of a lost response', async () => {
    const { type } = await openStored();
    server.failure = 'response lost';
    type('One');
    await pass(1000);
    server.failure = 'away';
    type('One and two');
    const left = { ...localStorage };
    cleanup();
    await pass(0);
    Object.assign(localStorage, left);
    server.failure = null;
    const { tab, status } = await openTab();
    await pass(1000);
    expect([status(), tab().document]).toMatchObject(['saved', { id: 'a', text: 'One and two' }]);
    expect([texts(), keys()]).toEqual([['One and two'], []]);
  });

  it('also when it is the fourth without a connection makes one document', async () => {
    server.notes.set('a', stored);
    const load = async () => stored;
    for (const text of ['One', 'Two', 'Three']) {
      server.failure = null;
      const { type, close } = await openTab({ load });
      server.failure = 'away';
      type(text);
      await pass(1000);
      close();
      await pass(60_000);
    }
    server.failure = null;
    const { text } = await openTab();
    await pass(2000);
    expect([text(), texts(), keys()]).toEqual(['Three', ['Three'], []]);
  });

  it('of another account finds nothing of it', async () => {
    await leaveUnsent();
    const { text } = await openTab({ owner: 'u2', load: async () => null });
    expect(text()).toBe('');
  });

  it('reports when nothing can be loaded, and loads when asked again', async () => {
    const load = vi.fn(async (): Promise<Note | null> => stored).mockRejectedValueOnce(fail(0));
    const { tab } = await openTab({ load });
    expect(tab()).toMatchObject({ document: null, loadFailed: true });
    await act(() => tab().retryLoad());
    expect(tab()).toMatchObject({ document: stored, loadFailed: false });
  });
});

describe('two tabs', () => {
  it('lose no text: the later save is a conflict', async () => {
    const early = await openStored();
    const late = await openTab();
    early.type('Early');
    await pass(1000);
    late.type('Late');
    await pass(1000);
    expect([early.status(), late.status()]).toEqual(['saved', 'conflict']);
    act(() => late.tab().keepCopy());
    await pass(0);
    expect(texts()).toEqual(['Early', 'Late']);
  });

  it('keep their unsent texts of one document apart', async () => {
    const early = await openStored();
    const late = await openTab();
    server.failure = 'away';
    early.type('Early');
    late.type('Late');
    early.type('Early, longer');
    expect(keys()).toHaveLength(2);
    early.close();
    late.close();
    await pass(60_000);
    server.failure = null;
    await openTab();
    await pass(0);
    expect(texts().toSorted()).toEqual(['Early, longer', 'Late']);
  });

  it('lose nothing where one is opened while the other has unsent text', async () => {
    const early = await openStored();
    server.failure = 'away';
    early.type('Early');
    const late = await openTab();
    expect(late.text()).toBe('Early');
    late.type('Early, and late');
    late.close();
    early.type('Early, longer');
    await pass(60_000);
    server.failure = null;
    dispatchEvent(new Event('online'));
    await pass(0);
    expect(texts().toSorted()).toEqual(['Early, and late', 'Early, longer']);
    expect([early.text(), keys()]).toEqual(['Early, longer', []]);
  });

  it('are no conflict while both have the same unsent text', async () => {
    const early = await openStored();
    server.failure = 'away';
    early.type('Early');
    await pass(1000);
    const late = await openTab();
    server.failure = null;
    dispatchEvent(new Event('online'));
    await pass(0);
    expect([early.status(), late.status(), texts(), keys()]).toEqual(['saved', 'saved', ['Early'], []]);
  });

  it('meet a conflict where one left its document during a save', async () => {
    const early = await openStored();
    const late = await openTab();
    early.type('Early');
    vi.advanceTimersByTime(1000);
    act(() => early.tab().open({ id: 'b', revision: 4, text: 'Another' }));
    late.type('Late');
    await pass(1000);
    expect([late.status(), texts()]).toEqual(['conflict', ['Early']]);
  });
});

describe('before an account is left', () => {
  async function leave(owner = 'u1'): Promise<unknown[]> {
    const leaving = sendUnsent(owner);
    await pass(6000);
    return (await leaving).map(({ document }) => document);
  }

  it('a document that was just typed is sent', async () => {
    const { type } = await openStored();
    type('Last words');
    expect([await leave(), texts()]).toEqual([[], ['Last words']]);
  });

  it('only documents that could not be sent are named', async () => {
    const { type, close } = await openStored();
    expect(await leave()).toEqual([]);
    server.failure = 'refuses';
    type('Too long');
    const named = [{ id: 'a', text: 'Too long' }];
    expect([await leave(), await leave('u2')]).toMatchObject([named, []]);
    close();
    await pass(0);
    expect(await leave()).toMatchObject(named);
  });
});
