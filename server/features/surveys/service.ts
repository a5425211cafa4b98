import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { lockOwnerPlan } from '#server/database/owned-documents.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type {
  Survey,
  SurveyDraft,
  SurveyPlan,
  SurveyRule,
  SurveySettings,
  submitSurvey,
} from '#shared/contracts/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { guessLanguage } from '#shared/rules/plans/guess-language.ts';
import { problemOf } from '#shared/rules/plans/problem-of.ts';
import { answersThatCount, countersOf, readAnswers, slotsOf } from '#shared/rules/surveys/survey-answers.ts';
import { askedPeople, surveyTitle } from '#shared/rules/surveys/survey-title.ts';
import { isEmail } from '#shared/rules/text/addresses.ts';
import { inSentence } from '#shared/rules/text/in-sentence.ts';
import { findNotDeciding, isDeciding, markOf } from '#shared/rules/verdict/marks.ts';
import type { RuleRow, StoredDraft, SurveyRepository, SurveyRow } from './repository.ts';
import { saveRule, withoutMarks, withUsedMarks } from './seal-rule.ts';
import type { NewSubmission, SubmissionOutcome } from './submissions.ts';
import { checkQuality, comparableText } from './what-counts.ts';

export type SurveyService = ReturnType<typeof surveyService>;

type SurveyServiceDeps = {
  repository: SurveyRepository;
  writeSubmission: (submission: NewSubmission) => Promise<SubmissionOutcome>;
  /** Asks for an analysis in the transaction that changed what it says. */
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
  /** The trail of the idea, begun if there is none; `trailId` names it where it is the owner's. It keeps the reading. */
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string; reading?: IdeaReading },
  ) => Promise<string>;
  readUser: (id: string) => Promise<{ plan: Plan }>;
  randomId: () => string;
  now: () => number;
};

/** Surveys, who may answer them, and the answers that come in. */
export function surveyService(deps: SurveyServiceDeps) {
  const { repository, writeSubmission, readUser, randomId, now } = deps;
  const cache = surveyCache(repository.findSurvey, now);

  async function readAccessible(id: string, caller: Claims | null): Promise<SurveyRow> {
    const survey = await cache.find(id);
    const isClosed = survey?.isClosed && survey.ownerId !== caller?.subject;
    if (!survey || isClosed) throw new AppError('survey_not_found');
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
      cache.delete(draft.surveyId);
      return this.readSurvey(draft.surveyId, caller);
    },

    /** @throws AppError survey_not_found; survey_sign_in for a visitor of a survey that is not public. */
    async readSurvey(id: string, caller: Claims | null): Promise<Survey> {
      const row = await readAccessible(id, caller);
      if (row.ownerId !== caller?.subject) return toSurvey(row, null);
      const [rule, answers] = await Promise.all([repository.findRule(id), repository.countAnswers(id)]);
      return toSurvey(row, { rule, answers });
    },

    /** Title of a survey, public or not. @throws AppError survey_not_found */
    async readTitle(id: string): Promise<string> {
      const survey = await cache.find(id);
      if (!survey || survey.isClosed) throw new AppError('survey_not_found');
      return titleOf(survey);
    },

    /** Title for the share card of a survey's link; null where strangers may not read it. */
    async findPublicTitle(id: string): Promise<string | null> {
      const survey = await cache.find(id);
      return survey?.publicLink && !survey.isClosed ? titleOf(survey) : null;
    },

    /** Answers that come at the same time are refused. @throws AppError survey_not_found for anybody but the owner. */
    async deleteSurvey(caller: Claims, id: string): Promise<void> {
      await repository.transaction(async (transaction) => {
        const existing = await repository.lockSurvey(transaction, id);
        if (existing?.survey.ownerId !== caller.subject) throw new AppError('survey_not_found');
        await repository.deleteSurvey(transaction, id);
      });
      cache.delete(id);
    },

    /** `publicLink` opens the survey to people without an account. @throws AppError survey_not_found */
    async changeSettings(
      caller: Claims,
      id: string,
      settings: SurveySettings & { publicLink?: boolean },
    ): Promise<Survey> {
      const changed = await repository.changeSettings(id, caller.subject, settings);
      if (!changed) throw new AppError('survey_not_found');
      cache.delete(id);
      return this.readSurvey(id, caller);
    },

    /**
     * Checks answers against the stored questions and stores them, counted or set apart (`what-counts.ts`). Resolves
     * after the commit. The same idempotency key is stored once, however often it comes.
     * @throws AppError survey_not_found, survey_sign_in, answers_invalid, contact_invalid, survey_changed; already_sent
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
      // The cached questions can be outdated once, not twice.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const submission = checkAnswers(await readAccessible(body.surveyId, caller), body, {
          ...visitor,
          account,
          idempotencyKey: key,
        });
        const outcome = await writeSubmission(submission);
        if (outcome === 'stored') return;
        if (outcome === 'different') throw new AppError('already_sent');
        cache.delete(body.surveyId);
      }
      throw new AppError('survey_changed');
    },

    /** Checks that the caller may answer the survey. @throws AppError survey_not_found, survey_sign_in. */
    async checkAccess(id: string, caller: Claims | null): Promise<void> {
      await readAccessible(id, caller);
    },

    /** Checks that the caller may see the survey's results. @throws AppError results_owner_only. */
    async checkResultsAccess(id: string, caller: Claims): Promise<void> {
      const survey = await cache.find(id);
      if (survey?.ownerOnlyResults && survey.ownerId !== caller.subject)
        throw new AppError('results_owner_only');
    },
  };
}

/** Only its owner sees what counts, and the plan. */
function toSurvey(row: SurveyRow, owner: { rule: RuleRow | null; answers: number } | null): Survey {
  const { id: surveyId, idea, socialLinks, publicLink, asksContact, ownerOnlyResults, sharedDevice } = row;
  const questions = owner ? row.questions : row.questions.map(withoutMarks);
  const language = languageOf(row);
  const survey = {
    surveyId,
    idea,
    subject: subjectOf(row, language),
    socialLinks,
    questions,
    publicLink,
    isOwner: owner !== null,
    language,
    askedBy: row.ownerName,
    asksContact,
    ownerOnlyResults,
    sharedDevice,
  };
  if (!owner) return survey;
  const rule = owner.rule && toRule(owner.rule);
  const plan = row.plan ?? undefined;
  const notDeciding = findNotDeciding(questions);
  return { ...survey, plan, appName: row.appName ?? '', rule, notDeciding, answers: owner.answers };
}

function titleOf(row: SurveyRow): string {
  const language = languageOf(row);
  return surveyTitle(subjectOf(row, language), language);
}

function languageOf({ questions }: SurveyRow): IdeaLanguage {
  return guessLanguage(
    questions.flatMap(({ question, options }) => [question, ...(options ?? [])]).join(' '),
  );
}

/** The people asked where the idea was read, so that nobody is led; else the idea as it was sent. */
function subjectOf({ idea, plan }: SurveyRow, language: IdeaLanguage): string {
  const reading = plan?.reading;
  if (!reading) return idea;
  // Beside questions in English, words of another language would make half a sentence.
  const who = reading.language === 'other' ? '' : inSentence(reading.who, language, plan.idea);
  return askedPeople(who, language);
}

function toRule({ line, minimumAnswers, version, hash, sealedAt }: RuleRow): SurveyRule {
  return { line, minimumAnswers, version, hash, sealedAt: sealedAt?.toISOString() ?? null };
}

type SentAnswers = Output<typeof submitSurvey.body>;

function checkAnswers(
  survey: SurveyRow,
  { responses, via, from, seconds, contact }: SentAnswers,
  sender: Pick<NewSubmission, 'account' | 'browser' | 'network' | 'idempotencyKey'>,
): NewSubmission {
  const { id: surveyId, questions, revision, socialLinks, ownerId, publicLink, sharedDevice } = survey;
  const read = readAnswers(questions, responses);
  if ('problem' in read) throw new AppError('answers_invalid', { detail: read.problem });
  const { answers } = read;
  const counted = answersThatCount(questions, answers);
  const text = comparableText(questions, counted);
  const isQualified = () => {
    const first = questions.findIndex(isDeciding);
    const question = questions[first];
    return question !== undefined && markOf(question, counted[first] ?? null) === 'has';
  };
  // The account is the device's, not that of the person who answers.
  const account = publicLink && sharedDevice ? null : sender.account;
  const isPreview = account === ownerId;
  return {
    ...sender,
    account,
    // A device that is passed round is no person, and neither is its network.
    browser: publicLink && !sharedDevice ? sender.browser : null,
    network: sharedDevice ? null : sender.network,
    surveyId,
    revision,
    answers,
    slots: slotsOf(questions, answers),
    counters: countersOf(questions),
    via: via ? { code: via, isQualified: isQualified() } : null,
    channel: socialLinks.find(({ name }) => name === from)?.name ?? null,
    reason: isPreview ? 'preview' : checkQuality(questions, answers, seconds),
    textHash: text === null ? null : hash('sha256', text, 'base64url'),
    contact: survey.asksContact && !isPreview ? readContact(contact) : null,
  };
}

/** The address that a respondent left; null for none. @throws AppError contact_invalid */
function readContact(contact = ''): string | null {
  const address = contact.trim();
  if (address === '') return null;
  if (!isEmail(address)) throw new AppError('contact_invalid');
  return address;
}

async function save(
  { repository, enqueueAnalysis, findTrail }: SurveyServiceDeps,
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
  if (await repository.addSurvey(transaction, ownerId, added)) {
    await saveRule(repository, transaction, added, 0);
    const trailId = await findTrail(transaction, ownerId, { trailId: wantedTrail, idea, reading });
    return repository.setTrail(transaction, surveyId, trailId);
  }
  // Trails are locked before their surveys.
  const own = reading ? await repository.findPlanOf(transaction, ownerId, surveyId) : null;
  // The idea may have newer boxes than the survey.
  if (own?.trailId && !isDeepStrictEqual(own.plan?.reading, reading))
    await findTrail(transaction, ownerId, { trailId: own.trailId, idea, reading });
  const existing = await repository.lockSurvey(transaction, surveyId);
  if (existing?.survey.ownerId !== ownerId) throw new AppError('survey_taken');
  const { survey, answers, previews } = existing;
  const next = toStored(sent, survey.plan);
  const asked = (questions: SurveyQuestion[]) => questions.map(withoutMarks);
  const isReplaced = !isDeepStrictEqual(asked(survey.questions), asked(next.questions));
  // Answers belong to their questions, and a sealed rule to those that it marks.
  const isSealed = (await repository.newestRule(transaction, surveyId))?.sealedAt;
  const isAnswered = answers > 0 || Boolean(isSealed);
  if (isReplaced && isAnswered) throw new AppError('survey_has_answers');
  const draft = isAnswered ? inSealedWords(next, survey) : next;
  if (isReplaced) await repository.replaceQuestions(transaction, draft);
  await repository.replaceRest(transaction, draft);
  const isRuleChanged = await saveRule(repository, transaction, draft, answers);
  const isChanged =
    survey.idea !== draft.idea ||
    survey.people !== (draft.people ?? survey.people) ||
    !isDeepStrictEqual(survey.questions, draft.questions);
  if (isChanged) await repository.noteChange(transaction, surveyId);
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

/** For this long another process may still use a survey's old sharing setting. */
const cachedMs = 2_000;
const mostCached = 2_000;

/** Surveys that are being answered, in memory: answering must not read them every time. */
function surveyCache(find: (id: string) => Promise<SurveyRow | null>, now: () => number) {
  const cached = new Map<string, { survey: SurveyRow; at: number }>();
  return {
    async find(id: string): Promise<SurveyRow | null> {
      const known = cached.get(id);
      if (known && now() - known.at < cachedMs) return known.survey;
      const survey = await find(id);
      if (cached.size >= mostCached) cached.clear();
      if (survey) cached.set(id, { survey, at: now() });
      return survey;
    },
    delete: (id: string) => void cached.delete(id),
  };
}
