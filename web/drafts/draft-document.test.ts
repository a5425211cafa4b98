// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { buffers, openStored, openTab, pass, server, stored, withNotes } from '#web/testing/note-tabs.ts';
import { clearDrafts } from './draft-store.ts';

withNotes();

describe('saving', () => {
  it('a blank document is neither sent nor stored', async () => {
    const { type, status } = openTab();
    await pass(300);
    type('x');
    type('');
    await pass(10_000);
    expect([server.sent, buffers(), status()]).toEqual([[], [], 'saved']);
  });

  it('is in the browser at once and on the server about a second later', async () => {
    const { tab, type, status } = await openStored();
    type('One');
    type('Two');
    expect(localStorage.getItem(buffers()[0] ?? '')).toContain('Two');
    expect([server.sent, status()]).toEqual([[], 'saving']);
    await pass(1000);
    expect(server.sent.map(({ text }) => text)).toEqual(['Two']);
    expect(tab.state.document).toEqual({ id: 'a', revision: 2, text: 'Two', trail: 't1' });
    expect([buffers(), status()]).toEqual([[], 'saved']);
  });

  it('goes on for whoever types without a pause', async () => {
    const { type } = await openStored();
    for (let second = 0; second < 12; second++) {
      type(`Letter ${second}`);
      await pass(500);
    }
    expect(server.sent.length).toBeGreaterThan(0);
  });

  it('a change made while a write is under way is neither lost nor overtaken', async () => {
    const { type, text } = await openStored();
    type('One');
    vi.advanceTimersByTime(1000);
    type('Two');
    await pass(3000);
    expect(server.sent.map((note) => [note.text, note.revision])).toEqual([
      ['One', 1],
      ['Two', 2],
    ]);
    expect([text(), server.held.get('a')?.text]).toEqual(['Two', 'Two']);
  });

  it('is flushed when the page is hidden or left', async () => {
    const { type } = await openStored();
    type('Last words');
    dispatchEvent(new Event('pagehide'));
    await pass(0);
    expect(server.held.get('a')?.text).toBe('Last words');
  });

  it('flush gives what the server holds, or null when it could not be kept', async () => {
    const { tab, type } = await openStored();
    type('One');
    expect(await tab.flush()).toMatchObject({ text: 'One', revision: 2 });
    server.broken = 'away';
    type('Two');
    expect(await tab.flush()).toBeNull();
  });
});

describe('a connection that fails', () => {
  it('leaves the words in the browser, and sends them when it is back', async () => {
    const { type, status } = await openStored();
    server.broken = 'away';
    type('Offline');
    await pass(1000);
    expect([status(), buffers().length]).toEqual(['browser-only', 1]);
    server.broken = null;
    dispatchEvent(new Event('online'));
    await pass(0);
    expect([status(), server.held.get('a')?.text]).toEqual(['saved', 'Offline']);
  });

  it('is tried again by itself, with growing pauses', async () => {
    const { type } = await openStored();
    server.broken = 'away';
    type('Offline');
    await pass(60_000);
    expect(server.sent.length).toBeGreaterThan(3);
    expect(server.sent.length).toBeLessThan(10);
    server.broken = null;
    await pass(60_000);
    expect(server.held.get('a')?.text).toBe('Offline');
  });

  it('says so when the browser keeps nothing either', async () => {
    const { type, status, text } = await openStored();
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal(
      'localStorage',
      Object.create(null, { getItem: { value: () => null }, setItem: { value: full } }),
    );
    server.broken = 'away';
    type('Nowhere else');
    expect(status()).toBe('saving');
    await pass(1000);
    expect([status(), text()]).toEqual(['nowhere', 'Nowhere else']);
    server.broken = null;
    await pass(5000);
    expect(status()).toBe('saved');
    vi.unstubAllGlobals();
  });

  it('a lost reply is no conflict, also when something was typed since', async () => {
    const { tab, type } = await openStored();
    server.broken = 'reply lost';
    type('One');
    await pass(1000);
    server.broken = null;
    type('Two');
    await pass(5000);
    expect([tab.state.wasForked, tab.state.document?.id]).toEqual([false, 'a']);
    expect(server.held.get('a')).toMatchObject({ text: 'Two', revision: 3 });
  });

  it('a refusal keeps the words in the browser until they are changed', async () => {
    const { type, status } = await openStored();
    server.broken = 'refuses';
    type('Too long');
    await pass(30_000);
    expect([status(), server.sent.length]).toEqual(['refused', 1]);
    server.broken = null;
    type('Shorter');
    expect(status()).toBe('saving');
    await pass(1000);
    expect([status(), server.held.get('a')?.text]).toEqual(['saved', 'Shorter']);
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
    expect(server.held.get('a')?.text).toBe('Two');
    expect(buffers()).toEqual([]);
  });

  it('by signing out brings nothing back into the browser', async () => {
    const { type, close } = await openStored();
    server.broken = 'away';
    type('Private');
    clearDrafts('u1');
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
    expect(server.sent).toEqual([]);
  });

  it('for another document and coming back finds what could not be sent', async () => {
    const { tab, type, text } = await openStored();
    server.broken = 'refuses';
    type('Too long');
    tab.open({ id: 'b', revision: 4, text: 'Another' });
    await pass(0);
    expect([text(), tab.unsent('b'), tab.unsent('a')?.text]).toEqual(['Another', null, 'Too long']);
    tab.open(stored);
    expect([text(), tab.state.status]).toEqual(['Too long', 'refused']);
  });

  it('for another document sends the one before', async () => {
    const { tab, type, text } = await openStored();
    type('Before');
    tab.open({ id: 'b', revision: 4, text: 'Another' });
    await pass(0);
    expect([text(), server.held.get('a')?.text]).toEqual(['Another', 'Before']);
  });
});
