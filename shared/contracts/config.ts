import * as z from 'zod/mini';
import { readConfigCall } from '#shared/contracts/surveys/survey-page.ts';
import { endpoint } from './endpoint.ts';

export const providerName = z.enum(['google', 'github']);
export type ProviderName = z.infer<typeof providerName>;

/** Facts of the deployment that the browser needs before it shows anything. */
export const publicConfig = z.object({
  productName: z.string(),
  identity: z.enum(['embedded', 'firebase']),
  /** Others that people can sign in with; absent where there are none. */
  providers: z.optional(z.array(providerName)),
  payments: z.enum(['embedded', 'stripe']),
  ai: z.enum(['embedded', 'openai-compatible']),
  /** A plan without a price is not for sale. */
  prices: z.optional(z.partial(z.object({ pro: z.string(), developer: z.string() }))),
  stripePublishableKey: z.optional(z.string()),
  /** Set with the Firebase identity; `emulatorUrl` only when it is emulated on this machine. */
  firebase: z.optional(
    z.object({ projectId: z.string(), apiKey: z.string(), emulatorUrl: z.optional(z.string()) }),
  ),
  /** When support works, in words, where that is not always; then promised hours are working hours. */
  supportHours: z.optional(z.string()),
  /** Labels of the sources that are searched, such as 'Hacker News'. */
  conversationSources: z.array(z.string()),
  /** Address of the embedded outbox; absent outside development. */
  outboxUrl: z.optional(z.string()),
});
export type PublicConfig = z.infer<typeof publicConfig>;

export const readConfig = endpoint({
  ...readConfigCall,
  response: publicConfig,
});
