import type { Screen } from './screen.ts';
import { ideationScreens } from './screens-ideation.ts';
import { proofOfConceptScreens } from './screens-poc.ts';
import { activityScreens, trailScreens } from './screens-trail.ts';

/** The tools that a founder opens every day, and what they made with them. */
export const studioScreens: Screen[] = [
  ...ideationScreens,
  ...proofOfConceptScreens,
  ...activityScreens,
  ...trailScreens,
];
