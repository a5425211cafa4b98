import { SourceError } from './port.ts';

/**
 * The JSON of a reply, and undefined for a body that is none. The connection is cut as soon as more than `largest` bytes
 * came, so that nobody can fill our memory.
 * @throws SourceError too-large.
 */
export async function readJson(response: Response, largest: number, cut: () => void): Promise<unknown> {
  const text = await readText(response, largest, cut);
  try {
    return storable(JSON.parse(text), text);
  } catch {
    return undefined;
  }
}

async function readText(response: Response, largest: number, cut: () => void): Promise<string> {
  const tooLarge = () => {
    cut();
    return new SourceError('too-large');
  };
  if (Number(response.headers.get('content-length')) > largest) throw tooLarge();
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > largest) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair; both come only as escapes. */
function storable(value: unknown, text: string): unknown {
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return value;
  return cleaned(value);
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [cleaned(name), cleaned(inner)]));
}
