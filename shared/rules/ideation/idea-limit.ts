/** Most characters of an idea. */
export const ideaLimit = 10_000;
