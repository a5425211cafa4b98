/** Query key to invalidate when a campaign was started or changed. */
export const outreachKey = (userId: string) => ['outreach', userId];
