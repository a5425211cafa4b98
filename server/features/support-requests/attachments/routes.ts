import type { StoreDeps } from '#server/features/support-requests/support-deps.ts';
import { readFile } from '#server/http/body.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import * as contract from '#shared/contracts/support-requests/attachments.ts';
import { addAttachment, checkRoom, type ReadFile, readAttachment, removeAttachment } from './attachments.ts';
import { contentDisposition } from './file-name.ts';

export function attachmentRoutes(deps: StoreDeps, limit: Limit): Route[] {
  return [
    handle(contract.uploadAttachment, async ({ caller, query, context }) => {
      await limit.take(caller.subject);
      // Read the whole body before refusing: a browser that is still sending would miss the reason. Marks are longer
      // than short secrets, so a masked text may exceed the limit.
      const uploaded = await readFile(context.req.raw, 2 * contract.attachmentLimit, {
        tooLarge: 'attachment_too_large',
      });
      await checkRoom(deps, caller.subject);
      return addAttachment(deps, caller.subject, query.name, uploaded);
    }),
    handle(contract.readAttachment, async ({ caller, params }) =>
      fileResponse(await readAttachment(deps, caller, params.id)),
    ),
    handle(contract.deleteAttachment, async ({ caller, params }) => {
      await removeAttachment(deps, caller.subject, params.id);
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
