// @vitest-environment page
import { expect, it, vi } from 'vitest';
import { setTokenSource } from '#web/identity/token.ts';
import { stubUpload } from '#web/testing/stub-upload.ts';
import { upload } from './upload.ts';

const attachment = { id: 'a1', name: 'a.txt', type: 'text/plain', size: 1, created_at: '2026-03-10' };
const outdated = { code: 'unauthenticated', error: 'Sign in.', message: 'Sign in.' };

it('is sent once more with a new token when the one that was kept is outdated', async () => {
  setTokenSource(async (isNew) => (isNew ? 'new' : 'kept'));
  const sent = stubUpload();
  const arrived = upload(new Blob(['x']), 'a.txt');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.reply(401, outdated);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  sent[1]?.reply(201, { attachment, masked: 0 });
  expect(await arrived).toEqual({ attachment, masked: 0 });
  expect(sent.map(({ token }) => token)).toEqual(['Bearer kept', 'Bearer new']);
});

it('is refused when there is no other token', async () => {
  setTokenSource(async () => 'kept');
  const sent = stubUpload();
  const arrived = upload(new Blob(['x']), 'a.txt');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  sent[0]?.reply(401, outdated);
  await expect(arrived).rejects.toThrow('Sign in.');
  expect(sent).toHaveLength(1);
});

it('is not sent when its token can’t be fetched again: the server can’t be reached', async () => {
  setTokenSource(() => Promise.reject(new TypeError('Failed to fetch')));
  const sent = stubUpload();
  await expect(upload(new Blob(['x']), 'a.txt')).rejects.toMatchObject({ status: 0, code: 'offline' });
  expect(sent).toEqual([]);
});
