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
  readonly details: Details;

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
}

/** Reads the error that a failed response carries. It knows no texts: the survey page loads no catalogue. */
export async function readError(response: Response): Promise<ApiError> {
  const { status, statusText } = response;
  const body = await response.text().catch(() => '');
  const { code = null, error, message } = parse(body);
  return new ApiError({ status, statusText, code, text: error || message, body });
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
