export type Param = string | Param[] | Params;
export type Params = { [name: string]: Param };

/** Reads a form as Stripe does: `a[b]=1`, `a[0][b]=2` and `a[]=3` are objects and lists. */
export function readForm(form: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(form)) place(root, pathOf(name), value);
  return withLists(root) as Params;
}

function pathOf(name: string): string[] {
  const [head = ''] = name.split('[', 1);
  return [head, ...[...name.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)];
}

function place(target: Params, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(target).length) : name;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = target[key];
  const next: Params = typeof inner === 'object' && !Array.isArray(inner) ? inner : {};
  target[key] = next;
  place(next, rest, value);
}

function withLists(value: Param): Param {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function textAt(params: Params, name: string): string | null {
  const value = params[name];
  return typeof value === 'string' ? value : null;
}

export function paramsAt(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function listAt(params: Params, name: string): Param[] {
  const value = params[name];
  return Array.isArray(value) ? value : [];
}

/** Metadata holds texts only. */
export function metadataAt(params: Params): Record<string, string> {
  const entries = Object.entries(paramsAt(params, 'metadata'));
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
