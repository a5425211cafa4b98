import { vi } from 'vitest';

/** One file on its way, as a test sees it. */
export type SentFile = {
  path: string;
  name: string | null;
  token: string | null;
  body: Blob;
  isAborted: () => boolean;
  progress: (loaded: number, total: number) => void;
  reply: (status: number, body: object | string) => void;
  /** The connection breaks. */
  fail: () => void;
};

/** Replaces the network for uploads: each waits until the test answers it. */
export function stubUpload(): SentFile[] {
  const sent: SentFile[] = [];

  class StubRequest extends EventTarget {
    upload = new EventTarget();
    status = 0;
    statusText = '';
    responseText = '';
    #headers = new Headers();
    #url = new URL('http://localhost');
    #aborted = false;

    open(_method: string, path: string) {
      this.#url = new URL(path, 'http://localhost');
    }

    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value);
    }

    abort() {
      this.#aborted = true;
      this.#end('abort');
    }

    send(body: Blob) {
      sent.push({
        path: this.#url.pathname,
        name: this.#url.searchParams.get('name'),
        token: this.#headers.get('authorization'),
        body,
        isAborted: () => this.#aborted,
        progress: (loaded, total) =>
          void this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total })),
        reply: (status, reply) => {
          this.status = status;
          this.responseText = typeof reply === 'string' ? reply : JSON.stringify(reply);
          this.#end('load');
        },
        fail: () => this.#end('error'),
      });
    }

    #end(how: 'load' | 'error' | 'abort') {
      this.dispatchEvent(new Event(how));
      this.dispatchEvent(new Event('loadend'));
    }
  }

  vi.stubGlobal('XMLHttpRequest', StubRequest);
  return sent;
}
