import { queryOptions, useQuery } from '@tanstack/react-query';
import { coachedTextLimit, planTextLimit } from '#shared/contracts/ai.ts';
import {
  type Ability,
  attachedLimit,
  formLineLimit,
  mostAbilities,
  mostAttached,
} from '#shared/contracts/build-prompts.ts';
import { readIdeation } from '#shared/contracts/ideation.ts';
import { previewIdea } from '#shared/contracts/preview.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { readSurvey } from '#shared/contracts/surveys/surveys.ts';
import { splitSections } from '#shared/rules/ideation/ideation-sections.ts';
import { fieldLines } from '#shared/rules/ideation/section-fields.ts';
import { citedParts } from '#shared/rules/surveys/cited-parts.ts';
import { cutAtWord, cutText } from '#shared/rules/text/plain-text.ts';
import { call } from '#web/api/call.ts';
import { answeredSurvey, findTrail } from '#web/api/find-trail.ts';

/** Said of the idea in other tools. */
export type IdeaWork = {
  name: string;
  /** Pitch, problem and audience of its newest plan; '' without one. */
  plan: string;
  /** Sections of its coached session that name features; '' without a session. */
  coached: string;
  features: Ability[];
  /** Null while the idea has none. */
  trailId: string | null;
  /** Its survey with answers; null without one. */
  answeredSurveyId: string | null;
  /** The boxes, or the reading of its sentence; null where that was not asked. */
  read: IdeaReading | null;
};

type Idea = {
  userId: string;
  trailId: string | null;
  idea: string;
  /** Also its sentence is read. */
  isRead: boolean;
};

/** The work on an idea, found by its trail, or by its sentence where that begins none of its own. */
export function useIdeaWork(idea: Idea, isOpen: boolean) {
  return useQuery({ ...ideaWorkQuery(idea), enabled: isOpen });
}

export function ideaWorkQuery({ userId, trailId, idea, isRead }: Idea) {
  return queryOptions({
    queryKey: ['idea-work', userId, trailId, idea.trim(), isRead],
    queryFn: async (): Promise<IdeaWork> => {
      const trail = await findTrail({ trailId, idea });
      const [session] = trail?.ideations ?? [];
      const [survey] = trail?.surveys ?? [];
      const [read, plan, content] = await Promise.all([
        trail?.reading ?? (isRead ? readSentence(idea) : null),
        survey ? planTextOf(survey.surveyId) : '',
        session ? call(readIdeation, { params: { id: session.id } }).then((read) => read.content) : '',
      ]);
      const name = trail?.appName ?? trail?.name ?? '';
      return {
        name,
        plan,
        coached: coachedIn(content),
        features: featuresIn(content),
        trailId: trail?.id ?? null,
        answeredSurveyId: answeredSurvey(trail)?.surveyId ?? null,
        read,
      };
    },
  });
}

async function planTextOf(surveyId: string): Promise<string> {
  const { plan } = await call(readSurvey, { params: { surveyId } });
  const texts = plan ? [plan.oneSentencePitch, plan.problemParagraph, plan.targetAudience] : [];
  return cutText(texts.filter((text) => text.trim() !== '').join('\n\n'), planTextLimit);
}

/** Null where the sentence could not be read: then the founder says it. */
async function readSentence(idea: string): Promise<IdeaReading | null> {
  if (idea.trim() === '') return null;
  const found = await call(previewIdea, { body: { idea: idea.trim() } }).catch(() => null);
  return found?.reading ?? null;
}

function coachedIn(content: string): string {
  const sections = splitSections(content).filter(({ stage }) => stage === 'IDEATION' || stage === 'MVP');
  const text = sections.map((section) => `### ${section.title}\n\n${section.text}`).join('\n\n');
  return cutText(text, coachedTextLimit);
}

/** The features of a session's first stage, as the founder left them, with the answers that they cite. */
function featuresIn(content: string): Ability[] {
  const features = fieldLines(content, 'IDEATION', 'features').slice(0, mostAbilities);
  return features.map((feature) => {
    const parts = citedParts(feature);
    const cited = parts.flatMap(({ kind, text }) => (kind === 'citation' ? [text] : []));
    const others = parts.flatMap(({ kind, text }) => (kind === 'citation' ? [] : [text]));
    const words = others.join('').replace(/\s+/g, ' ').trim();
    return {
      text: cutAtWord(words, formLineLimit - 1),
      attached: cited.filter((text) => text.length <= attachedLimit).slice(0, mostAttached),
    };
  });
}
