import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { diskFiles } from './disk.ts';
import { type Files, FilesError } from './port.ts';

type AdapterOptions = Pick<Config, 'files' | 'dataDir'>;

/** The configured file store of one installation; `log` gets the reason when it can't be used. */
export async function selectFiles(config: AdapterOptions, installation: string, log: Logger): Promise<Files> {
  const files = await adapter(config, installation);
  const watched =
    <Args extends unknown[], T>(use: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      try {
        return await use(...args);
      } catch (err) {
        throw logged(err);
      }
    };
  function logged(err: unknown): unknown {
    if (err instanceof FilesError) log.error({ err }, 'files can not be stored or read');
    return err;
  }
  return {
    put: watched(files.put),
    read: watched(files.read),
    remove: watched(files.remove),
    async *listOlderThan(moment) {
      try {
        yield* files.listOlderThan(moment);
      } catch (err) {
        throw logged(err);
      }
    },
  };
}

/** The disk may be used in production. */
async function adapter({ files, dataDir }: AdapterOptions, installation: string): Promise<Files> {
  switch (files.kind) {
    case 'disk':
      return diskFiles(join(dataDir, 'files', installation));
    case 's3': {
      // Loaded only where it is used.
      const { s3Files } = await import('./s3.ts');
      return s3Files({ ...files, installation });
    }
  }
}
