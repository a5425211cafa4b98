import { parentPort, workerData } from 'node:worker_threads';
import { plainText } from './plain-text.ts';

// Beside `read-text.ts`, which starts it with the bytes of a file.
parentPort?.postMessage(plainText(workerData as Uint8Array));
