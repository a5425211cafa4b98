import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Node's cache of compiled files: every product after the first starts faster. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'startup-spark-compiled');
const readyWithinMs = 40_000;

/** One run of `server/main.ts`. */
export type Run = {
  /** Sends the signal to this one process and waits until it is gone; tells its exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Sends SIGTERM and does not wait. */
  askToStop(): void;
  /** Its output so far. */
  output(): string;
};

const server = [process.execPath, 'server/main.ts'];

/** Starts the product with exactly these settings and waits until it says that it is ready. */
export async function run(env: Record<string, string>, [command = '', ...args] = server): Promise<Run> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, { cwd: root, env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } });
  let written = '';
  const note = (data: Buffer) => {
    written += data.toString();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  await becomesReady(child, `http://localhost:${env.PORT}/readyz`, () => written);
  return {
    output: () => written,
    askToStop: () => void child.kill('SIGTERM'),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}

async function becomesReady(child: ChildProcess, address: string, output: () => string): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs;
  let answer = '';
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`The product did not start:\n${output()}`);
    answer = await ask(address);
    if (answer.startsWith('200')) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`Not ready within ${readyWithinMs} ms: ${answer}\n${output()}`);
}

async function ask(address: string): Promise<string> {
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    return `${reply.status} ${await reply.text()}`;
  } catch (error) {
    return String(error);
  }
}

/** A port that is free now. A restarted product needs the same one again, so it can't choose for itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
