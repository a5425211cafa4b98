import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What the browser must know before it can show anything that depends on the deployment. */
export const publicConfig = z.object({
  productName: z.string(),
  identity: z.enum(['embedded']),
  payments: z.enum(['embedded']),
  ai: z.enum(['embedded', 'openai-compatible']),
  prices: z.object({ pro: z.string(), developer: z.string() }),
  stripePublishableKey: z.optional(z.string()),
  /** Where the embedded outbox can be read; absent outside development. */
  outboxUrl: z.optional(z.string()),
});
export type PublicConfig = z.infer<typeof publicConfig>;

export const readConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  reply: publicConfig,
});
