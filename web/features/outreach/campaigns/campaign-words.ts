import type { PauseReason } from '#shared/contracts/campaigns.ts';

/** Why a campaign does not listen, and what to do. */
export const pauseWords: Record<PauseReason, string> = {
  owner: 'Paused by you. It looks for nothing and sends nothing more until you resume it.',
  removals:
    'Paused because two of your last ten replies were removed where they stood. Read the rules of those places before you resume it.',
  plan: 'Paused because campaigns need the Developer plan. Everything in it is kept.',
};
