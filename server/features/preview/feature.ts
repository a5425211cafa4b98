import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import { type IdeaPreview, previewIdea } from '#shared/contracts/preview.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';

type PreviewFeatureDeps = { readIdea: (idea: string) => Promise<IdeaReading>; limits: Limits };

const shownQuestions = 3;

/** Preview of an idea for visitors. */
export function previewFeature({ readIdea, limits }: PreviewFeatureDeps): Route[] {
  const limit = limits('preview', 60, 60);

  /** Reads an idea, unless its reading is given, and shows the beginning of its plan. */
  async function preview(idea: string, given: IdeaReading | undefined): Promise<IdeaPreview> {
    const reading = given ?? (await readIdea(idea));
    if (needsAsking(reading)) return { reading, asked: true, questions: [] };
    const { surveyQuestions } = writePlan(reading, idea);
    const questions = surveyQuestions.slice(0, shownQuestions).map(({ question }) => question);
    return { reading, asked: false, questions };
  }

  return [
    handle(
      previewIdea,
      ({ body }) => preview(body.idea, body.reading),
      ({ context }) => limit.take(context.get('address')),
    ),
  ];
}
