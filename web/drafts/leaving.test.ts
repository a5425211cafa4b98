// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { buffers, openStored, openTab, pass, server, withNotes } from '#web/testing/note-tabs.ts';
import { sendUnsent } from './unsent.ts';

withNotes();

/** Unsent documents of this browser when the account is left. */
async function leave(owner = 'u1'): Promise<unknown[]> {
  const leaving = sendUnsent(owner);
  await pass(6000);
  return leaving;
}

describe('before an account is left', () => {
  it('a document that was just typed is sent', async () => {
    const { type } = await openStored();
    type('Last words');
    expect(await leave()).toEqual([]);
    expect(server.held.get('a')?.text).toBe('Last words');
  });

  it('a document that the server refuses is named once, though local storage holds it too', async () => {
    const { type } = await openStored();
    server.broken = 'refuses';
    type('Too long');
    expect(await leave()).toMatchObject([{ id: 'a', text: 'Too long' }]);
    expect(buffers()).toHaveLength(1);
    expect(await leave('u2')).toEqual([]);
  });

  it('a document whose tool was closed before it could be sent is named', async () => {
    const { type, close } = await openStored();
    server.broken = 'away';
    type('Written on a train');
    close();
    await pass(1000);
    expect(await leave()).toMatchObject([{ id: 'a', text: 'Written on a train' }]);
  });

  it('nothing is named where nothing was written', async () => {
    openTab();
    await pass(300);
    expect(await leave()).toEqual([]);
  });
});
