// @vitest-environment happy-dom
import { locks } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import {
  buffers,
  fail,
  openStored,
  openTab,
  pass,
  server,
  stored,
  withNotes,
} from '#web/testing/note-tabs.ts';

withNotes();

describe('two tabs', () => {
  it('lose no text: what the later one has becomes a document of its own', async () => {
    const early = await openStored();
    const late = await openStored();
    early.type('Early');
    await pass(1000);
    late.type('Late');
    await pass(3000);
    expect([...server.held.values()].map(({ text }) => text)).toEqual(['Early', 'Late']);
    expect([early.tab.state.wasForked, late.tab.state.wasForked]).toEqual([false, true]);
    expect(late.tab.state.document).toMatchObject({ text: 'Late', revision: 1 });
    late.type('Later');
    await pass(1000);
    expect([...server.held.values()].map(({ text }) => text)).toEqual(['Early', 'Later']);
  });

  it('without locks leave each other’s unsent words alone too, until one has crashed', async () => {
    server.broken = 'away';
    const early = await openStored();
    early.type('Early');
    await pass(1000);
    const earlys = buffers();
    const late = await openStored();
    await pass(30_000);
    expect(buffers()).toEqual(earlys);
    late.close();
    // A crash removes nothing.
    const left = { ...localStorage };
    early.close();
    await pass(0);
    for (const [key, value] of Object.entries(left)) localStorage.setItem(key, value);
    const next = await openStored();
    expect(next.text()).toBe('Stored');
    server.broken = null;
    await pass(8000);
    expect([next.text(), server.held.get('a')?.text]).toEqual(['Early', 'Early']);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('count what was kept apart, one after another and behind the one that is shown', async () => {
    const { tab, type } = await openStored();
    const theirs = () => server.held.set(tab.state.document?.id ?? '', { ...stored, revision: 9 });
    server.held.set('a', { ...stored, revision: 9 });
    type('Mine');
    await pass(3000);
    expect([tab.state.forks, tab.state.wasForked]).toEqual([1, true]);
    theirs();
    type('Mine again');
    await pass(3000);
    expect(tab.state.forks).toBe(2);
    theirs();
    type('Left behind');
    tab.open({ id: 'b', revision: 4, text: 'Another' });
    await pass(3000);
    expect([tab.state.forks, tab.state.wasForked]).toEqual([3, false]);
    expect([...server.held.values()].map(({ text }) => text)).toContain('Left behind');
  });

  it('leave each other’s unsent words alone while both are open', async () => {
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    vi.useRealTimers();
    server.broken = 'away';
    server.held.set('a', stored);
    const early = openTab({ newest: stored });
    await expect.poll(early.text).toBe('Stored');
    early.type('Early');
    const late = openTab({ newest: stored });
    await expect.poll(late.text).toBe('Stored');
    late.type('Late');
    await expect.poll(() => buffers().length).toBe(2);
    early.close();
    server.broken = null;
    await expect
      .poll(() => [...server.held.values()].map(({ text }) => text).toSorted(), { timeout: 8000 })
      .toEqual(['Early', 'Late']);
  });
});

describe('the next opening', () => {
  it('finds what was not sent', async () => {
    const { type, close } = await openStored();
    server.broken = 'away';
    type('Typed in the train');
    await pass(1000);
    close();
    await pass(0);
    server.broken = null;
    const { text, status } = openTab({ load: () => new Promise(() => {}) });
    await pass(300);
    expect([text(), status(), server.held.get('a')?.text]).toEqual([
      'Typed in the train',
      'saved',
      'Typed in the train',
    ]);
    expect(buffers()).toEqual([]);
  });

  it('after a crash in the middle of a write finds its text once, not twice', async () => {
    const { type, close } = await openStored();
    server.broken = 'reply lost';
    type('Written as it crashed');
    await pass(1000);
    close();
    await pass(0);
    server.broken = null;
    const { tab } = openTab();
    await pass(300);
    expect(tab.state).toMatchObject({
      wasForked: false,
      document: { id: 'a', text: 'Written as it crashed' },
    });
    expect(server.held.size).toBe(1);
  });

  it('keeps apart what was changed on another device meanwhile', async () => {
    const { type, close } = await openStored();
    server.broken = 'away';
    type('Mine');
    await pass(1000);
    close();
    await pass(0);
    server.broken = null;
    server.held.set('a', { id: 'a', revision: 7, text: 'From the phone' });
    const { tab } = openTab();
    await pass(300);
    expect(tab.state).toMatchObject({ wasForked: true, document: { text: 'Mine' } });
    expect([...server.held.values()].map(({ text }) => text)).toEqual(['From the phone', 'Mine']);
  });

  it('of another account finds nothing of it', async () => {
    const { type, close } = await openStored();
    server.broken = 'away';
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

describe('what another device has changed', () => {
  const newest = { ...stored, revision: 7, text: 'From the phone' };

  it('takes the place of what is untouched here', async () => {
    const { tab, type, text } = await openStored();
    tab.renew(stored, newest);
    expect([text(), tab.state.status]).toEqual(['From the phone', 'saved']);
    server.held.set('a', newest);
    type('From both');
    await pass(1000);
    expect([tab.state.wasForked, server.held.get('a')?.text]).toEqual([false, 'From both']);
  });

  it('does not take the place of what was typed meanwhile', async () => {
    const { tab, type, text } = await openStored();
    type('Typed meanwhile');
    tab.renew(stored, newest);
    expect(text()).toBe('Typed meanwhile');
  });
});
