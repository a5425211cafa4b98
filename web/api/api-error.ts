import { isMessageCode, type MessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';

/** A call that did not succeed: what the server said, or that it could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  /** The catalogue code, or null when the reply was not one of our server's. */
  readonly code: MessageCode | null;
  /** The start of a body that was not one of our server's. */
  readonly excerpt: string;

  constructor(details: {
    status: number;
    statusText: string;
    code: MessageCode | null;
    text: string;
    excerpt?: string;
  }) {
    super(details.text);
    this.status = details.status;
    this.statusText = details.statusText;
    this.code = details.code;
    this.excerpt = details.excerpt ?? '';
  }
}

const excerptLength = 100;

/** Reads the error that a failed response carries. */
export async function readError(response: Response): Promise<ApiError> {
  const { status, statusText } = response;
  const source = await response.text().catch(() => '');
  const body = parse(source);
  const text = body?.error ?? body?.message;
  const code = body?.code !== undefined && isMessageCode(body.code) ? body.code : null;
  if (text) return new ApiError({ status, statusText, code, text });
  const excerpt = source.slice(0, excerptLength);
  return new ApiError({
    status,
    statusText,
    code,
    text: `Server error: ${status} ${statusText}`.trim(),
    excerpt,
  });
}

/** What a toast says about a failure: the server's own text, under its title or the given one. */
export function failureMessage(error: unknown, title?: string): Message {
  if (!(error instanceof ApiError)) return { ...message('internal'), ...(title && { title }) };
  const known = error.code ? message(error.code) : message('internal');
  return { title: title ?? known.title, text: error.message, tone: 'error' };
}

function parse(source: string): { code?: string; error?: string; message?: string } | null {
  try {
    const body: unknown = JSON.parse(source);
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}
