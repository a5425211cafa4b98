import { Worker } from 'node:worker_threads';
import { type PlainText, plainText } from './plain-text.ts';

/** Below this a text is read before a thread could start, in bytes. */
const shortText = 64 * 1024;

/** One after another, to leave the second processor to others. */
let last: Promise<unknown> = Promise.resolve();

/** A text file as stored. Long texts are read in a worker thread, to keep requests responsive. */
export async function readText(bytes: Uint8Array): Promise<PlainText> {
  if (bytes.length <= shortText) return plainText(bytes);
  const reading = last.then(() => inThread(bytes));
  last = reading.catch(() => {});
  return reading;
}

function inThread(bytes: Uint8Array): Promise<PlainText> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-text-thread.ts', import.meta.url), {
      workerData: bytes,
      execArgv: [],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    // After a message this comes too late to matter.
    worker.once('exit', () => reject(new Error('the thread that reads a text ended without a word')));
  });
}
