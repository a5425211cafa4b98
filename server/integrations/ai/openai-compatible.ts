import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { cappedFetch } from '#server/integrations/capped-fetch.ts';
import { withoutHidden } from '#shared/rules/hidden-characters.ts';
import { type CallWatch, type Timeouts, watchCall } from './call-watch.ts';
import { failureOf, jsonModeRefusal, reasonOf, retryDelay } from './openai-failure.ts';
import { type ReplyReader, readReply, type WireReply } from './openai-reply.ts';
import { type Ai, AiError, type Completion, type CompletionRequest } from './port.ts';

export type OpenaiSettings = {
  /** With its version, such as `https://api.groq.com/openai/v1`. */
  baseUrl: string;
  apiKey: string;
  model: string;
  fetch?: typeof fetch;
  timeouts?: Partial<Timeouts>;
  /** Wait before the retry when the provider names none. */
  backoffMs?: number;
  /** Gets the reason of each failure in one line, without the key. */
  log?: (reason: string) => void;
};

/** A model that is loaded first, or that reasons long, needs most of a minute for its first word. */
const patience: Timeouts = { firstByte: 60_000, betweenChunks: 30_000, total: 180_000 };

/**
 * Any provider that speaks OpenAI's chat completions (Groq, OpenAI, Ollama, vLLM …). Always streams,
 * so that silence is noticed; one retry on 429, 5xx and failed connections, never after text has
 * arrived; JSON mode until the server turns it down, then plain text.
 * @throws AiError; see `AiFailure` in the port
 */
export function openaiCompatible(settings: OpenaiSettings): Ai {
  const provider: Provider = {
    settings,
    timeouts: { ...patience, ...settings.timeouts },
    hasJsonMode: true,
    client: new OpenAI({
      baseURL: settings.baseUrl,
      apiKey: settings.apiKey,
      organization: null,
      project: null,
      adminAPIKey: null,
      fetch: cappedFetch(settings.fetch ?? fetch, mostBytes),
      maxRetries: 0,
      timeout: settings.timeouts?.total ?? patience.total,
      logLevel: 'off',
    }),
  };
  return { complete: (request) => complete(provider, request) };
}

/** Six bytes for each character of the longest reply; a stream wraps every few of them in an event. */
function mostBytes({ headers }: Response): number {
  return headers.get('content-type')?.includes('event-stream') ? 16_000_000 : 1_500_000;
}

type Provider = { settings: OpenaiSettings; timeouts: Timeouts; hasJsonMode: boolean; client: OpenAI };

async function complete(provider: Provider, request: CompletionRequest): Promise<Completion> {
  const watch = watchCall(request.signal, provider.timeouts.total);
  const reply = readReply(request.onText);
  try {
    watch.signal.throwIfAborted();
    return await askWithOneRetry(provider, request, reply, watch);
  } catch (error) {
    const failure = watch.ended() ?? failureOf(error, reply.text !== '');
    if (failure !== 'aborted') report(provider, failure, error);
    throw new AiError(failure, reply.text);
  } finally {
    watch.stop();
  }
}

async function askWithOneRetry(
  provider: Provider,
  request: CompletionRequest,
  reply: ReplyReader,
  watch: CallWatch,
): Promise<Completion> {
  // OpenAI answers 400 to JSON mode when the prompt does not contain the word.
  const namesJson = /json/i.test(`${request.instructions ?? ''}${request.prompt}`);
  let json = request.json && provider.hasJsonMode && namesJson;
  let retried = false;
  for (;;) {
    try {
      return await ask(provider, messagesOf(request), json, reply, watch);
    } catch (error) {
      if (reply.started || watch.ended()) throw error;
      const refusal = json ? jsonModeRefusal(error) : null;
      const delay = refusal ? 0 : retryDelay(error, provider.settings.backoffMs ?? 500, Date.now());
      if (delay === null || (retried && !refusal)) throw error;
      report(provider, refusal ? 'asking again without JSON mode' : `retry in ${delay} ms`, error);
      if (refusal === 'for good') provider.hasJsonMode = false;
      if (refusal) json = false;
      else retried = true;
      await sleep(delay, undefined, { signal: watch.signal });
    }
  }
}

type ChatMessage = { role: 'system' | 'user'; content: string };

/** Without hidden characters, which only a model would read. */
function messagesOf({ instructions, prompt }: CompletionRequest): ChatMessage[] {
  const message: ChatMessage = { role: 'user', content: withoutHidden(prompt) };
  return instructions === undefined ? [message] : [{ role: 'system', content: instructions }, message];
}

async function ask(
  { client, settings, timeouts }: Provider,
  messages: ChatMessage[],
  json: boolean,
  reply: ReplyReader,
  watch: CallWatch,
): Promise<Completion> {
  watch.expectWithin(timeouts.firstByte);
  try {
    const { data: chunks, response } = await client.chat.completions
      .create(
        {
          model: settings.model,
          messages,
          stream: true,
          ...(json && { response_format: { type: 'json_object' } }),
        },
        { signal: watch.signal },
      )
      .withResponse();
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/html')) throw new Error('the address answers with a web page');
    // Some proxies gather the stream and answer with one whole reply.
    const pieces = type.includes('application/json') ? [(await response.json()) as WireReply] : chunks;
    for await (const piece of pieces) {
      watch.expectWithin(timeouts.betweenChunks);
      reply.take(piece);
    }
    // The client ends an aborted stream as if it were whole.
    watch.signal.throwIfAborted();
    return reply.end(settings.model);
  } finally {
    watch.expectWithin(null);
  }
}

function report({ settings }: Provider, outcome: string, error: unknown): void {
  settings.log?.(`${outcome}: ${reasonOf(error, settings.apiKey)}`);
}
