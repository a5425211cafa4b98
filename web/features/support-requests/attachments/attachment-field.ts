/** Names an added file among the fields of its form. */
export const attachmentField = (id: string) => `attachment-${id}`;
