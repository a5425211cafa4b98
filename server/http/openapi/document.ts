import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import type { Access, Endpoint } from '#shared/contracts/endpoint.ts';
import { productName } from '#shared/rules/product.ts';
import { type Contracts, readContracts } from './contracts.ts';

type Json = Record<string, unknown>;
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Json };
export type Content = Record<string, { schema: Json }>;
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; headers?: Json; content: Content }>;
};
/** An OpenAPI 3.1 document; `paths` holds the operations by path and lower-case method. */
export type ApiDocument = {
  openapi: '3.1.0';
  info: Json;
  servers: Json[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Json; schemas: Record<string, Json> };
};

/**
 * Describes the API from its contracts. Endpoints of support agents are left out unless `withAgents`: strangers must
 * not learn of them (design 7.8).
 */
export async function describeApi({ withAgents }: { withAgents: boolean }): Promise<ApiDocument> {
  const contracts = await readContracts();
  const described = [...contracts.endpoints].filter(([, { access }]) => withAgents || access !== 'agent');
  const schemas = { ...replySchemas({ ...contracts, endpoints: new Map(described) }), Error: errorSchema };
  const paths: ApiDocument['paths'] = {};
  for (const [name, endpoint] of described)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeOperation(name, endpoint),
    };
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '1', description: introduction },
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes, schemas },
  };
}

const introduction =
  '`/api/python/api/x`, `/api/python/x` and `/api/x` are one address. A failed request is answered with a code, and ' +
  'with its text in `error` and `message`. Sign in with `POST /api/auth/sign-in/email`; `GET /api/auth/token` then ' +
  'gives the bearer token.';

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  session: { type: 'apiKey', in: 'cookie', name: 'startup_spark_session' },
};

const security: Record<Access, Record<string, string[]>[]> = {
  public: [],
  optional: [{}, { bearer: [] }],
  'signed-in': [{ bearer: [] }],
  session: [{ bearer: [] }, { session: [] }],
  agent: [{ bearer: [] }],
};

const errorSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'Names the failure.' },
    error: { type: 'string', description: 'The text to show.' },
    message: { type: 'string', description: 'The same text.' },
    about: { type: 'array', items: { type: 'string' }, description: 'The fields or ids that it is about.' },
  },
  required: ['code', 'error', 'message'],
  additionalProperties: false,
};

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const replyName = (name: string) => `${name}Reply`;

/** Schemas that a contract exports are shared by name; each reply has one of its own beside them. */
function replySchemas({ endpoints, schemas }: Contracts): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of schemas)
    registry.add(schema, { id: name.replace(/^./, (first) => first.toUpperCase()) });
  const inner = new Map(
    [...endpoints].map(([name, { response }]) => [replyName(name), registry.get(response)?.id ?? null]),
  );
  for (const [name, { response }] of endpoints)
    if (!inner.get(replyName(name))) registry.add(response, { id: replyName(name) });
  const all = z.toJSONSchema(registry, { uri: (id) => reference(id).$ref, unrepresentable: 'any' }).schemas;
  const own = Object.entries(all).map(([id, { $schema: _draft, $id: _uri, ...schema }]) => [id, schema]);
  const same = [...inner].flatMap(([id, shared]) => (shared ? [[id, reference(shared)]] : []));
  return withoutUnused(Object.fromEntries([...own, ...same]), [...inner.keys()]);
}

/** Keeps what replies refer to: the rest belongs to bodies, or to endpoints that are left out. */
function withoutUnused(schemas: Record<string, Json>, names: string[]): Record<string, Json> {
  const used = new Set<string>();
  const keep = (name: string) => {
    if (used.has(name)) return;
    used.add(name);
    const text = JSON.stringify(schemas[name]);
    for (const [, inner = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) keep(inner);
  };
  names.forEach(keep);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

function describeOperation(name: string, endpoint: Endpoint): Operation {
  const { path, access, body, takesFile, status = 200, responseTypes = ['application/json'] } = endpoint;
  const success = responseTypes.map((type) => [
    type,
    { schema: type === 'application/json' ? reference(replyName(name)) : { type: 'string' } },
  ]);
  const refusals = refusalsOf(endpoint).map((refusal) => [refusal, describeRefusal(refusal)]);
  return {
    operationId: name,
    summary: name
      .replace(/[A-Z]/g, ' $&')
      .toLowerCase()
      .replace(/^./, (first) => first.toUpperCase()),
    tags: [path.split('/')[2] ?? ''],
    security: security[access],
    parameters: parametersOf(endpoint),
    ...(takesFile && {
      requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
    }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: inputSchema(body) } } },
    }),
    responses: Object.fromEntries([
      [status, { description: STATUS_CODES[status] ?? '', content: Object.fromEntries(success) }],
      ...refusals,
    ]),
  };
}

/** The endpoint's own, and those of every request like it. */
function refusalsOf(endpoint: Endpoint): number[] {
  const { access, path, body, query, takesFile, refusals = [] } = endpoint;
  const refusesTokens = access !== 'public' && access !== 'agent' && !('ignoresBadToken' in endpoint);
  const read = [400, 408, 413, 415];
  const all = [
    ...refusals,
    ...(body || takesFile ? read : query ? [400] : []),
    ...(refusesTokens ? [401] : []),
    ...(access === 'agent' || path.includes('{') ? [404] : []),
    ...[429, 500, 503],
  ];
  return [...new Set(all)].toSorted((one, other) => one - other);
}

function describeRefusal(status: number) {
  const hasWait = status === 429 || status === 503;
  return {
    description: STATUS_CODES[status] ?? 'Client Closed Request',
    ...(hasWait && {
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string' } } },
    }),
    content: { 'application/json': { schema: reference('Error') } },
  };
}

function parametersOf({ path, query, idempotencyKey }: Endpoint): Parameter[] {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    }),
  );
  const { properties = {}, required = [] } = query ? inputSchema(query) : {};
  const asked = Object.entries(properties as Record<string, Json>).map(
    ([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: (required as string[]).includes(name),
      schema,
    }),
  );
  const key = { type: 'string', pattern: '^[\\w.:-]{8,100}$' };
  return [
    ...named,
    ...asked,
    ...(idempotencyKey
      ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: key } as const]
      : []),
  ];
}

function inputSchema(schema: z.core.$ZodType): Json {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}
