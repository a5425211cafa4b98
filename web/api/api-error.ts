import type { MessageCode } from '#shared/messages/catalogue.ts';

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

/** Reads the error that a failed response carries. It knows no texts: the survey page loads no catalogue. */
export async function readError(response: Response): Promise<ApiError> {
  const { status, statusText } = response;
  const source = await response.text().catch(() => '');
  const body = parse(source);
  const text = body?.error ?? body?.message;
  if (text) return new ApiError({ status, statusText, code: (body?.code as MessageCode) ?? null, text });
  const excerpt = source.slice(0, excerptLength);
  return new ApiError({
    status,
    statusText,
    code: null,
    text: `Server error: ${status} ${statusText}`.trim(),
    excerpt,
  });
}

function parse(source: string): { code?: string; error?: string; message?: string } | null {
  try {
    const body: unknown = JSON.parse(source);
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}
