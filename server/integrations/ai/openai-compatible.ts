import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { cappedFetch } from '#server/integrations/capped-fetch.ts';
import { withoutHidden } from '#shared/rules/text/plain-text.ts';
import { type Ai, AiError, type AiFailure, type Completion, type CompletionRequest } from './port.ts';
import { withoutReasoning } from './without-reasoning.ts';

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
  const reply = readResponse(request.onText);
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

/** Longest waits of one call in milliseconds. */
type Timeouts = {
  /** From sending the request to the first piece of the reply. */
  firstByte: number;
  /** Between two pieces. */
  betweenChunks: number;
  /** The whole call, retry and waiting included. */
  total: number;
};

/** Ends a call when it is too slow or when its reader has gone. */
type CallWatch = {
  /** Fires for either reason; closes the socket. */
  signal: AbortSignal;
  /** The next piece must come within this many milliseconds; null while none is expected. */
  expectWithin(milliseconds: number | null): void;
  /** Why the call was ended, or null when it was not. */
  ended(): 'aborted' | 'timed-out' | null;
  stop(): void;
};

/** Starts the clocks of one call; `stop` must be called when it is over. */
function watchCall(reader: AbortSignal | undefined, totalMs: number): CallWatch {
  const slow = new AbortController();
  const total = setTimeout(() => slow.abort(), totalMs);
  let next: NodeJS.Timeout | undefined;
  return {
    signal: reader ? AbortSignal.any([reader, slow.signal]) : slow.signal,
    expectWithin(milliseconds) {
      clearTimeout(next);
      if (milliseconds !== null) next = setTimeout(() => slow.abort(), milliseconds);
    },
    ended() {
      if (reader?.aborted) return 'aborted';
      return slow.signal.aborted ? 'timed-out' : null;
    },
    stop() {
      clearTimeout(total);
      clearTimeout(next);
    },
  };
}

/** A provider that asks for a longer wait gets no retry: it is too long for a spinner. */
const longestRetryWaitMs = 20_000;

/** Error for the reader. `hasText`: part of the output has been shown already. */
function failureOf(error: unknown, hasText: boolean): AiFailure {
  if (error instanceof AiError) return error.failure;
  if (isContentRefusal(error)) return 'refused';
  if (hasText || isCutStream(error)) return 'interrupted';
  if (error instanceof APIConnectionTimeoutError) return 'timed-out';
  return statusOf(error) === 429 ? 'busy' : 'unavailable';
}

/**
 * Milliseconds to wait before the one retry, or null when the error does not deserve one: only 429,
 * 5xx and failed connections do. `Retry-After` comes in seconds or as a date (RFC 9110, 10.2.3).
 */
function retryDelay(error: unknown, backoffMs: number, now: number): number | null {
  const status = statusOf(error);
  const isPassing = error instanceof APIConnectionError || status === 429 || (status ?? 0) >= 500;
  if (!isPassing) return null;
  const asked = error instanceof APIError ? error.headers?.get('retry-after') : null;
  const wait = asked ? waitAsked(asked, now) : Number.NaN;
  if (Number.isNaN(wait)) return backoffMs;
  return wait > longestRetryWaitMs ? null : Math.max(0, wait);
}

/** How a provider turned JSON mode down: for good, for this prompt only, or not at all. */
function jsonModeRefusal(error: unknown): 'for good' | 'this time' | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  // Groq: the model's text was not valid JSON, so the provider kept it back.
  if (error.code === 'json_validate_failed') return 'this time';
  return JSON.stringify([error.message, error.error]).includes('response_format') ? 'for good' : null;
}

/** The reason in one line for the log, without the key (providers repeat it in their 401). */
function reasonOf(error: unknown, apiKey: string): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return (apiKey ? reason.replaceAll(apiKey, '[key]') : reason).replace(/\s+/g, ' ').slice(0, 300);
}

/** Errors inside a stream carry their status, if any, as `code`. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  if (error.code === 'rate_limit_exceeded') return 429;
  return error.status ?? (Number(error.code) || undefined);
}

function isContentRefusal(error: unknown): boolean {
  const code = error instanceof APIError ? error.code : null;
  return code === 'content_filter' || code === 'content_policy_violation';
}

/** undici throws `TypeError: terminated` when the socket closes in the middle of a body. */
function isCutStream(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated';
}

function waitAsked(retryAfter: string, now: number): number {
  return /^\s*\d+(\.\d+)?\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
}

/** In characters; a model that never stops must not fill the memory. */
const longestReply = 200_000;

/** Fields read of a chunk or a whole response; servers omit or misshape any of them. */
type WireReply = {
  model?: unknown;
  choices?: { delta?: WireText | null; message?: WireText | null; finish_reason?: unknown }[] | null;
};
type WireText = { content?: unknown; refusal?: unknown };

/** Gathers the text of one reply and decides at its end whether it is one. */
type ReplyReader = {
  readonly text: string;
  /** True once anything has arrived: the provider has begun to answer, and is not asked again. */
  readonly started: boolean;
  /** @throws AiError 'refused', or 'interrupted' for a reply beyond 200,000 characters */
  take(wire: WireReply): void;
  /** @throws AiError 'empty', or 'interrupted' when the provider never said that the reply is whole */
  end(fallbackModel: string): Completion;
};

/** Reads a reply piece by piece and hands each visible piece to `onText`. */
function readResponse(onText?: (piece: string) => void): ReplyReader {
  const filter = withoutReasoning();
  let text = '';
  let model = '';
  let finish: unknown = null;
  let started = false;
  const show = (piece: string) => {
    if (piece === '') return;
    text += piece;
    onText?.(piece);
    if (text.length > longestReply) throw new AiError('interrupted', text);
  };
  return {
    get text() {
      return text;
    },
    get started() {
      return started;
    },
    take(wire) {
      started = true;
      if (typeof wire.model === 'string' && wire.model !== '') model = wire.model;
      const choice = wire.choices?.[0];
      const said = choice?.delta ?? choice?.message;
      if (choice?.finish_reason) finish = choice.finish_reason;
      if (finish === 'content_filter' || isText(said?.refusal)) throw new AiError('refused', text);
      if (isText(said?.content)) show(filter.next(said.content));
    },
    end(fallbackModel) {
      show(filter.rest());
      // 'length': the model ran into its token limit, so the end of the text is missing.
      if (finish === 'length') throw new AiError('interrupted', text);
      if (text.trim() === '') throw new AiError('empty');
      if (finish === null) throw new AiError('interrupted', text);
      return { text, model: model || fallbackModel };
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
