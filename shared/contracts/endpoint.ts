import type * as z from 'zod/mini';

/**
 * Who may call: anybody; anybody, but a bearer token is read when sent; a signed-in user only; or a support agent,
 * while for everybody else there is nothing at this address (design 7.8). `session` is a signed-in user who may come
 * with the session cookie in place of a token (design 7.2).
 */
export type Access = 'public' | 'optional' | 'signed-in' | 'session' | 'agent';

type Schema = z.ZodMiniType;

/** One call of the API, declared once and used by the server's router and the browser's client. */
export type Endpoint = Audience & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/…` with `{name}` for parameters; the browser puts `/api/python` before it unless `unprefixed`. */
  path: `/api/${string}`;
  body?: Schema;
  /** Largest body in bytes; 256 KB when absent. */
  bodyLimit?: number;
  query?: Schema;
  reply: Schema;
  /** HTTP status of success; 200 when absent. */
  status?: 200 | 201 | 202;
  /** Statuses of its own failures, beside those that any request like it can meet (`server/http/openapi`). */
  refusals?: readonly number[];
  /** Takes an `Idempotency-Key` header. */
  idempotencyKey?: true;
  /** The body is a file, whatever its type. */
  takesFile?: true;
  /** Media types of success; JSON when absent. */
  replyTypes?: readonly string[];
  /** The field of an error reply that people see; `error` when absent (specification 7, second table). */
  errorField?: 'message';
  /** Called without the `/api/python` prefix (specification 7, second table). */
  unprefixed?: true;
};

type Audience =
  | { access: 'public' | 'agent' }
  /** `ignoresBadToken`: a token that is not valid counts as none. */
  | { access: 'optional'; ignoresBadToken?: true }
  /** `act` completes 'You must be logged in to …' for visitors (specification 6). */
  | { access: 'signed-in' | 'session'; act: string };

/** What a schema gives; undefined where an endpoint has none. */
export type Output<S> = S extends Schema ? z.output<S> : undefined;

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}
