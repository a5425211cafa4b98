/** What is cached under this is to be read anew when a campaign was started or changed. */
export const outreachKey = (userId: string) => ['outreach', userId];
