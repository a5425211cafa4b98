import { handle, type Route } from '#server/http/handle.ts';
import * as contract from '#shared/contracts/build-prompts.ts';
import {
  type BuildPromptDeps,
  readBuildPrompt,
  readCurrentBuildPrompt,
  saveBuildPrompt,
} from './build-prompts.ts';

/** Build prompts for no-code tools. */
export function buildPromptFeature(feature: Omit<BuildPromptDeps, 'now'> & { now: () => number }): Route[] {
  const deps = { ...feature, now: () => new Date(feature.now()) };
  return [
    handle(contract.saveBuildPrompt, ({ caller, params, body }) =>
      saveBuildPrompt(deps, caller.subject, params.id, body),
    ),
    handle(contract.readBuildPrompt, ({ caller, params }) =>
      readBuildPrompt(deps, caller.subject, params.id),
    ),
    handle(contract.readCurrentBuildPrompt, ({ caller }) => readCurrentBuildPrompt(deps, caller.subject)),
  ];
}
