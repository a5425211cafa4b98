/** The event of the page after a draft of a support request was kept or forgotten in this tab. */
export const draftsChanged = 'support-request-drafts-changed';
