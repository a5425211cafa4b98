import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { Stream } from 'openai/core/streaming';
import { cappedFetch } from '#server/integrations/capped-fetch.ts';
import type { AiTask } from '#shared/contracts/ai.ts';
import { parseEnhancementOutput } from '#shared/rules/model-output/enhancement.ts';
import { fieldNamed } from '#shared/rules/model-output/ideation.ts';
import { holdsWholeObject } from '#shared/rules/model-output/json.ts';
import { readOutput } from '#shared/rules/model-output/ladder.ts';
import { withoutReasoning } from '#shared/rules/model-output/reasoning.ts';
import { parseValidationOutput } from '#shared/rules/model-output/validation.ts';
import { withoutHidden } from '#shared/rules/text/plain-text.ts';
import { type Ai, AiError, type AiFailure, type Completion, type CompletionRequest } from './port.ts';
import { reasoningFilter } from './reasoning-filter.ts';

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
 * arrived; JSON mode and a limit of tokens until the server turns them down.
 * @throws AiError; see `AiFailure` in the port
 */
export function openaiCompatible(settings: OpenaiSettings): Ai {
  const provider: Provider = {
    settings,
    timeouts: { ...patience, ...settings.timeouts },
    hasJsonMode: true,
    limit: 'max_tokens',
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

/** Content as text: a string, or a list of parts of which those of another kind, such as `thinking`, are left out. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(contentText).join('');
  if (typeof content !== 'object' || content === null) return '';
  const { type = 'text', text, value, thought } = content as Record<string, unknown>;
  if (thought === true || (type !== 'text' && type !== 'output_text')) return '';
  return contentText(text ?? value);
}

/** Six bytes for each character of the longest completion; a stream wraps every few of them in an event. */
function mostBytes({ headers }: Response): number {
  return headers.get('content-type')?.includes('event-stream') ? 16_000_000 : 1_500_000;
}

type Provider = {
  settings: OpenaiSettings;
  timeouts: Timeouts;
  hasJsonMode: boolean;
  /** The field that limits a completion's tokens. Ollama knows only the older one, OpenAI's reasoning models the newer one. */
  limit: 'max_tokens' | 'max_completion_tokens' | null;
  client: OpenAI;
};

/** The longest text that a task asks for, with the reasoning before it. */
const mostTokens = 8_000;

async function complete(provider: Provider, request: CompletionRequest): Promise<Completion> {
  const watch = watchCall(request.signal, provider.timeouts.total);
  const reader = readCompletion(request);
  try {
    watch.signal.throwIfAborted();
    return await askWithOneRetry(provider, request, reader, watch);
  } catch (error) {
    const { text } = reader;
    const failure = watch.ended() ?? failureOf(error, text !== '');
    if (failure !== 'aborted') report(provider, failure, error);
    const isCut = failure === 'interrupted' || failure === 'timed-out';
    if (isCut && reader.isWhole(text)) return reader.completion(provider.settings.model);
    throw new AiError(failure, text);
  } finally {
    watch.stop();
  }
}

async function askWithOneRetry(
  provider: Provider,
  request: CompletionRequest,
  reader: CompletionReader,
  watch: CallWatch,
): Promise<Completion> {
  // OpenAI answers 400 to JSON mode when the prompt does not contain the word.
  const namesJson = /json/i.test(`${request.instructions ?? ''}${request.prompt}`);
  let json = request.json && provider.hasJsonMode && namesJson;
  let { limit } = provider;
  let retried = false;
  for (;;) {
    try {
      return await ask(provider, { messages: messagesOf(request), json, limit }, reader, watch);
    } catch (error) {
      if (reader.started || watch.ended()) throw error;
      const refused = refusedOption(error, json, limit);
      const delay = refused ? 0 : retryDelay(error, provider.settings.backoffMs ?? 500, Date.now());
      if (delay === null || (retried && !refused)) throw error;
      report(provider, refused ? `asking again, other ${refused}` : `retry in ${delay} ms`, error);
      if (refused === null) retried = true;
      else if (refused.startsWith('json')) json = false;
      else limit = refused === 'limit' && limit === 'max_tokens' ? 'max_completion_tokens' : null;
      if (refused === 'json mode') provider.hasJsonMode = false;
      if (refused === 'limit') provider.limit = limit;
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

type Asked = { messages: ChatMessage[]; json: boolean; limit: Provider['limit'] };

async function ask(
  { client, settings, timeouts }: Provider,
  { messages, json, limit }: Asked,
  reader: CompletionReader,
  watch: CallWatch,
): Promise<Completion> {
  watch.expectWithin(timeouts.firstByte);
  try {
    const response = await client.chat.completions
      .create(
        {
          model: settings.model,
          messages,
          stream: true,
          ...(limit && { [limit]: mostTokens }),
          ...(json && { response_format: { type: 'json_object' } }),
        },
        { signal: watch.signal },
      )
      .asResponse();
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/html')) throw new Error('the address answers with a web page');
    // Some proxies gather the stream and answer with one whole completion.
    const isGathered = type.includes('application/json');
    const { watched, isDone } = watchDone(response);
    const pieces = isGathered
      ? [(await watched.json()) as WireCompletion]
      : Stream.fromSSEResponse<WireCompletion>(watched, new AbortController(), client);
    for await (const piece of pieces) {
      watch.signal.throwIfAborted();
      watch.expectWithin(timeouts.betweenChunks);
      reader.take(piece);
    }
    // The client ends an aborted stream as if it were whole.
    watch.signal.throwIfAborted();
    return reader.end(settings.model, isGathered || isDone());
  } finally {
    watch.expectWithin(null);
  }
}

/** Tells if a stream was closed by `data: [DONE]`, which the client keeps to itself. */
function watchDone(response: Response): { watched: Response; isDone: () => boolean } {
  const decoder = new TextDecoder('latin1');
  let tail = '\n';
  let isDone = false;
  const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      const arrived = tail + decoder.decode(chunk);
      isDone ||= /[\r\n]data: ?\[DONE\]/.test(arrived);
      tail = arrived.slice(-20);
      controller.enqueue(chunk);
    },
  });
  const watched = new Response(response.body?.pipeThrough(watch), response);
  return { watched, isDone: () => isDone };
}

function report({ settings }: Provider, outcome: string, error: unknown): void {
  settings.log?.(`${outcome}: ${reasonOf(error, settings.apiKey)}`);
}

/** Longest waits of one call in milliseconds. */
type Timeouts = {
  /** From sending the request to the first piece of the completion. */
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

/** The option of a call that its provider turned down, for good or for this prompt only. */
function refusedOption(error: unknown, json: boolean, limit: Provider['limit']) {
  if (!(error instanceof APIError)) return null;
  // Groq counts the limit against the tokens of a minute.
  if (error.status === 413 && limit) return 'limit, this time';
  if (error.status !== 400 && error.status !== 422) return null;
  // Groq: the model's text was not valid JSON, so the provider kept it back.
  if (json && error.code === 'json_validate_failed') return 'json mode, this time';
  const said = JSON.stringify([error.message, error.error]);
  if (limit && said.includes(limit)) return 'limit';
  return json && said.includes('response_format') ? 'json mode' : null;
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
const longestCompletion = 200_000;

/** Fields read of a chunk or a whole response; servers omit or misshape any of them. */
type WireCompletion = {
  model?: unknown;
  choices?:
    | { delta?: WireText | null; message?: WireText | null; text?: unknown; finish_reason?: unknown }[]
    | null;
};
type WireText = { content?: unknown; refusal?: unknown };

/** Gathers the text of one completion and decides at its end whether it is one. */
type CompletionReader = {
  /** Without reasoning. */
  readonly text: string;
  /** True once anything has arrived: the provider has begun to answer, and is not asked again. */
  readonly started: boolean;
  /** @throws AiError 'refused', or 'interrupted' for a completion beyond 200,000 characters */
  take(wire: WireCompletion): void;
  /** True when all that was asked for is there, however the connection ended. */
  isWhole(text: string): boolean;
  completion(fallbackModel: string): Completion;
  /**
   * @param isDone the provider sent its closing mark, or one whole document
   * @throws AiError 'empty', or 'interrupted' when the provider never said that the completion is whole
   */
  end(fallbackModel: string, isDone: boolean): Completion;
};

/** Reads a completion piece by piece and hands each visible piece to `onText`. */
function readCompletion({ task, json, onText }: CompletionRequest): CompletionReader {
  const filter = reasoningFilter();
  const pieces: string[] = [];
  let shown = 0;
  let model = '';
  let finish = '';
  let started = false;
  const show = (piece: string) => {
    if (piece === '') return;
    shown += piece.length;
    onText?.(piece);
    if (shown > longestCompletion) throw new AiError('interrupted');
  };
  const reader: CompletionReader = {
    get text() {
      return withoutReasoning(pieces.join(''));
    },
    get started() {
      return started;
    },
    take(wire) {
      started = true;
      if (typeof wire.model === 'string' && wire.model !== '') model = wire.model;
      const choice = wire.choices?.[0];
      if (isText(choice?.finish_reason)) finish = choice.finish_reason.toLowerCase();
      const isRefused = isRefusal(choice?.delta) || isRefusal(choice?.message);
      if (finish === 'content_filter' || isRefused) throw new AiError('refused');
      const said = [choice?.delta?.content, choice?.text].map(contentText).find(isText);
      // Some servers repeat the whole message behind its pieces.
      const piece = said ?? (pieces.length === 0 ? contentText(choice?.message?.content) : '');
      if (piece === '') return;
      pieces.push(piece);
      show(filter.next(piece));
    },
    isWhole: (text) =>
      (finish !== '' && !cuts.has(finish)) ||
      (json && holdsWholeObject(text, (object) => fitsTask(task, object))),
    completion: (fallbackModel) => ({ text: reader.text, model: model || fallbackModel }),
    end(fallbackModel, isDone) {
      show(filter.rest());
      const completion = reader.completion(fallbackModel);
      const isEnd = (isDone && finish === '') || reader.isWhole(completion.text);
      if (completion.text.trim() === '') throw new AiError(cuts.has(finish) ? 'interrupted' : 'empty');
      if (!isEnd) throw new AiError('interrupted');
      return completion;
    },
  };
  return reader;
}

/** Reasons of an end before the text's own; Mistral and Gemini have words of theirs for the limit of tokens. */
const cuts = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length', 'incomplete', 'error']);

/** True for an object that has the shape that the task asks for. */
function fitsTask(task: AiTask | undefined, object: string): boolean {
  switch (task?.kind) {
    case 'plan':
      return 'plan' in parseValidationOutput(object);
    case 'coach':
      return readOutput(object, (name) => fieldNamed(task.stage, name)).step !== 'raw';
    case 'build-prompt':
      return 'response' in parseEnhancementOutput(object);
    default:
      return false;
  }
}

function isRefusal(said: WireText | null | undefined): boolean {
  const parts: unknown[] = Array.isArray(said?.content) ? said.content : [];
  return [said, ...parts].some((one) => isText((one as WireText | null | undefined)?.refusal));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
