import { AppError } from '#server/app-error.ts';
import { counterColumns, readCounters } from '#server/database/request-counters.ts';
import type { JobDraft } from '#shared/contracts/support-requests.ts';
import { countRequest, hoursPromised, issuesAllowed } from '#shared/rules/request-limits.ts';
import { checkFields } from './checked-fields.ts';
import { byOwner, record } from './history.ts';
import { startPromise } from './promise.ts';
import type { OwnerRow } from './repository.ts';
import type { RequestRow } from './requests-as-jobs.ts';
import type { RequestSettings } from './service.ts';

/**
 * Everything is decided while the owner's row is locked, so of requests that come at once each sees what those before
 * it used up.
 */
export async function submitRequest(
  settings: RequestSettings,
  ownerId: string,
  { trailId, surveySlug, attachmentIds = [], ...body }: JobDraft,
  idempotencyKey: string,
): Promise<RequestRow> {
  const fields = await checkFields(body);
  const { repository, attachments, clock, enqueueMail, randomId, randomToken } = settings;
  return repository.transaction(async (transaction) => {
    const owner = await repository.lockOwner(transaction, ownerId);
    if (!owner) throw new AppError('sync_refused');
    const known = await repository.findOnce(transaction, ownerId, idempotencyKey);
    if (known) return known;
    const createdAt = settings.now();
    const { countedAs, counters } = allowed(owner, fields.issueDescriptions.length, createdAt);
    const isOwnSurvey = surveySlug && (await repository.isOwnSurvey(transaction, ownerId, surveySlug));
    const row = await repository.addRequest(transaction, {
      ...fields,
      ...startPromise(clock, hoursPromised(owner.plan), createdAt),
      id: randomId(),
      ownerId,
      idempotencyKey,
      countedAs,
      trailId: trailId ? await repository.findOwnTrail(transaction, ownerId, trailId) : null,
      surveySlug: isOwnSurvey ? surveySlug : null,
      customerWaitsSince: createdAt,
      answerToken: randomToken(),
      createdAt,
      updatedAt: createdAt,
    });
    await repository.saveOwner(transaction, ownerId, counterColumns(counters));
    if (attachmentIds.length > 0)
      await attachments.bind(transaction, { ownerId, requestId: row.id, ids: attachmentIds });
    await record(transaction, { ...byOwner(owner, row.id), action: 'submitted', createdAt });
    await enqueueMail(transaction, { kind: 'received', requestId: row.id, email: row.email });
    return row;
  });
}

/** @throws AppError request_limit_free, request_limit_pro, request_issue_limit. */
function allowed(owner: OwnerRow, issues: number, now: Date) {
  const counted = countRequest({ plan: owner.plan, ...readCounters(owner) }, now.getTime());
  if (counted.refusal) throw new AppError(counted.refusal.code, counted.refusal.params);
  const most = issuesAllowed(owner.plan);
  if (issues > most) throw new AppError('request_issue_limit', { most });
  return counted;
}
