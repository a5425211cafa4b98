import { parseStorable } from '#server/integrations/storable-json.ts';
import { SourceError } from './port.ts';

/**
 * JSON of a response; undefined for an invalid body. The connection is cut after `largest` bytes, to protect memory.
 * @throws SourceError too-large.
 */
export async function readJson(response: Response, largest: number, cut: () => void): Promise<unknown> {
  const text = await readText(response, largest, cut);
  try {
    return parseStorable(text);
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
