// @vitest-environment happy-dom
import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetDrafts } from '#web/identity/drafts.ts';
import { ApiError } from './api-error.ts';
import { KeptDocument } from './kept-document.ts';

type Note = { id: string; revision: number; text: string; trail?: string };

/** What the server holds, and what goes wrong on the way. */
let held: Map<string, Note>;
let sent: Note[];
let broken: 'away' | 'reply lost' | 'refuses' | null;
let ids = 0;

beforeEach(() => {
  vi.useFakeTimers();
  held = new Map();
  sent = [];
  broken = null;
});
afterEach(() => {
  for (const close of tabs.splice(0)) close();
  vi.useRealTimers();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'locks');
});

const fail = (status: number) => new ApiError({ status, statusText: '', code: null });

async function keep(note: Note): Promise<Note> {
  sent.push(note);
  await Promise.resolve();
  if (broken === 'away') throw fail(0);
  if (broken === 'refuses') throw fail(400);
  const stored = held.get(note.id);
  const isSame = stored?.text === note.text;
  if (!isSame && (stored?.revision ?? 0) !== note.revision) throw fail(409);
  const kept = isSame ? stored : { ...note, revision: note.revision + 1, trail: 't1' };
  held.set(note.id, kept);
  if (broken === 'reply lost') throw fail(0);
  return { ...kept };
}

const tabs: (() => void)[] = [];

/** One tab that opens the owner's note. */
function openTab({ owner = 'u1', newest = null as Note | null, load = async () => newest } = {}) {
  const tab = new KeptDocument<Note>({
    owner,
    form: 'note',
    read: (stored) => (stored && typeof stored === 'object' && 'text' in stored ? (stored as Note) : null),
    load,
    keep,
    fork: (note) => ({ ...note, id: `fork-${++ids}`, revision: 0 }),
    blank: () => ({ id: `note-${++ids}`, revision: 0, text: '' }),
    isWorthKeeping: ({ text }) => text !== '',
  });
  const close = tab.start();
  tabs.push(close);
  const type = (text: string) => tab.change((note) => ({ ...note, text }));
  return { tab, type, close, text: () => tab.state.document?.text, standing: () => tab.state.standing };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const stored = { id: 'a', revision: 1, text: 'Stored' };
const buffers = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));

async function openStored() {
  held.set('a', stored);
  const opened = openTab({ newest: stored });
  await pass(300);
  return opened;
}

describe('keeping', () => {
  it('a blank document is neither sent nor stored', async () => {
    const { type, standing } = openTab();
    await pass(300);
    type('x');
    type('');
    await pass(10_000);
    expect([sent, buffers(), standing()]).toEqual([[], [], 'kept']);
  });

  it('is in the browser at once and on the server about a second later', async () => {
    const { tab, type, standing } = await openStored();
    type('One');
    type('Two');
    expect(localStorage.getItem(buffers()[0] ?? '')).toContain('Two');
    expect([sent, standing()]).toEqual([[], 'keeping']);
    await pass(1000);
    expect(sent.map(({ text }) => text)).toEqual(['Two']);
    expect(tab.state.document).toEqual({ id: 'a', revision: 2, text: 'Two', trail: 't1' });
    expect([buffers(), standing()]).toEqual([[], 'kept']);
  });

  it('goes on for whoever types without a pause', async () => {
    const { type } = await openStored();
    for (let second = 0; second < 12; second++) {
      type(`Letter ${second}`);
      await pass(500);
    }
    expect(sent.length).toBeGreaterThan(0);
  });

  it('a change made while a write is under way is neither lost nor overtaken', async () => {
    const { type, text } = await openStored();
    type('One');
    vi.advanceTimersByTime(1000);
    type('Two');
    await pass(3000);
    expect(sent.map((note) => [note.text, note.revision])).toEqual([
      ['One', 1],
      ['Two', 2],
    ]);
    expect([text(), held.get('a')?.text]).toEqual(['Two', 'Two']);
  });

  it('is flushed when the page is hidden or left', async () => {
    const { type } = await openStored();
    type('Last words');
    dispatchEvent(new Event('pagehide'));
    await pass(0);
    expect(held.get('a')?.text).toBe('Last words');
  });

  it('flush gives what the server holds, or null when it could not be kept', async () => {
    const { tab, type } = await openStored();
    type('One');
    expect(await tab.flush()).toMatchObject({ text: 'One', revision: 2 });
    broken = 'away';
    type('Two');
    expect(await tab.flush()).toBeNull();
  });
});

describe('a connection that fails', () => {
  it('leaves the words in the browser, and sends them when it is back', async () => {
    const { type, standing } = await openStored();
    broken = 'away';
    type('Offline');
    await pass(1000);
    expect([standing(), buffers().length]).toEqual(['browser-only', 1]);
    broken = null;
    dispatchEvent(new Event('online'));
    await pass(0);
    expect([standing(), held.get('a')?.text]).toEqual(['kept', 'Offline']);
  });

  it('is tried again by itself, with growing pauses', async () => {
    const { type } = await openStored();
    broken = 'away';
    type('Offline');
    await pass(60_000);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.length).toBeLessThan(10);
    broken = null;
    await pass(60_000);
    expect(held.get('a')?.text).toBe('Offline');
  });

  it('says so when the browser keeps nothing either', async () => {
    const { type, standing, text } = await openStored();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal(
      'localStorage',
      Object.create(null, { getItem: { value: () => null }, setItem: { value: full } }),
    );
    broken = 'away';
    type('Nowhere else');
    expect(standing()).toBe('keeping');
    await pass(1000);
    expect([standing(), text()]).toEqual(['nowhere', 'Nowhere else']);
    broken = null;
    await pass(5000);
    expect(standing()).toBe('kept');
    vi.unstubAllGlobals();
  });

  it('a lost reply is no conflict, also when something was typed since', async () => {
    const { tab, type } = await openStored();
    broken = 'reply lost';
    type('One');
    await pass(1000);
    broken = null;
    type('Two');
    await pass(5000);
    expect([tab.state.wasForked, tab.state.document?.id]).toEqual([false, 'a']);
    expect(held.get('a')).toMatchObject({ text: 'Two', revision: 3 });
  });

  it('a refusal keeps the words in the browser until they are changed', async () => {
    const { type, standing } = await openStored();
    broken = 'refuses';
    type('Too long');
    await pass(30_000);
    expect([standing(), sent.length]).toEqual(['browser-only', 1]);
    broken = null;
    type('Shorter');
    await pass(1000);
    expect([standing(), held.get('a')?.text]).toEqual(['kept', 'Shorter']);
  });
});

describe('two tabs', () => {
  it('lose no text: what the later one has becomes a document of its own', async () => {
    const early = await openStored();
    const late = await openStored();
    early.type('Early');
    await pass(1000);
    late.type('Late');
    await pass(3000);
    expect([...held.values()].map(({ text }) => text)).toEqual(['Early', 'Late']);
    expect([early.tab.state.wasForked, late.tab.state.wasForked]).toEqual([false, true]);
    expect(late.tab.state.document).toMatchObject({ text: 'Late', revision: 1 });
    late.type('Later');
    await pass(1000);
    expect([...held.values()].map(({ text }) => text)).toEqual(['Early', 'Later']);
  });

  it('leave each other’s unsent words alone while both are open', async () => {
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    vi.useRealTimers();
    broken = 'away';
    held.set('a', stored);
    const early = openTab({ newest: stored });
    await expect.poll(early.text).toBe('Stored');
    early.type('Early');
    const late = openTab({ newest: stored });
    await expect.poll(late.text).toBe('Stored');
    late.type('Late');
    await expect.poll(() => buffers().length).toBe(2);
    early.close();
    broken = null;
    await expect
      .poll(() => [...held.values()].map(({ text }) => text).toSorted(), { timeout: 8000 })
      .toEqual(['Early', 'Late']);
  });
});

describe('the next opening', () => {
  it('finds what was not sent', async () => {
    const { type, close } = await openStored();
    broken = 'away';
    type('Typed in the train');
    await pass(1000);
    close();
    await pass(0);
    broken = null;
    const { text, standing } = openTab({ load: () => new Promise(() => {}) });
    await pass(300);
    expect([text(), standing(), held.get('a')?.text]).toEqual([
      'Typed in the train',
      'kept',
      'Typed in the train',
    ]);
    expect(buffers()).toEqual([]);
  });

  it('after a crash in the middle of a write finds its text once, not twice', async () => {
    const { type, close } = await openStored();
    broken = 'reply lost';
    type('Written as it crashed');
    await pass(1000);
    close();
    await pass(0);
    broken = null;
    const { tab } = openTab();
    await pass(300);
    expect(tab.state).toMatchObject({
      wasForked: false,
      document: { id: 'a', text: 'Written as it crashed' },
    });
    expect(held.size).toBe(1);
  });

  it('keeps apart what was changed on another device meanwhile', async () => {
    const { type, close } = await openStored();
    broken = 'away';
    type('Mine');
    await pass(1000);
    close();
    await pass(0);
    broken = null;
    held.set('a', { id: 'a', revision: 7, text: 'From the phone' });
    const { tab } = openTab();
    await pass(300);
    expect(tab.state).toMatchObject({ wasForked: true, document: { text: 'Mine' } });
    expect([...held.values()].map(({ text }) => text)).toEqual(['From the phone', 'Mine']);
  });

  it('of another account finds nothing of it', async () => {
    const { type, close } = await openStored();
    broken = 'away';
    type('Private');
    close();
    await pass(0);
    const { text } = openTab({ owner: 'u2' });
    await pass(300);
    expect(text()).toBe('');
  });

  it('tells when nothing can be loaded, and loads when asked again', async () => {
    let away = true;
    const { tab } = openTab({
      load: async () => {
        if (away) throw fail(0);
        return stored;
      },
    });
    await pass(300);
    expect(tab.state).toMatchObject({ document: null, loadFailed: true });
    away = false;
    await tab.load();
    expect(tab.state).toMatchObject({ document: stored, loadFailed: false });
  });
});

describe('leaving', () => {
  it('sends what is unsent, and finishes a write under way', async () => {
    const { type, close } = await openStored();
    type('One');
    vi.advanceTimersByTime(1000);
    type('Two');
    close();
    await pass(0);
    expect(held.get('a')?.text).toBe('Two');
    expect(buffers()).toEqual([]);
  });

  it('by signing out brings nothing back into the browser', async () => {
    const { type, close } = await openStored();
    broken = 'away';
    type('Private');
    forgetDrafts('u1');
    close();
    await pass(60_000);
    expect(buffers()).toEqual([]);
  });

  it('for another account sends nothing with its token', async () => {
    const { type, close } = await openStored();
    type('Private');
    localStorage.setItem('signedInAccount', 'u2');
    close();
    await pass(0);
    expect(sent).toEqual([]);
  });

  it('for another document sends the one before', async () => {
    const { tab, type, text } = await openStored();
    type('Before');
    tab.open({ id: 'b', revision: 4, text: 'Another' });
    await pass(0);
    expect([text(), held.get('a')?.text]).toEqual(['Another', 'Before']);
  });
});
