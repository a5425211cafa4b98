import type * as z from 'zod/mini';

/**
 * Callers that an endpoint admits. `optional` reads a bearer token when one is sent. `session` also takes the session
 * cookie (design 7.2). For support agents' endpoints everybody else gets a 404 (design 7.8).
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
  response: Schema;
  /** HTTP status of success; 200 when absent. */
  status?: 200 | 201 | 202;
  /** Statuses of its own failures, beside those that any request like it can meet (`server/http/openapi`). */
  refusals?: readonly number[];
  /** Takes an `Idempotency-Key` header. */
  idempotencyKey?: true;
  /** The body is a file, whatever its type. */
  takesFile?: true;
  /** Media types of success; JSON when absent. */
  responseTypes?: readonly string[];
  /** The field of an error response that people see; `error` when absent (specification 7, second table). */
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

/** Output of a schema; undefined where an endpoint has none. */
export type Output<S> = S extends Schema ? z.output<S> : undefined;

/** Parameters of a path, by the names between its braces; `unknown` for a path without any. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : unknown;

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}
