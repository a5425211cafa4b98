import { readFile } from '#server/http/body.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import {
  attachmentLimit,
  deleteAttachment,
  readAttachment,
  uploadAttachment,
} from '#shared/contracts/attachments.ts';
import { contentDisposition } from './file-name.ts';
import type { AttachmentService, ReadFile } from './service.ts';

export function attachmentRoutes(service: AttachmentService, limit: Limit): Route[] {
  return [
    handle(uploadAttachment, async ({ caller, query, context }) => {
      await limit.take(caller.subject);
      // Read the whole body before refusing: a browser that is still sending would miss the reason. Marks are longer
      // than short secrets, so a masked text may exceed the limit.
      const uploaded = await readFile(context.req.raw, 2 * attachmentLimit, {
        tooLarge: 'attachment_too_large',
      });
      await service.checkRoom(caller.subject);
      return service.add(caller.subject, query.name, uploaded);
    }),
    handle(readAttachment, async ({ caller, params }) => fileResponse(await service.read(caller, params.id))),
    handle(deleteAttachment, async ({ caller, params }) => {
      await service.remove(caller.subject, params.id);
      return { deleted: true };
    }),
  ];
}

export function fileResponse({ row, bytes }: ReadFile): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': row.type === 'text/plain' ? 'text/plain; charset=utf-8' : row.type,
      'Content-Length': String(bytes.length),
      'Content-Disposition': contentDisposition(row.name),
      'X-Content-Type-Options': 'nosniff',
      // Run no script and load nothing, whatever type the browser detects.
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cache-Control': 'private, max-age=300',
      Vary: 'Authorization',
    },
  });
}
