import type * as z from 'zod/mini';
import type { Endpoint, Output } from '#shared/contracts/endpoint.ts';

/**
 * Makes a response what its contract says, so that no page breaks on a missing or null field: lists become empty, texts
 * blank, numbers 0. Unknown fields and unknown words of an enum stay.
 * @throws SyntaxError for anything but the object or list of the contract.
 */
export function readResponse<E extends Endpoint>(
  { response: schema }: E,
  value: unknown,
): Output<E['response']> {
  const { type } = kindOf(schema);
  const isElse = type === 'array' ? !Array.isArray(value) : type === 'object' && !isObject(value);
  if (isElse) throw new SyntaxError('The response does not have the form of its contract.');
  return mend(schema, value) as Output<E['response']>;
}

function mend(schema: z.core.$ZodType, value: unknown): unknown {
  const kind = kindOf(schema);
  const given = isObject(value) ? value : {};
  switch (kind.type) {
    case 'object':
      return { ...given, ...mapValues(kind.shape, (field, name) => mend(field, given[name])) };
    case 'record':
      return mapValues(given, (item) => mend(kind.valueType, item));
    case 'array': {
      const items: unknown[] = Array.isArray(value) ? value : [];
      const kept = allowsNull(kind.element) ? items : items.filter(isThere);
      return kept.map((item) => mend(kind.element, item));
    }
    case 'nullable':
      return isThere(value) ? mend(kind.innerType, value) : null;
    case 'optional':
      return isThere(value) ? mend(kind.innerType, value) : undefined;
    case 'string':
      return typeof value === 'number' || typeof value === 'string' ? `${value}` : '';
    case 'number':
      return typeof value === 'number' ? value : 0;
    case 'boolean':
      return value === true;
    default:
      return value;
  }
}

/** Any schema as the union of all kinds, which zod offers to code that walks schemas. */
function kindOf(schema: z.core.$ZodType) {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** Lists of such items are read by position: the second answer belongs to the second question, a mark to its option. */
function allowsNull(schema: z.core.$ZodType): boolean {
  const kind = kindOf(schema);
  if (kind.type === 'null' || kind.type === 'nullable') return true;
  return kind.type === 'union' && kind.options.some(allowsNull);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}
