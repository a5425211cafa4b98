import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3, startS3 } from '#fakes/s3/s3.ts';
import { diskFiles } from './disk.ts';
import { type Files, FilesError } from './port.ts';
import { s3Files } from './s3.ts';

let root: string;
let s3: S3;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await rm(root, { recursive: true, force: true });
});

const installation = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const config = () => ({ ...s3.config, installation });

type Store = {
  files: Files;
  age: (key: string, by: Date) => Promise<void>;
  breakIt: () => void | Promise<void>;
};

const stores: Record<string, () => Promise<Store>> = {
  disk: async () => {
    const folder = await mkdtemp(join(root, 'disk-'));
    return {
      files: diskFiles(join(folder, 'files')),
      age: (key, to) => utimes(join(folder, 'files', key), to, to),
      breakIt: async () => {
        await rm(join(folder, 'files'), { recursive: true, force: true });
        await writeFile(join(folder, 'files'), 'a file where the folder should be');
      },
    };
  },
  s3: async () => {
    s3.files.clear();
    return {
      files: s3Files(config()),
      age: async (key, to) => {
        const file = s3.files.get(`${installation}/${key}`);
        if (file) file.written = to;
      },
      breakIt: () => s3.failNext(503, 'SlowDown'),
    };
  },
};

// A store may have a clock of its own: what it keeps is older than this whatever that says.
const lateEnough = new Date('2999-01-01T00:00:00Z');
const key = '0f8fad5b-d9cb-469f-a165-70867728950e';
const everyByte = Uint8Array.from({ length: 70_000 }, (_, place) => place % 256);

async function list(files: Files, moment: Date): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of files.listOlderThan(moment)) keys.push(...page);
  return keys;
}

describe.each(Object.entries(stores))('%s files', (_name, make) => {
  it('reads back every byte, and null for a missing file', async () => {
    const { files } = await make();
    expect(await files.read(key)).toBeNull();
    await files.put(key, everyByte, 'image/png');
    expect(Buffer.from((await files.read(key)) ?? []).equals(everyByte)).toBe(true);
    await files.put(key, new Uint8Array(0), 'text/plain');
    expect(await files.read(key)).toHaveLength(0);
  });

  it('stores one file under a key, also when two are written at once', async () => {
    const { files } = await make();
    const one = new Uint8Array(50_000).fill(1);
    const two = new Uint8Array(60_000).fill(2);
    await Promise.all([files.put(key, one, 'text/plain'), files.put(key, two, 'text/plain')]);
    const read = Buffer.from((await files.read(key)) ?? []);
    expect(read.equals(one) || read.equals(two)).toBe(true);
    expect(await list(files, lateEnough)).toEqual([key]);
  });

  it('removes a file, and one that is not there', async () => {
    const { files } = await make();
    await files.put(key, everyByte, 'image/png');
    await files.remove(key);
    await files.remove(key);
    expect(await files.read(key)).toBeNull();
  });

  it('lists the keys that were written before a moment, however many', async () => {
    const { files, age } = await make();
    expect(await list(files, new Date())).toEqual([]);
    const keys = Array.from({ length: 8 }, (_, place) => key.replace(/.$/, String(place)));
    for (const each of keys) await files.put(each, everyByte.subarray(0, 10), 'text/plain');
    const longAgo = new Date(Date.now() - 86_400_000);
    for (const old of keys.slice(0, 5)) await age(old, longAgo);
    expect((await list(files, new Date(Date.now() - 3_600_000))).toSorted()).toEqual(keys.slice(0, 5));
  });

  it.each([
    '../secret-key',
    '..',
    '/etc/passwd',
    'a/../../b-12345678',
    `folder/${key}`,
    'file-number-1',
    `${key}.txt`,
    key.toUpperCase(),
    '',
    'x'.repeat(65),
    `${key}\0`,
    '%2e%2e%2fsecret',
    '.unfinished-1',
  ])('refuses a key that is no UUID: %j', async (bad) => {
    const { files } = await make();
    await expect(files.put(bad, everyByte, 'text/plain')).rejects.toThrow(TypeError);
    await expect(files.read(bad)).rejects.toThrow(TypeError);
    await expect(files.remove(bad)).rejects.toThrow(TypeError);
  });

  it('throws FilesError while it can’t be used', async () => {
    const { files, breakIt } = await make();
    const uses: (() => Promise<unknown>)[] = [
      () => files.put(key, everyByte, 'image/png'),
      () => files.read(key),
      () => list(files, new Date()),
    ];
    for (const use of uses) {
      await breakIt();
      await expect(use()).rejects.toThrow(FilesError);
    }
  });
});

it('leaves other files of the same bucket alone', async () => {
  s3.files.clear();
  const other = s3Files({ ...config(), installation: installation.replace('7', '8') });
  await other.put(key, everyByte, 'image/png');
  for (const name of [
    key,
    'report-2025-final',
    `${installation}/notes-of-somebody`,
    `x/${installation}/${key}`,
  ])
    s3.files.set(name, { bytes: Buffer.from('x'), type: 'text/plain', written: new Date(0) });
  const files = s3Files(config());
  expect(await list(files, lateEnough)).toEqual([]);
  expect(await files.read(key)).toBeNull();
  await files.remove(key);
  expect(s3.files.size).toBe(5);
  expect(await other.read(key)).toHaveLength(everyByte.length);
});

describe('disk files', () => {
  it('neither reads nor lists a half-written file, and deletes it', async () => {
    const folder = await mkdtemp(join(root, 'half-'));
    const files = diskFiles(folder);
    await files.put(key, everyByte, 'image/png');
    expect(await readdir(folder)).toEqual([key]);
    await writeFile(join(folder, '.unfinished-7'), 'hal');
    await mkdir(join(folder, 'folder-of-somebody'));
    expect(await list(files, lateEnough)).toEqual([key]);
    expect((await readdir(folder)).toSorted()).toEqual([key, 'folder-of-somebody']);
  });
});

describe('s3 files', () => {
  it.each([
    ['another secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { accessKeyId: 'AKOTHER' }, 'InvalidAccessKeyId'],
    ['another bucket', { bucket: 'elsewhere' }, 'NoSuchBucket'],
    ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ])('are refused with %s, and say why without the secret', async (_case, change, code) => {
    const files = s3Files({ ...config(), ...change });
    const refusal = await files.put(key, everyByte, 'image/png').catch((error: Error) => error);
    expect(refusal).toBeInstanceOf(FilesError);
    expect(String(refusal)).toContain(code);
    expect(String(refusal)).not.toContain(s3.config.secretAccessKey);
    await expect(files.read(key)).rejects.toThrow(FilesError);
  });

  it('stores the type beside the bytes', async () => {
    await s3Files(config()).put(key, everyByte, 'image/webp');
    expect(s3.files.get(`${installation}/${key}`)?.type).toBe('image/webp');
  });

  it('does not mistake a proxy’s page for a response of the store', async () => {
    const files = s3Files(config());
    for (const status of [404, 502]) {
      s3.failNext(status);
      await expect(files.read(key)).rejects.toThrow(FilesError);
    }
  });

  it('times out on a silent store', async () => {
    const files = s3Files(config(), { timeoutMs: 50 });
    s3.setSilent(true);
    await expect(files.read(key)).rejects.toThrow('did not answer');
    s3.setSilent(false);
  });

  it('gives a large file the time that it needs', async () => {
    const slow: typeof fetch = async (input, init) => {
      await sleep(300);
      init?.signal?.throwIfAborted();
      return fetch(input, init);
    };
    const files = s3Files(config(), { timeoutMs: 100, fetch: slow });
    await expect(files.put(key, new Uint8Array(10), 'text/plain')).rejects.toThrow('did not answer');
    await files.put(key, new Uint8Array(1_000_000), 'text/plain');
  });

  it('says that a store is away', async () => {
    const files = s3Files({ ...config(), endpoint: 'http://127.0.0.1:9' });
    await expect(files.read(key)).rejects.toThrow(FilesError);
  });
});
