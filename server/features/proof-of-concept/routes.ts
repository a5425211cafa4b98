import { handle, type Route } from '#server/http/handle.ts';
import { keepBuildPrompt, readBuildPrompt, readCurrentBuildPrompt } from '#shared/contracts/build-prompts.ts';
import type { BuildPromptService } from './service.ts';

export function buildPromptRoutes(service: BuildPromptService): Route[] {
  return [
    handle(keepBuildPrompt, ({ caller, params, body }) =>
      service.keepPrompt(caller.subject, params.id, body),
    ),
    handle(readBuildPrompt, ({ caller, params }) => service.readPrompt(caller.subject, params.id)),
    handle(readCurrentBuildPrompt, ({ caller }) => service.readCurrent(caller.subject)),
  ];
}
