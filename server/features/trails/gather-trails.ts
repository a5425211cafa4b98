import type { Trail } from '#shared/contracts/trails.ts';
import { preview } from '#shared/rules/preview.ts';
import type { TrailRow } from './repository.ts';
import type { TrailParts } from './trail-parts.ts';

const previewLength = 200;

/** Trails as the wire has them, each with its own parts in the order in which they come. */
export function gatherTrails(rows: TrailRow[], parts: TrailParts): Trail[] {
  const ideations = Map.groupBy(parts.ideations, ({ trailId }) => trailId);
  const surveys = Map.groupBy(parts.surveys, ({ trailId }) => trailId);
  const buildPrompts = Map.groupBy(parts.buildPrompts, ({ trailId }) => trailId);
  const supportRequests = Map.groupBy(parts.supportRequests, ({ trailId }) => trailId);
  const campaigns = Map.groupBy(parts.campaigns, ({ trailId }) => trailId);
  return rows.map(({ id, idea, createdAt }) => {
    const own = {
      ideations: ideations.get(id) ?? [],
      surveys: surveys.get(id) ?? [],
      buildPrompts: buildPrompts.get(id) ?? [],
      supportRequests: supportRequests.get(id) ?? [],
      campaigns: campaigns.get(id) ?? [],
    };
    return {
      id,
      idea,
      created_at: createdAt.toISOString(),
      updatedAt: newestOf(createdAt, own).toISOString(),
      ideations: own.ideations.map(withPreview),
      surveys: own.surveys.map(toSurvey),
      buildPrompts: own.buildPrompts.map(withPreview),
      supportRequests: own.supportRequests.map(toRequest),
      campaigns: own.campaigns.map(toCampaign),
    };
  });
}

function newestOf(createdAt: Date, { surveys, ...parts }: TrailParts): Date {
  const { ideations, buildPrompts, supportRequests, campaigns } = parts;
  const changed = [...ideations, ...buildPrompts, ...supportRequests, ...campaigns];
  const moments = [
    createdAt,
    ...changed.map(({ updatedAt }) => updatedAt),
    ...surveys.flatMap((survey) => [survey.createdAt, survey.analysedAt ?? survey.createdAt]),
  ];
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

function withPreview<Part extends { start: string; updatedAt: Date }>({ start, updatedAt, ...part }: Part) {
  return { ...part, preview: preview(start, previewLength), updatedAt: updatedAt.toISOString() };
}

function toSurvey(part: TrailParts['surveys'][number]): Trail['surveys'][number] {
  const { surveyId, questions, publicLink, submissions, createdAt } = part;
  const { goNoGoDecision, submissionCount, analysedAt } = part;
  const isAnalysed = goNoGoDecision !== null && submissionCount !== null && analysedAt !== null;
  return {
    surveyId,
    questions,
    publicLink,
    submissions,
    created_at: createdAt.toISOString(),
    verdict: isAnalysed ? { goNoGoDecision, submissionCount, created_at: analysedAt.toISOString() } : null,
  };
}

function toRequest(part: TrailParts['supportRequests'][number]): Trail['supportRequests'][number] {
  const { id, requestTitle, status, waitingForCustomer, resolvedAt, answerDueAt, createdAt, updatedAt } =
    part;
  return {
    id,
    requestTitle,
    status,
    waitingForCustomer,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    answerDueAt: answerDueAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toCampaign(part: TrailParts['campaigns'][number]): Trail['campaigns'][number] {
  const { id, name, active, awaitingReview, posted, visits, createdAt, updatedAt } = part;
  const times = { created_at: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, name, active, awaitingReview, posted, visits, ...times };
}
