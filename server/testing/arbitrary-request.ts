import fc from 'fast-check';
import type { ApiDocument, Operation } from '#server/http/openapi/document.ts';

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
};

export type ArbitraryRequest = { method: string; path: string; type: string; body: string | undefined };

/** A request to any operation: mostly of the described form, sometimes of any other. */
export function arbitraryRequest(document: ApiDocument): fc.Arbitrary<ArbitraryRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestTo(method.toUpperCase(), path, operation)),
  );
  return fc.oneof(...operations);
}

function requestTo(
  described: string,
  template: string,
  operation: Operation,
): fc.Arbitrary<ArbitraryRequest> {
  const { parameters, requestBody } = operation;
  const [type = 'application/json', { schema = {} } = {}] =
    Object.entries(requestBody?.content ?? {})[0] ?? [];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .record({
      method: mostly(
        fc.constant(described),
        fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'),
      ),
      id: mostly(fc.uuid(), fc.string({ unit: 'binary', minLength: 1 })),
      asked: fc.record(
        Object.fromEntries(
          query.map(({ name, schema }) => [name, mostly(arbitraryOf(schema), fc.string({ unit: 'binary' }))]),
        ),
        { requiredKeys: [] },
      ),
      type: mostly(fc.constant(type), fc.constantFrom('text/plain', 'application/json; charset=latin1', 'x')),
      body: mostly(
        arbitraryOf(schema).map((value) => JSON.stringify(value)),
        fc.oneof(fc.json(), fc.string({ unit: 'binary' })),
      ),
    })
    .map(({ method, id, asked, type, body }) => {
      const address = template.replace(/\{\w+\}/, () => encodeURIComponent(id.toWellFormed()) || '%20');
      const pairs = Object.entries(asked).map(([name, value]) => [name, String(value).toWellFormed()]);
      const search = new URLSearchParams(pairs).toString();
      const hasBody = requestBody !== undefined && !['GET', 'OPTIONS'].includes(method);
      return {
        method,
        path: search ? `${address}?${search}` : address,
        type,
        body: hasBody ? body : undefined,
      };
    });
}

const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: usual, weight: 6 }, { arbitrary: other, weight: 1 });

function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(arbitraryOf));
  const types = [schema.type ?? 'any'].flat();
  return fc.oneof(...types.map((type) => arbitraryOfType(type, schema)));
}

function arbitraryOfType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const { minimum: min, maximum: max } = schema;
  if (type === 'string') return arbitraryText(schema);
  if (type === 'integer') return fc.integer({ min, max });
  if (type === 'number') return fc.oneof(fc.integer({ min, max }), fc.double({ min, max, noNaN: true }));
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array')
    return fc.array(arbitraryOf(schema.items ?? {}), {
      minLength: schema.minItems,
      maxLength: Math.min(schema.maxItems ?? 4, 4),
    });
  if (type !== 'object') return fc.jsonValue();
  const { properties = {}, required = [] } = schema;
  const named = [...new Set([...Object.keys(properties), ...required])];
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    named.map((name) => [name, arbitraryOf(properties[name] ?? { type: 'boolean' })]),
  );
  return fc.record(fields, { requiredKeys: required });
}

function arbitraryText({ pattern, format, minLength, maxLength = 400 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (pattern && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern));
  const length = { minLength, maxLength: Math.min(maxLength, 400) };
  return mostly(fc.string({ ...length, unit: 'grapheme' }), fc.string({ ...length, unit: 'binary' }));
}
