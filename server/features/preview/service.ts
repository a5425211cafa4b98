import type { IdeaPreview } from '#shared/contracts/preview.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { writePlan } from '#shared/rules/plans/write-plan.ts';

export type PreviewService = ReturnType<typeof previewService>;

type Deps = { readIdea: (idea: string) => Promise<IdeaReading> };

const shownQuestions = 3;

export function previewService({ readIdea }: Deps) {
  return {
    /** Reads an idea, unless its reading is given, and shows the beginning of its plan. */
    async preview(idea: string, given: IdeaReading | undefined): Promise<IdeaPreview> {
      const reading = given ?? (await readIdea(idea));
      if (needsAsking(reading)) return { reading, asked: true, names: [], questions: [] };
      const { names, surveyQuestions } = writePlan(reading, idea);
      const questions = surveyQuestions.slice(0, shownQuestions).map(({ question }) => question);
      return { reading, asked: false, names, questions };
    },
  };
}
