/**
 * `fetch` whose responses fail after so many bytes, so that no other system can fill our memory.
 * The response rejects with a TypeError, as one that was cut off does.
 */
export function cappedFetch(inner: typeof fetch, mostBytes: (response: Response) => number): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (!response.body) return response;
    const most = mostBytes(response);
    let bytes = 0;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > most) throw new TypeError(`the response is larger than ${most} bytes`);
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  };
}
