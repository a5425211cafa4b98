import { afterEach, beforeEach, vi } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { DraftDocument } from '#web/drafts/draft-document.ts';

type Note = { id: string; revision: number; text: string; trail?: string };

/** A fake server of notes: its state, the requests it got, and the failures to play. */
export const server = {
  held: new Map<string, Note>(),
  sent: [] as Note[],
  broken: null as 'away' | 'reply lost' | 'refuses' | null,
};
let ids = 0;
const tabs: (() => void)[] = [];

/** For a file whose tests open tabs: time is still, and each test begins with nothing. */
export function withNotes(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(server, { held: new Map(), sent: [], broken: null });
  });
  afterEach(() => {
    for (const close of tabs.splice(0)) close();
    vi.useRealTimers();
    localStorage.clear();
    Reflect.deleteProperty(navigator, 'locks');
  });
}

export const fail = (status: number) => new ApiError({ status, statusText: '', code: null });
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
export const buffers = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
export const stored = { id: 'a', revision: 1, text: 'Stored' };

async function save(note: Note): Promise<Note> {
  const { held, broken } = server;
  server.sent.push(note);
  await Promise.resolve();
  if (broken === 'away') throw fail(0);
  if (broken === 'refuses') throw fail(400);
  const before = held.get(note.id);
  const isSame = before?.text === note.text;
  if (!isSame && (before?.revision ?? 0) !== note.revision) throw fail(409);
  const kept = isSame ? before : { ...note, revision: note.revision + 1, trail: 't1' };
  held.set(note.id, kept);
  if (broken === 'reply lost') throw fail(0);
  return { ...kept };
}

/** One tab that opens the owner's note. */
export function openTab({ owner = 'u1', newest = null as Note | null, load = async () => newest } = {}) {
  const tab = new DraftDocument<Note>({
    owner,
    form: 'note',
    read: (stored) => (stored && typeof stored === 'object' && 'text' in stored ? (stored as Note) : null),
    load,
    save,
    fork: (note) => ({ ...note, id: `fork-${++ids}`, revision: 0 }),
    blank: () => ({ id: `note-${++ids}`, revision: 0, text: '' }),
    isWorthSaving: ({ text }) => text !== '',
  });
  const close = tab.start();
  tabs.push(close);
  const type = (text: string) => tab.change((note) => ({ ...note, text }));
  return { tab, type, close, text: () => tab.state.document?.text, status: () => tab.state.status };
}

export async function openStored() {
  server.held.set('a', stored);
  const opened = openTab({ newest: stored });
  await pass(300);
  return opened;
}
