import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { diskFiles } from './disk.ts';
import { type Files, FilesError } from './port.ts';

type Settings = Pick<Config, 'files' | 'dataDir'>;

/** The file store that the configuration names, for one installation; `log` hears why it can't be used. */
export async function selectFiles(config: Settings, installation: string, log: Logger): Promise<Files> {
  const files = await adapter(config, installation);
  const watched =
    <Given extends unknown[], T>(use: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      try {
        return await use(...given);
      } catch (err) {
        if (err instanceof FilesError) log.error({ err }, 'files can not be stored or read');
        throw err;
      }
    };
  return {
    put: watched(files.put),
    read: watched(files.read),
    remove: watched(files.remove),
    listOlderThan: watched(files.listOlderThan),
  };
}

/** The disk is no stand-in: it may be used in production. */
async function adapter({ files, dataDir }: Settings, installation: string): Promise<Files> {
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
