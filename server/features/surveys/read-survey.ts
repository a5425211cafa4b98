import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import type { Survey, SurveyRule } from '#shared/contracts/surveys/surveys.ts';
import { CappedMap } from '#shared/rules/capped-map.ts';
import { guessLanguage } from '#shared/rules/plans/guess-language.ts';
import { askedPeople, surveyTitle } from '#shared/rules/surveys/survey-title.ts';
import { inSentence } from '#shared/rules/text/in-sentence.ts';
import { findNotDeciding } from '#shared/rules/verdict/marks.ts';
import {
  countAnswers,
  findNewestRule,
  prepareFindSurvey,
  type RuleRow,
  type SurveyRow,
} from './repository.ts';
import { withoutMarks } from './seal-rule.ts';

export type ReadSurveyDeps = { database: Database; cache: SurveyCache };

/** @throws AppError survey_not_found; survey_sign_in for a visitor of a survey that is not public. */
export async function readSurvey(deps: ReadSurveyDeps, id: string, caller: Claims | null): Promise<Survey> {
  const { database, cache } = deps;
  const row = await findAccessible(cache, id, caller);
  if (row.ownerId !== caller?.subject) return toSurvey(row, null);
  const [rule, answers] = await Promise.all([findNewestRule(database, id), countAnswers(database, id)]);
  return toSurvey(row, { rule, answers });
}

/** The survey, where the caller may answer it. @throws AppError survey_not_found, survey_sign_in. */
export async function findAccessible(
  cache: SurveyCache,
  id: string,
  caller: Claims | null,
): Promise<SurveyRow> {
  const survey = await cache.find(id);
  const isClosed = survey?.isClosed && survey.ownerId !== caller?.subject;
  if (!survey || isClosed) throw new AppError('survey_not_found');
  if (!survey.publicLink && !caller) throw new AppError('survey_sign_in');
  return survey;
}

/** Checks that the caller may see the survey's results. @throws AppError results_owner_only. */
export async function checkResultsAccess(cache: SurveyCache, id: string, caller: Claims): Promise<void> {
  const survey = await cache.find(id);
  if (survey?.ownerOnlyResults && survey.ownerId !== caller.subject) throw new AppError('results_owner_only');
}

/** Title of a survey, public or not. @throws AppError survey_not_found */
export async function readTitle(cache: SurveyCache, id: string): Promise<string> {
  const survey = await cache.find(id);
  if (!survey || survey.isClosed) throw new AppError('survey_not_found');
  return titleOf(survey);
}

/** Title for the share card of a survey's link; null where strangers may not read it. */
export async function findPublicTitle(cache: SurveyCache, id: string): Promise<string | null> {
  const survey = await cache.find(id);
  return survey?.publicLink && !survey.isClosed ? titleOf(survey) : null;
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

/** For this long another process may still use a survey's old sharing setting. */
const cachedMs = 2_000;
const mostCached = 2_000;

/** Surveys that are being answered, in memory: answering must not read them every time. */
export class SurveyCache {
  readonly #cached = new CappedMap<string, { survey: SurveyRow; at: number }>(mostCached);
  readonly #read: (id: string) => Promise<SurveyRow | null>;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#read = prepareFindSurvey(database);
    this.#now = now;
  }

  async find(id: string): Promise<SurveyRow | null> {
    const known = this.#cached.get(id);
    if (known && this.#now() - known.at < cachedMs) return known.survey;
    const survey = await this.#read(id);
    if (survey) this.#cached.set(id, { survey, at: this.#now() });
    return survey;
  }

  delete(id: string): void {
    this.#cached.delete(id);
  }
}
