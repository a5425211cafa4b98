import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMessageCode, message } from './catalogue.ts';

const root = join(import.meta.dirname, '../..');
const groups = globSync('shared/messages/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/catalogue.ts'] });
const codes = groups.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}'?([a-z][\w/-]*)'?: \{/gm)].map(
    (match) => match[1] ?? '',
  ),
);
const users = globSync('{server,web,shared/rules}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

describe('the catalogue', () => {
  it('holds every code of its groups, and strangers to it are told apart', () => {
    expect(codes.length).toBeGreaterThan(50);
    expect(codes.filter((code) => !isMessageCode(code))).toEqual([]);
    for (const stranger of ['', 'constructor', '__proto__', 'nothing_such'])
      expect(isMessageCode(stranger)).toBe(false);
  });

  it('holds no text that nothing shows', () => {
    // Sign-in failures are named by their last part where they are caught.
    const isUsed = (code: string) =>
      users.includes(`'${code}'`) ||
      users.includes(`Messages.${code}`) ||
      (code.startsWith('auth/') && users.includes(`'${code.slice(5)}'`));
    expect(codes.filter((code) => !isUsed(code))).toEqual([]);
  });

  it('fills the places of a text, also with text that looks like a place', () => {
    expect(message('checkout_failed', { message: 'no {plan} $& here' }).text).toBe(
      'Could not initiate payment: no {plan} $& here',
    );
    expect(message('too_many_requests', { wait: 'in a moment' }).text).toMatch(/again in a moment/);
  });
});
