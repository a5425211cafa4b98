import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import { lockOwnerPlan } from '#server/database/owned-documents.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { Survey, SurveyDraft, SurveyPlan, SurveySettings } from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { problemOf } from '#shared/rules/plans/problem-of.ts';
import { type ReadSurveyDeps, readSurvey } from './read-survey.ts';
import {
  addSurvey,
  deleteLocked,
  findNewestRule,
  findPlanOf,
  lockSurvey,
  noteChange,
  replaceQuestions,
  replaceRest,
  type StoredDraft,
  type SurveyRow,
  setTrail,
  updateSettings,
} from './repository.ts';
import { saveRule, withoutMarks, withUsedMarks } from './seal-rule.ts';

export type SaveSurveyDeps = ReadSurveyDeps & {
  /** Asks for an analysis in the transaction that changed what it says. */
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
  /** The trail of the idea, begun if there is none; `trailId` names it where it is the owner's. It keeps the reading. */
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string; reading?: IdeaReading },
  ) => Promise<string>;
  readUser: (id: string) => Promise<{ plan: Plan }>;
};

/** @throws AppError upgrade_to_pro, sync_refused. */
export async function checkPlan(
  { readUser }: Pick<SaveSurveyDeps, 'readUser'>,
  ownerId: string,
): Promise<void> {
  const gate = upgradeNeeded((await readUser(ownerId)).plan, 'validation');
  if (gate) throw new AppError(gate);
}

/**
 * Stores a survey, or replaces one of the caller's own (design 7, calls).
 * @throws AppError upgrade_to_pro, survey_taken, survey_has_answers, rule_changed_too_often, sync_refused.
 */
export async function saveSurvey(deps: SaveSurveyDeps, caller: Claims, sent: SurveyDraft): Promise<Survey> {
  const draft = { ...sent, questions: withUsedMarks(sent.questions) };
  await inTransaction(deps.database, (transaction) => save(deps, transaction, caller.subject, draft));
  deps.cache.delete(draft.surveyId);
  return readSurvey(deps, draft.surveyId, caller);
}

/** Answers that come at the same time are refused. @throws AppError survey_not_found for anybody but the owner. */
export async function deleteSurvey(
  { database, cache }: ReadSurveyDeps,
  caller: Claims,
  id: string,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const existing = await lockSurvey(transaction, id);
    if (existing?.survey.ownerId !== caller.subject) throw new AppError('survey_not_found');
    await deleteLocked(transaction, id);
  });
  cache.delete(id);
}

/** `publicLink` opens the survey to people without an account. @throws AppError survey_not_found */
export async function changeSettings(
  deps: ReadSurveyDeps,
  caller: Claims,
  id: string,
  settings: SurveySettings & { publicLink?: boolean },
): Promise<Survey> {
  const isChanged = await updateSettings(deps.database, id, caller.subject, settings);
  if (!isChanged) throw new AppError('survey_not_found');
  deps.cache.delete(id);
  return readSurvey(deps, id, caller);
}

async function save(
  { enqueueAnalysis, findTrail }: SaveSurveyDeps,
  transaction: Transaction,
  ownerId: string,
  sent: SurveyDraft,
): Promise<void> {
  const plan = await lockOwnerPlan(transaction, ownerId);
  if (!plan) throw new AppError('sync_refused');
  const gate = upgradeNeeded(plan, 'validation');
  if (gate) throw new AppError(gate);
  const { surveyId, trailId: wantedTrail, idea, plan: sentPlan } = sent;
  const reading = sentPlan?.reading;
  const added = toStored(sent, null);
  if (await addSurvey(transaction, ownerId, added)) {
    await saveRule(transaction, added, 0);
    const trailId = await findTrail(transaction, ownerId, { trailId: wantedTrail, idea, reading });
    return setTrail(transaction, surveyId, trailId);
  }
  // Trails are locked before their surveys.
  const own = reading ? await findPlanOf(transaction, ownerId, surveyId) : null;
  // The idea may have newer boxes than the survey.
  if (own?.trailId && !isDeepStrictEqual(own.plan?.reading, reading))
    await findTrail(transaction, ownerId, { trailId: own.trailId, idea, reading });
  const existing = await lockSurvey(transaction, surveyId);
  if (existing?.survey.ownerId !== ownerId) throw new AppError('survey_taken');
  const { survey, answers, previews } = existing;
  const next = toStored(sent, survey.plan);
  const asked = (questions: SurveyQuestion[]) => questions.map(withoutMarks);
  const isReplaced = !isDeepStrictEqual(asked(survey.questions), asked(next.questions));
  // Answers belong to their questions, and a sealed rule to those that it marks.
  const isSealed = (await findNewestRule(transaction, surveyId))?.sealedAt;
  const isAnswered = answers > 0 || Boolean(isSealed);
  if (isReplaced && isAnswered) throw new AppError('survey_has_answers');
  const draft = isAnswered ? inSealedWords(next, survey) : next;
  if (isReplaced) await replaceQuestions(transaction, draft);
  await replaceRest(transaction, draft);
  const isRuleChanged = await saveRule(transaction, draft, answers);
  const isChanged =
    survey.idea !== draft.idea ||
    survey.people !== (draft.people ?? survey.people) ||
    !isDeepStrictEqual(survey.questions, draft.questions);
  if (isChanged) await noteChange(transaction, surveyId);
  // The analysis names the idea, the people and the problem, and shows what counts.
  const isOutdated = isRuleChanged || isReplaced || isChanged;
  if (isOutdated && answers + previews > 0) await enqueueAnalysis(transaction, surveyId);
}

/** A survey as it is stored: people who answer read the problem, and the founder's sentence stays in the plan. */
function toStored(sent: SurveyDraft, known: SurveyPlan | null): StoredDraft {
  const plan = sent.plan && { ...sent.plan, idea: sent.idea };
  const appName = sent.appName?.trim() || undefined;
  return { ...sent, appName, idea: problemOf(sent.idea, (plan ?? known)?.reading), plan };
}

type StoredSurvey = Pick<SurveyRow, 'idea' | 'people' | 'questions' | 'plan'>;

/** The draft as the survey's answers were given: who was asked about what, and the labels of its figures (design 7.20). */
function inSealedWords(draft: StoredDraft, { idea, people, questions, plan }: StoredSurvey): StoredDraft {
  return {
    ...draft,
    idea,
    people: people ?? undefined,
    questions: draft.questions.map(({ label: _, ...question }, at) => {
      const label = questions[at]?.label;
      return label === undefined ? question : { ...question, label };
    }),
    plan: draft.plan && { ...draft.plan, reading: sealedReading(draft.plan.reading, plan?.reading) },
  };
}

/** Only the founder's own answer to the problem, which no respondent sees, still changes. */
function sealedReading(sent: IdeaReading | undefined, sealed: IdeaReading | undefined) {
  return sent && sealed ? { ...sealed, solution: sent.solution } : sealed;
}
