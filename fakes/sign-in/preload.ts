import { withSignInProviders } from './sign-in.ts';

// A server that starts with `--import` of this file asks the fakes.
globalThis.fetch = withSignInProviders(globalThis.fetch);
