/** Query key to invalidate when the request was changed. In a file of its own, so that the dashboard fetches no thread. */
export const requestKey = (userId: string, requestId: string) => ['support-request', userId, requestId];
