import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import type * as z from 'zod';
import { StripeCallError, toCallError } from './stripe-failure.ts';
import { wholeAnswers } from './stripe-transport.ts';

export type ClientSettings = {
  secretKey: string;
  /** Null means Stripe's own; a host with its protocol, no path. */
  apiUrl: string | null;
  /** Milliseconds for one try, of which there are two, and for all calls of one question together. */
  timeouts?: { attempt: number; whole: number };
};

/** Somebody looks at a spinner meanwhile. */
const patience = { attempt: 4_000, whole: 10_000 };

type Call = (stripe: Stripe) => Promise<unknown>;

export type StripeClient = {
  sdk: Stripe;
  /** What Stripe answers, read by a schema. @throws StripeCallError */
  ask<T>(schema: z.ZodType<T>, call: Call): Promise<T>;
  /** The same; null for what Stripe says it does not have. */
  find<T>(schema: z.ZodType<T>, call: Call): Promise<T | null>;
  /** For what is good to know: null too where the server has no such call. */
  lookUp<T>(schema: z.ZodType<T>, call: Call): Promise<T | null>;
  /** Gives up on slow work; what was asked may still happen there. */
  inTime<T>(work: Promise<T>): Promise<T>;
};

export function stripeClient({ secretKey, apiUrl, timeouts = patience }: ClientSettings): StripeClient {
  const sdk = new Stripe(secretKey, {
    ...(apiUrl ? addressOf(apiUrl) : {}),
    httpClient: Stripe.createFetchHttpClient(wholeAnswers),
    timeout: timeouts.attempt,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const ask = async <T>(schema: z.ZodType<T>, call: Call): Promise<T> => {
    const answer = await call(sdk).catch((error: unknown) => {
      throw toCallError(error, secretKey);
    });
    const read = schema.safeParse(answer);
    if (read.success) return read.data;
    const places = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new StripeCallError('unavailable', `Stripe's answer lacks or garbles: ${places}`);
  };
  const askUnless = async <T>(kinds: string[], schema: z.ZodType<T>, call: Call): Promise<T | null> => {
    try {
      return await ask(schema, call);
    } catch (error) {
      if (error instanceof StripeCallError && kinds.includes(error.kind)) return null;
      throw error;
    }
  };
  return {
    sdk,
    ask,
    find: (schema, call) => askUnless(['missing'], schema, call),
    lookUp: (schema, call) => askUnless(['missing', 'not-offered'], schema, call),
    inTime: (work) => inTime(work, timeouts.whole),
  };
}

function addressOf(apiUrl: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isSafe = protocol === 'https:';
  return { protocol: isSafe ? 'https' : 'http', host: hostname, port: port || (isSafe ? '443' : '80') };
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw new StripeCallError('unavailable', `Stripe took longer than ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    // The race has ended, so that the stopped clock disturbs nobody.
    late.catch(() => {});
    done.abort();
  }
}
