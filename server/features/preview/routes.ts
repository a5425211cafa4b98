import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import { previewIdea } from '#shared/contracts/preview.ts';
import type { PreviewService } from './service.ts';

export function previewRoutes(service: PreviewService, limit: Limit): Route[] {
  return [
    handle(
      previewIdea,
      ({ body }) => service.preview(body.idea, body.reading),
      ({ context }) => limit.take(context.get('address')),
    ),
  ];
}
