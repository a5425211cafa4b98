import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { requiredText, text } from '#shared/contracts/text.ts';

/** Largest attachment in bytes (5 MB), and how many a request takes. */
export const attachmentLimit = 5 * 1024 * 1024;
export const attachmentsAllowed = 5;

export const attachmentType = z.enum([
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'text/plain',
]);
export type AttachmentType = z.infer<typeof attachmentType>;

/** A screenshot, document or log as it is listed; `size` in bytes of what is stored. */
export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  type: attachmentType,
  size: z.number(),
  created_at: z.string(),
});
export type Attachment = z.infer<typeof attachment>;

/**
 * Takes the file itself as the body, whatever type is declared: its content decides. `masked` counts the secrets that
 * were taken out of a text before it was stored. A file that no request names within a day is deleted.
 */
export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/api/attachments',
  access: 'signed-in',
  act: 'attach a file',
  query: z.object({ name: requiredText(1_000) }),
  response: z.object({ attachment, masked: z.number() }),
  status: 201,
  refusals: [409],
  takesFile: true,
});

/** Answers with the file; for its owner and for agents. Files that an agent sends are their customer's. */
export const readAttachment = endpoint({
  method: 'GET',
  path: '/api/attachments/{id}',
  access: 'signed-in',
  act: 'view an attachment',
  response: z.unknown(),
  responseTypes: attachmentType.options,
});

/** Answers with a file of a message, for whoever has the link of the request's mails. */
export const readLinkedFile = endpoint({
  method: 'POST',
  path: '/api/support-thread/file',
  access: 'public',
  body: z.strictObject({ token: requiredText(200), attachmentId: text(64) }),
  response: z.unknown(),
  responseTypes: attachmentType.options,
  refusals: [404, 503],
});

/** Deletes a file that no request names yet. */
export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/api/attachments/{id}',
  access: 'signed-in',
  act: 'remove an attachment',
  response: z.object({ deleted: z.boolean() }),
});
