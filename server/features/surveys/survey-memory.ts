import type { SurveyRow } from './repository.ts';

export type SurveyMemory = {
  /** The survey as it was stored at most two seconds ago; null for an unknown id. */
  recall(id: string): Promise<SurveyRow | null>;
  forget(id: string): void;
};

/** For this long another process may still use a survey's old sharing setting. */
const rememberedMs = 2_000;
const largest = 2_000;

/** Keeps surveys that are being answered in memory: answering must not read them every time. */
export function surveyMemory(
  find: (id: string) => Promise<SurveyRow | null>,
  now: () => number,
): SurveyMemory {
  const remembered = new Map<string, { survey: SurveyRow; at: number }>();
  return {
    async recall(id) {
      const known = remembered.get(id);
      if (known && now() - known.at < rememberedMs) return known.survey;
      const survey = await find(id);
      if (remembered.size >= largest) remembered.clear();
      if (survey) remembered.set(id, { survey, at: now() });
      return survey;
    },
    forget: (id) => void remembered.delete(id),
  };
}
