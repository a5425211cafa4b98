export type StripeErrorBody = { type: string; code?: string; message: string; param?: string };

/** An answer in the form of Stripe's errors. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { error: StripeErrorBody };

  constructor(status: number, error: StripeErrorBody) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export function invalid(message: string, param?: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, param, code });
}

export function isNeeded(param: string): Refusal {
  return invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
}
