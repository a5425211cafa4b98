import type { MessageCode } from '#shared/messages/catalogue.ts';

type Details = {
  status: number;
  statusText: string;
  /** The catalogue code, or null when the reply was not one of our server's. */
  code: MessageCode | null;
  /** The server's own words; without them the error's message names the status. */
  text?: string | undefined;
  /** The body as it came, whatever it was. */
  body?: string;
};

/** A call that did not succeed: what the server said, or that it could not be reached (status 0). */
export class ApiError extends Error {
  // Declared only: older browsers get helpers for a field of a class.
  declare readonly details: Details;

  constructor(details: Details) {
    super(details.text || `Server error: ${details.status} ${details.statusText}`.trim());
    this.details = details;
  }

  get status(): number {
    return this.details.status;
  }

  get code(): MessageCode | null {
    return this.details.code;
  }

  /** True when the server said no (4xx): asking again says the same. */
  get isRefused(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  /** True when the body is a JSON object, as every error of our server is. */
  get hasObject(): boolean {
    try {
      const read = JSON.parse(this.details.body ?? '');
      return typeof read === 'object' && read !== null && !Array.isArray(read);
    } catch {
      return false;
    }
  }
}

/**
 * Reads the error that a failed response carries; `first` names the field whose text counts when there are two. It knows
 * no texts: the survey page loads no catalogue.
 */
export async function readError(response: Response, first: 'error' | 'message' = 'error'): Promise<ApiError> {
  const { status, statusText } = response;
  const body = await response.text().catch(() => '');
  const { code = null, error, message } = parse(body);
  const text = first === 'message' ? message || error : error || message;
  return new ApiError({ status, statusText, code, text, body });
}

/** Only what is text: servers that are not ours send objects under these names. Who looks a code up asks first if it is known. */
function parse(source: string): { code?: MessageCode; error?: string; message?: string } {
  try {
    return (
      JSON.parse(source, (name, value) => (name === '' || typeof value === 'string' ? value : undefined)) ??
      {}
    );
  } catch {
    return {};
  }
}
