import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { lockOwnerPlan } from '#server/database/owner-plan.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Survey, SurveyDraft, SurveyResponse } from '#shared/contracts/surveys.ts';
import { upgradeNeeded } from '#shared/rules/plans.ts';
import { showProblem } from '#shared/rules/qualified-answers.ts';
import { readAnswers } from '#shared/rules/survey-answers.ts';
import { tallyLength, tallyMarks } from '#shared/rules/tally.ts';
import type { SurveyRepository, SurveyRow } from './repository.ts';
import type { NewSubmission, Outcome } from './submissions.ts';
import type { SurveyMemory } from './survey-memory.ts';

export type SurveyService = ReturnType<typeof surveyService>;

type Settings = {
  repository: SurveyRepository;
  memory: SurveyMemory;
  writeSubmission: (submission: NewSubmission) => Promise<Outcome>;
  /** Asks for an analysis in the transaction that changed what it says. */
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
  /** The trail of the idea, begun if there is none; `trailId` names it where it is the owner's. */
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string },
  ) => Promise<string>;
  readUser: (id: string) => Promise<{ plan: Plan }>;
  randomId: () => string;
};

export function surveyService(settings: Settings) {
  const { repository, memory, writeSubmission, readUser, randomId } = settings;

  async function admitted(id: string, caller: Claims | null): Promise<SurveyRow> {
    const survey = await memory.recall(id);
    if (!survey) throw new AppError('survey_not_found');
    if (!survey.publicLink && !caller) throw new AppError('survey_sign_in');
    return survey;
  }

  return {
    /** @throws AppError upgrade_to_pro, sync_refused. */
    async checkPlan(ownerId: string): Promise<void> {
      const gate = upgradeNeeded((await readUser(ownerId)).plan, 'validation');
      if (gate) throw new AppError(gate);
    },

    /**
     * Stores a survey, or replaces one of the caller's own (design 7, calls).
     * @throws AppError upgrade_to_pro, survey_taken, survey_has_answers, sync_refused.
     */
    async saveSurvey(caller: Claims, draft: SurveyDraft): Promise<Survey> {
      await repository.transaction((transaction) => save(settings, transaction, caller.subject, draft));
      memory.forget(draft.surveyId);
      return this.readSurvey(draft.surveyId, caller);
    },

    /** @throws AppError survey_not_found; survey_sign_in for a visitor of a survey that is not public. */
    async readSurvey(id: string, caller: Claims | null): Promise<Survey> {
      return toSurvey(await admitted(id, caller), caller);
    },

    /** What the share card of a survey's link may say: its title, or null where strangers may not read it. */
    async findPublicTitle(id: string): Promise<string | null> {
      const survey = await memory.recall(id);
      return survey?.publicLink ? `Feedback for: ${survey.idea}` : null;
    },

    /** Opens or closes the survey to people without an account. @throws AppError survey_not_found */
    async setPublicLink(caller: Claims, id: string, publicLink: boolean): Promise<Survey> {
      const changed = await repository.setPublicLink(id, caller.subject, publicLink);
      if (!changed) throw new AppError('survey_not_found');
      memory.forget(id);
      return this.readSurvey(id, caller);
    },

    /**
     * Checks answers against the stored questions and keeps them; resolves after the commit.
     * The same idempotency key is stored once, however often it comes.
     * @throws AppError survey_not_found, survey_sign_in, answers_invalid, survey_changed; already_sent
     * when the key came with other answers before, which stay.
     */
    async submit(
      caller: Claims | null,
      body: { surveyId: string; responses: SurveyResponse[]; via?: string | undefined },
      idempotencyKey: string | undefined,
    ): Promise<void> {
      const key = idempotencyKey ?? randomId();
      // The remembered questions can be outdated once, not twice.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const submission = checkAnswers(await admitted(body.surveyId, caller), body, key);
        const outcome = await writeSubmission(submission);
        if (outcome === 'stored') return;
        if (outcome === 'different') throw new AppError('already_sent');
        memory.forget(body.surveyId);
      }
      throw new AppError('survey_changed');
    },

    /** Lets through who may answer the survey. @throws AppError survey_not_found, survey_sign_in. */
    async admit(id: string, caller: Claims | null): Promise<void> {
      await admitted(id, caller);
    },
  };
}

function toSurvey(row: SurveyRow, caller: Claims | null): Survey {
  const { id: surveyId, idea, socialLinks, questions, publicLink } = row;
  return { surveyId, idea, socialLinks, questions, publicLink, isOwner: row.ownerId === caller?.subject };
}

function checkAnswers(
  survey: SurveyRow,
  { responses, via }: { responses: SurveyResponse[]; via?: string | undefined },
  idempotencyKey: string,
): NewSubmission {
  const { id: surveyId, questions, revision } = survey;
  const read = readAnswers(questions, responses);
  if ('problem' in read) throw new AppError('answers_invalid', { detail: read.problem });
  const { answers } = read;
  const marks = tallyMarks(questions, answers);
  return {
    ...{ surveyId, revision, idempotencyKey, answers, marks },
    counters: tallyLength(questions),
    via: via ? { code: via, isQualified: showProblem(questions, answers) } : null,
  };
}

async function save(
  { repository, enqueueAnalysis, findTrail }: Settings,
  transaction: Transaction,
  ownerId: string,
  draft: SurveyDraft,
): Promise<void> {
  const plan = await lockOwnerPlan(transaction, ownerId);
  if (!plan) throw new AppError('sync_refused');
  const gate = upgradeNeeded(plan, 'validation');
  if (gate) throw new AppError(gate);
  if (await repository.addSurvey(transaction, ownerId, draft)) {
    const trailId = await findTrail(transaction, ownerId, draft);
    return repository.setTrail(transaction, draft.surveyId, trailId);
  }
  const existing = await repository.lockSurvey(transaction, draft.surveyId);
  if (existing?.survey.ownerId !== ownerId) throw new AppError('survey_taken');
  if (!isDeepStrictEqual(existing.survey.questions, draft.questions)) {
    // What people answered must stay what they were asked.
    if (existing.submissions > 0) throw new AppError('survey_has_answers');
    await repository.replaceQuestions(transaction, draft);
  }
  await repository.replaceIdea(transaction, draft);
  // The analysis names the idea.
  if (existing.submissions > 0 && existing.survey.idea !== draft.idea)
    await enqueueAnalysis(transaction, draft.surveyId);
}
