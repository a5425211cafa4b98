import type { MessageCode } from '#shared/messages/catalogue.ts';

/** A call that did not succeed: what the server said, or that it could not be reached (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  /** The catalogue code, or null when the reply was not one of our server's. */
  readonly code: MessageCode | null;
  /** The reply had no words of its own. */
  readonly isWordless: boolean;
  /** The body as it came, whatever it was. */
  readonly body: string;

  constructor(details: {
    status: number;
    statusText: string;
    code: MessageCode | null;
    /** The server's words; without them the text names the status. */
    text?: string | undefined;
    body?: string;
  }) {
    super(details.text || `Server error: ${details.status} ${details.statusText}`.trim());
    this.status = details.status;
    this.statusText = details.statusText;
    this.code = details.code;
    this.isWordless = !details.text;
    this.body = details.body ?? '';
  }
}

/** Reads the error that a failed response carries. It knows no texts: the survey page loads no catalogue. */
export async function readError(response: Response): Promise<ApiError> {
  const { status, statusText } = response;
  const body = await response.text().catch(() => '');
  const { code, error, message } = parse(body) ?? {};
  return new ApiError({
    status,
    statusText,
    code: (code as MessageCode) ?? null,
    text: error || message,
    body,
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
