import { Zip, ZipDeflate } from 'fflate';

/** One file of an archive; its content may come in parts. */
export type ArchiveFile = {
  path: string;
  content: AsyncIterable<string | Uint8Array> | (string | Uint8Array)[];
};

/** The archive in parts, each made when it is asked for: as much is in memory as one part of one file. */
export async function* zipped(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part);
  });
  for await (const { path, content } of files) {
    const entry = new ZipDeflate(path);
    archive.add(entry);
    for await (const part of content) {
      entry.push(typeof part === 'string' ? Buffer.from(part) : part);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  archive.end();
  yield* ready;
}

/** A body that makes each part when the receiver has taken the one before. */
export function streamed(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void parts.return(undefined),
  });
}
