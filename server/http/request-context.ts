/** Values that the middlewares set for a request. */
export type Variables = {
  requestId: string;
  /** The sender's address, for rate limits and logs. */
  address: string;
  /** CSP sources of the scripts that stand in the page that is sent. */
  scriptHashes?: string;
  /** A cookie that the reply sets. */
  cookie?: string;
  /** Other sites may show the page that is sent in a frame. */
  mayBeFramed?: boolean;
};
