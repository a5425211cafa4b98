// @vitest-environment page
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { clearDrafts, draftKey, listDrafts } from './draft-store.ts';
import { useDraft } from './use-draft.ts';

const note = z.object({ text: z.string() });
const key = draftKey('u1', 'note');

const open = (onCleared?: () => void) => renderHook(() => useDraft(key, note, onCleared)).result;

/** Another tab stores a draft, or clears it. */
function storeElsewhere(text: string | null) {
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify({ text }));
  act(() => void dispatchEvent(new StorageEvent('storage', { key })));
}

describe('a draft', () => {
  it('is there for the next component, until it is cleared', () => {
    const first = open();
    act(() => first.current.save({ text: 'Half a thought' }));
    expect(open().current.draft).toEqual({ text: 'Half a thought' });
    act(() => first.current.save(null));
    expect([first.current.draft, open().current.draft]).toEqual([null, null]);
  });

  it('follows another tab, and stays in sight when that clears it', () => {
    const draft = open();
    storeElsewhere('From over there');
    expect(draft.current.draft).toEqual({ text: 'From over there' });
    storeElsewhere(null);
    expect(draft.current.draft).toEqual({ text: 'From over there' });
  });

  it('notifies when another tab clears it', () => {
    const onCleared = vi.fn();
    open(onCleared);
    storeElsewhere('Sent');
    expect(onCleared).not.toHaveBeenCalled();
    storeElsewhere(null);
    expect(onCleared).toHaveBeenCalledOnce();
  });

  it.each(['{', 'null', '7', '{"text":5}'])('is empty when the browser holds %s', (stored) => {
    localStorage.setItem(key, stored);
    expect(open().current.draft).toBeNull();
  });

  it('stays in the component, and says so, where storage is full or switched off', () => {
    const draft = open();
    const refuse = () => {
      throw new DOMException('The quota is used up.');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear() {} });
    act(() => draft.current.save({ text: 'Still here' }));
    expect([draft.current.draft, draft.current.isStored]).toEqual([{ text: 'Still here' }, false]);
  });

  it('goes with its owner alone', () => {
    localStorage.setItem(draftKey('u10', 'note'), '{}');
    const draft = open();
    act(() => draft.current.save({ text: 'Mine' }));
    clearDrafts('u1');
    expect(listDrafts('draft:').map(([of]) => of)).toEqual([draftKey('u10', 'note')]);
  });
});
