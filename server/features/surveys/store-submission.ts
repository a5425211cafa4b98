import { hash, randomUUID } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { submitSurvey } from '#shared/contracts/surveys/surveys.ts';
import { answersThatCount, countersOf, readAnswers, slotsOf } from '#shared/rules/surveys/survey-answers.ts';
import { isEmail } from '#shared/rules/text/addresses.ts';
import { isDeciding, markOf } from '#shared/rules/verdict/marks.ts';
import { findAccessible, type SurveyCache } from './read-survey.ts';
import type { SurveyRow } from './repository.ts';
import { checkQuality, comparableText } from './what-counts.ts';
import type { NewSubmission, SubmissionOutcome } from './write-submissions.ts';

type StoreSubmissionDeps = {
  cache: SurveyCache;
  /** `writeSubmissions`, together with those of other callers. */
  write: (submission: NewSubmission) => Promise<SubmissionOutcome>;
};

/**
 * Checks answers against the stored questions and stores them, counted or set apart (`what-counts.ts`). Resolves
 * after the commit. The same idempotency key is stored once, however often it comes.
 * @throws AppError survey_not_found, survey_sign_in, answers_invalid, contact_invalid, survey_changed; already_sent
 * when the key came with other answers before, which stay.
 */
export async function storeSubmission(
  { cache, write }: StoreSubmissionDeps,
  caller: Claims | null,
  body: SentAnswers,
  visitor: { browser: string | null; network: string | null },
  idempotencyKey: string = randomUUID(),
): Promise<void> {
  const sender = { ...visitor, account: caller?.subject ?? null, idempotencyKey };
  // The cached questions can be outdated once, not twice.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const survey = await findAccessible(cache, body.surveyId, caller);
    const outcome = await write(checkAnswers(survey, body, sender));
    if (outcome === 'stored') return;
    if (outcome === 'different') throw new AppError('already_sent');
    cache.delete(body.surveyId);
  }
  throw new AppError('survey_changed');
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
