import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server, Stack } from '#bench/stack.ts';
import { checkCounts, clearAnswers } from './counts.ts';
import { signUp } from './founder.ts';
import { type Load, runWrk, writePosts } from './load.ts';
import { openSurveys, submissionBody } from './surveys.ts';

/** The real server with public surveys, and all that was sent to it. */
export type Field = {
  server: Server;
  /** Sends answers to all surveys in turn. */
  submit(load: { connections: number; seconds: number }): Promise<Load>;
  /** The same to the first survey alone. */
  submitToOne(load: { connections: number; seconds: number }): Promise<Load>;
  /** Stops the server and clears the tables. @returns how many answers were checked. @throws for a wrong count. */
  close(): Promise<number>;
};

const warmUp = { connections: 50, seconds: 2 };

/** Starts the server and opens `surveys` surveys. What is sent first warms the code up and isn't measured. */
export async function openField(stack: Stack, surveys: number): Promise<Field> {
  const server = await stack.serve('server.ts');
  const ids = await openSurveys(await signUp(stack, server.url), surveys);
  const write = (name: string, bodies: string[]) =>
    writePosts(join(stack.folder, name), '/api/submit-survey', bodies);
  const all = await write(
    'all.lua',
    ids.map((id, index) => submissionBody(id, index)),
  );
  const one = await write(
    'one.lua',
    ids.map((_, index) => submissionBody(ids[0] ?? '', index)),
  );
  const sent = { acknowledged: 0, unread: 0 };
  const send = async (script: string, load: { connections: number; seconds: number }) => {
    const result = await runWrk({ url: server.url, script }, load);
    sent.acknowledged += result.replies;
    sent.unread += load.connections;
    return result;
  };
  await send(all, warmUp);
  return {
    server,
    submit: (load) => send(all, load),
    submitToOne: (load) => send(one, load),
    async close() {
      // What wrk left unread is still being written.
      await sleep(500);
      await server.stop();
      const checked = await checkCounts(stack, sent);
      await clearAnswers(stack);
      return checked;
    },
  };
}
