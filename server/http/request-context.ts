/** What the middlewares leave for the rest of a request. */
export type Variables = {
  requestId: string;
  /** The sender's address, for rate limits and logs. */
  address: string;
  /** CSP sources of the scripts that stand in the page that is sent. */
  scriptHashes?: string;
};
