import * as z from 'zod/mini';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { sizeOf } from './ideation-market-size.ts';
import { contentOf, listOf, partsOf } from './ideation-values.ts';

/** Prose as a model sends it: text, a list or named texts. */
const prose = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value: unknown) => contentOf(value)),
  ),
);
const list = z.optional(z.pipe(z.unknown(), z.transform(listOf)));
/** A market size: `{formula, factors: [{name, value, source}]}` or prose. An empty value is the founder's to fill in. */
const size = z.optional(z.pipe(z.unknown(), z.transform(sizeOf)));
const parts = (names: string[]) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value: unknown) => partsOf(value, names)),
    ),
  );

/** The parts of the fields that are objects, in the order in which they are shown. */
export const ideationParts: Record<string, string[]> = {
  targetAudience: ['demographics', 'psychographics'],
  aarrrMetrics: ['acquisition', 'activation', 'retention', 'referral', 'revenue'],
};
const audience = parts(ideationParts.targetAudience ?? []);
const funnel = parts(ideationParts.aarrrMetrics ?? []);

/**
 * Shapes of the AI's replies by stage (specification 3, AI output shape per ideation stage). Every field may be
 * missing, and any JSON value is read into its field's shape, so parsing an object with these never fails.
 */
export const ideationShapes = {
  IDEATION: z.object({
    appName: prose,
    tagline: prose,
    concept: prose,
    features: list,
    design: prose,
    targetAudience: audience,
    monetization: list,
  }),
  MARKET_RESEARCH: z.object({ tam: size, sam: size, competitorAnalysis: list, gapAnalysis: prose }),
  VALIDATION: z.object({ smokeTests: list, interviewQuestions: list, metricsToTrack: list }),
  MVP: z.object({ coreFeatureSet: list, noCodePlatforms: list, developmentSteps: list }),
  ACQUISITION: z.object({ aarrrMetrics: funnel, outreachTactics: list }),
} satisfies Record<IdeationStage, z.ZodMiniObject>;
