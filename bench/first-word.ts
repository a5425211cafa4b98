/** What the fixed model says first; it arrives with the first token, whoever passes it on. */
export const firstWord = 'first-word-of-the-model';

/** Milliseconds from sending the request until the model's first word is here. The rest is read, then forgotten. */
export async function timeFirstWord(url: string, init: RequestInit): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, init);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  let arrived = Number.NaN;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    if (Number.isNaN(arrived)) {
      text += chunk;
      if (text.includes(firstWord)) arrived = performance.now() - began;
    }
  }
  if (Number.isNaN(arrived)) throw new Error(`${url} answered without the model's first word: ${text}`);
  return arrived;
}
