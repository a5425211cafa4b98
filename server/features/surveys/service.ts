import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { lockOwnerPlan } from '#server/database/owner-plan.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Survey, SurveyDraft, SurveyResponse, SurveyRule } from '#shared/contracts/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { answersThatCount, readAnswers } from '#shared/rules/surveys/survey-answers.ts';
import { checkQuality, comparableText } from '#shared/rules/verdict/answer-quality.ts';
import { tallyLength, tallySlots } from '#shared/rules/verdict/tally.ts';
import { markOf } from '#shared/rules/verdict/verdict.ts';
import type { RuleRow, SurveyRepository, SurveyRow } from './repository.ts';
import { saveRule, withoutMarks, withUsedMarks } from './seal-rule.ts';
import type { NewSubmission, Outcome } from './submissions.ts';
import type { SurveyMemory } from './survey-memory.ts';

export type SurveyService = ReturnType<typeof surveyService>;

type SurveyServiceDeps = {
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

export function surveyService(deps: SurveyServiceDeps) {
  const { repository, memory, writeSubmission, readUser, randomId } = deps;

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
     * @throws AppError upgrade_to_pro, survey_taken, survey_has_answers, rule_changed_too_often, sync_refused.
     */
    async saveSurvey(caller: Claims, sent: SurveyDraft): Promise<Survey> {
      const draft = { ...sent, questions: withUsedMarks(sent.questions) };
      await repository.transaction((transaction) => save(deps, transaction, caller.subject, draft));
      memory.forget(draft.surveyId);
      return this.readSurvey(draft.surveyId, caller);
    },

    /** @throws AppError survey_not_found; survey_sign_in for a visitor of a survey that is not public. */
    async readSurvey(id: string, caller: Claims | null): Promise<Survey> {
      const row = await admitted(id, caller);
      const isOwner = row.ownerId === caller?.subject;
      return toSurvey(row, isOwner ? { rule: await repository.findRule(id) } : null);
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
      body: SentAnswers,
      visitor: { browser: string | null; network: string | null },
      idempotencyKey: string | undefined,
    ): Promise<void> {
      const key = idempotencyKey ?? randomId();
      const account = caller?.subject ?? null;
      // The remembered questions can be outdated once, not twice.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const submission = checkAnswers(await admitted(body.surveyId, caller), body, {
          ...visitor,
          account,
          idempotencyKey: key,
        });
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

/** Only its owner sees what counts. */
function toSurvey(row: SurveyRow, owner: { rule: RuleRow | null } | null): Survey {
  const { id: surveyId, idea, socialLinks, publicLink } = row;
  const questions = owner ? row.questions : row.questions.map(withoutMarks);
  const seen = { surveyId, idea, socialLinks, questions, publicLink, isOwner: owner !== null };
  return owner ? { ...seen, rule: owner.rule && describe(owner.rule) } : seen;
}

function describe({ line, minimumAnswers, version, hash, sealedAt }: RuleRow): SurveyRule {
  return { line, minimumAnswers, version, hash, sealedAt: sealedAt?.toISOString() ?? null };
}

type SentAnswers = {
  surveyId: string;
  responses: SurveyResponse[];
  via?: string | undefined;
  from?: string | undefined;
  seconds?: number | undefined;
};

function checkAnswers(
  survey: SurveyRow,
  { responses, via, from, seconds }: SentAnswers,
  sender: Pick<NewSubmission, 'account' | 'browser' | 'network' | 'idempotencyKey'>,
): NewSubmission {
  const { id: surveyId, questions, revision, socialLinks, ownerId, publicLink } = survey;
  const read = readAnswers(questions, responses);
  if ('problem' in read) throw new AppError('answers_invalid', { detail: read.problem });
  const { answers } = read;
  const counted = answersThatCount(questions, answers);
  const text = comparableText(questions, counted);
  const isQualified = () => questions.some((question, at) => markOf(question, counted[at] ?? null) === 'has');
  return {
    ...sender,
    browser: publicLink ? sender.browser : null,
    surveyId,
    revision,
    answers,
    slots: tallySlots(questions, answers),
    counters: tallyLength(questions),
    via: via ? { code: via, isQualified: isQualified() } : null,
    channel: socialLinks.find(({ name }) => name === from)?.name ?? null,
    reason: sender.account === ownerId ? 'preview' : checkQuality(questions, answers, seconds),
    textHash: text === null ? null : hash('sha256', text, 'base64url'),
  };
}

async function save(
  { repository, enqueueAnalysis, findTrail }: SurveyServiceDeps,
  transaction: Transaction,
  ownerId: string,
  draft: SurveyDraft,
): Promise<void> {
  const plan = await lockOwnerPlan(transaction, ownerId);
  if (!plan) throw new AppError('sync_refused');
  const gate = upgradeNeeded(plan, 'validation');
  if (gate) throw new AppError(gate);
  if (await repository.addSurvey(transaction, ownerId, draft)) {
    await saveRule(repository, transaction, draft, 0);
    const trailId = await findTrail(transaction, ownerId, draft);
    return repository.setTrail(transaction, draft.surveyId, trailId);
  }
  const existing = await repository.lockSurvey(transaction, draft.surveyId);
  if (existing?.survey.ownerId !== ownerId) throw new AppError('survey_taken');
  const { survey, answers, previews } = existing;
  const asks = (questions: SurveyQuestion[]) => questions.map(withoutMarks);
  const asksAnew = !isDeepStrictEqual(asks(survey.questions), asks(draft.questions));
  // Answers must keep the questions that they were given to, and a sealed rule those that it marks.
  const isSealed = (await repository.newestRule(transaction, draft.surveyId))?.sealedAt;
  if (asksAnew && (answers > 0 || isSealed)) throw new AppError('survey_has_answers');
  if (asksAnew) await repository.replaceQuestions(transaction, draft);
  await repository.replaceRest(transaction, draft);
  const isDecidedAnew = await saveRule(repository, transaction, draft, answers);
  // The analysis names the idea, and shows what counts.
  const isOutdated = isDecidedAnew || asksAnew || survey.idea !== draft.idea;
  if (isOutdated && answers + previews > 0) await enqueueAnalysis(transaction, draft.surveyId);
}
