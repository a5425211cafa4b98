import { describe, expect, it } from 'vitest';
import { secretBox } from './secret-box.ts';

const box = secretBox('a secret key of this installation');

describe('a secret box', () => {
  it.each(['ada&0123abcd', '', 'Grüße 🎉 日本語', 'x'.repeat(10_000)])('opens what it sealed', (secret) => {
    expect(box.open(box.seal(secret, 'row-1'), 'row-1')).toBe(secret);
  });

  it('opens after a restart with the same key', () => {
    const again = secretBox('a secret key of this installation');
    expect(again.open(box.seal('token', 'row-1'), 'row-1')).toBe('token');
  });

  it('shows nothing of the secret, and never the same text twice', () => {
    const sealed = box.seal('a-session-token', 'row-1');
    expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('session');
    expect(box.seal('a-session-token', 'row-1')).not.toBe(sealed);
  });

  it('stays shut under another key, without an exception', () => {
    expect(secretBox('another key').open(box.seal('token', 'row-1'), 'row-1')).toBeNull();
  });

  it('stays shut when it is moved to another row', () => {
    expect(box.open(box.seal('token', 'row-1'), 'row-2')).toBeNull();
  });

  it('stays shut when it was changed anywhere', () => {
    const sealed = box.seal('token', 'row-1');
    for (let at = 3; at < sealed.length - 1; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      expect(box.open(sealed.slice(0, at) + other + sealed.slice(at + 1), 'row-1')).toBeNull();
    }
  });

  it.each(['', 'v1', 'v1.', 'v1.short', 'v2.AAAA', 'plain text', '.....'])('stays shut for %j', (text) => {
    expect(box.open(text, 'row-1')).toBeNull();
  });
});
