import { describe, expect, it } from 'vitest';
import { requestIds } from '#server/request-ids.ts';
import { createLog } from './log.ts';

function logged(entry: object): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).info(entry, 'entry');
  return lines.join('');
}

const jwt = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';

describe('the log', () => {
  it.each([
    ['a bearer token', { headers: { authorization: `Bearer ${jwt}` } }, jwt],
    ['a cookie', { req: { headers: { cookie: 'session=hidden-value' } } }, 'hidden-value'],
    ['a password', { body: { password: 'hidden-value' } }, 'hidden-value'],
    ['a key in an error', { err: new Error('bad key sk-abcdef0123456789') }, 'abcdef0123456789'],
    ['a token in an error', { err: new Error(`refused ${jwt}`) }, jwt],
    [
      'a database address',
      { err: new Error('postgres://app:hidden-value@db:5432/x is away') },
      'hidden-value',
    ],
    [
      'a mail address',
      { err: new Error('550 <hidden.value+x@mail.example.com> is unknown') },
      'hidden.value',
    ],
    ['a code of Firebase', { err: new Error('GET /?mode=verifyEmail&oobCode=hidden-value') }, 'hidden-value'],
    ['a link of a mail', { err: new Error('GET /x?confirm=hidden-value') }, 'hidden-value'],
    [
      'a secret in a cause',
      { err: new Error('x', { cause: new Error('gsk_abcdef0123456789') }) },
      'abcdef0123456789',
    ],
    ['an address in a plain field', { url: 'postgres://app:hidden-value@db:5432/x', n: 1 }, 'hidden-value'],
    ['a mail address in a plain field', { to: 'hidden.value@example.com' }, 'hidden.value'],
    ['a cookie in a text', { reason: 'sent startup_spark_session=hidden-value' }, 'hidden-value'],
    ['a link to results', { path: `/api/results/${'hidden-value'.padEnd(43, 'x')}` }, 'hidden-value'],
    ['the body of a mail', { mail: { html: '<p>hidden-value</p>' } }, 'hidden-value'],
  ])('blots out %s', (_case, entry, secret) => {
    expect(logged(entry)).not.toContain(secret);
    expect(logged(entry)).toContain('[redacted]');
  });

  it('stays valid JSON where secrets are blotted out', () => {
    const line = logged({ site: 'http://localhost:3000', to: 'ada@example.com', note: 'Bearer "x' });
    expect(JSON.parse(line)).toMatchObject({ site: 'http://localhost:3000', to: '[redacted]' });
  });

  it('words a failure that is no Error', () => {
    const reported = { message: 'terminating connection', code: '57P01', queue: 'mail', row: { a: 1 } };
    expect(logged({ err: reported })).toMatch(/"code":"57P01","message":"terminating connection"/);
    for (const err of [
      { row: 'hidden-value' },
      { message: { a: 1 } },
      { code: {} },
      'a text',
      null,
      undefined,
      7,
    ])
      expect(logged({ err })).not.toMatch(/object Object|hidden-value/);
  });

  it('carries the id of the request', () => {
    expect(requestIds.run('request-1', () => logged({}))).toContain('"requestId":"request-1"');
    expect(logged({})).not.toContain('requestId');
  });

  it('keeps what is no secret', () => {
    expect(logged({ path: '/api/surveys', err: new Error('a plain reason') })).toMatch(
      /api\/surveys.*a plain reason/,
    );
  });
});
