import { builtinEnvironments, type Environment } from 'vitest/runtime';

const happyDom = builtinEnvironments['happy-dom'];

/**
 * happy-dom with Node's own network classes, so that the real application runs beside the page: those of happy-dom
 * drop the cookies of a request.
 */
const page: Environment = {
  ...happyDom,
  name: 'page',
  async setup(global, options) {
    const { AbortController, AbortSignal, fetch, Headers, Request, Response, URL, URLSearchParams } = global;
    const window = await happyDom.setup(global, options);
    Object.assign(global, {
      AbortController,
      AbortSignal,
      fetch,
      Headers,
      Request,
      Response,
      URL,
      URLSearchParams,
    });
    return window;
  },
};

export default page;
