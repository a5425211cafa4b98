import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import type { Submission } from '#shared/contracts/submissions.ts';
import type { ReviewRepository, SubmissionRow } from './review-repository.ts';

export type ReviewService = ReturnType<typeof reviewService>;

type ReviewServiceDeps = {
  database: Database;
  repository: ReviewRepository;
  /** Asks for an analysis in the transaction that changed what it says. */
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
};

/** The owner's look at submissions: what counts is changed by hand here (design 7.21). */
export function reviewService({ database, repository, enqueueAnalysis }: ReviewServiceDeps) {
  /** @throws AppError survey_not_found, submission_not_found. */
  const change = <T>(
    ownerId: string,
    surveyId: string,
    number: string,
    work: (transaction: Transaction, row: SubmissionRow) => Promise<T>,
  ) =>
    inTransaction(database, async (transaction) => {
      if (!(await repository.lockOwned(transaction, surveyId, ownerId)))
        throw new AppError('survey_not_found');
      const row =
        isNumber(number) && (await repository.findSubmission(transaction, surveyId, Number(number)));
      if (!row) throw new AppError('submission_not_found');
      const result = await work(transaction, row);
      await enqueueAnalysis(transaction, surveyId);
      return result;
    });

  return {
    /** Newest first. @throws AppError survey_not_found for anybody but the owner; body_invalid. */
    async list(ownerId: string, surveyId: string, page: Page & { apart: boolean }): Promise<Submission[]> {
      if (!(await repository.isOwner(surveyId, ownerId))) throw new AppError('survey_not_found');
      const before = page.before?.id;
      if (before !== undefined && !isNumber(before))
        throw new AppError('body_invalid', { detail: 'before must be {created_at}~{number}' });
      const rows = await repository.listSubmissions(surveyId, {
        ...page,
        before: before ? Number(before) : null,
      });
      return rows.map(toSubmission);
    },

    /**
     * Counts a submission or sets it apart. Of an account only one counts: the one that counted is replaced.
     * @throws AppError survey_not_found, submission_not_found, own_preview.
     */
    setCounted: (ownerId: string, surveyId: string, number: string, counted: boolean): Promise<Submission> =>
      change(ownerId, surveyId, number, async (transaction, row) => {
        if (row.counted === counted) return toSubmission(row);
        if (row.reason === 'preview') throw new AppError('own_preview');
        const other = counted ? await repository.findCountedOf(transaction, row) : null;
        if (other) await repository.setCounted(transaction, other, { counted: false, reason: 'replaced' });
        const reason = row.reason ?? 'by-hand';
        return toSubmission((await repository.setCounted(transaction, row, { counted, reason })) ?? row);
      }),

    /** Deletes a submission; the analysis that cites it is made again. @throws AppError survey_not_found, submission_not_found. */
    delete: (ownerId: string, surveyId: string, number: string): Promise<void> =>
      change(ownerId, surveyId, number, repository.deleteSubmission),
  };
}

const largestNumber = 2_147_483_647;

function isNumber(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= largestNumber;
}

function toSubmission({ number, createdAt, counted, reason, channel, answers }: SubmissionRow): Submission {
  return { number, created_at: createdAt.toISOString(), counted, reason, channel, answers };
}
