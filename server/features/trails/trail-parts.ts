import type { Transaction } from '#server/database/connect.ts';
import { newAnswersOf, waitingAnswersOf } from '#server/database/new-answers.ts';
import type { BuilderName } from '#shared/contracts/build-prompts.ts';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { JobStatus } from '#shared/contracts/support-requests/support-requests.ts';
import type { VerdictBasis } from '#shared/contracts/surveys/analyses.ts';

type OfTrail = { trailId: string };
export type Archivable = { name: string | null; archivedAt: Date | null };
type IdeationPart = OfTrail &
  Archivable & {
    id: string;
    saved: boolean;
    nextStage: IdeationStage | null;
    start: string;
    updatedAt: Date;
  };
type SurveyPart = OfTrail &
  Archivable & {
    surveyId: string;
    questions: number;
    publicLink: boolean;
    appName: string | null;
    submissions: number;
    minimumAnswers: number | null;
    createdAt: Date;
    answeredAt: Date | null;
    goNoGoDecision: string | null;
    submissionCount: number | null;
    analysedAt: Date | null;
    basis: VerdictBasis | null;
    newAnswers: number;
    waitingAnswers: number;
  };
type BuildPromptPart = OfTrail & {
  id: string;
  builder: BuilderName;
  surveyId: string | null;
  submissionCount: number | null;
  start: string;
  updatedAt: Date;
};
type RequestPart = OfTrail & {
  id: string;
  requestTitle: string;
  status: JobStatus;
  waitingForCustomer: boolean;
  resolvedAt: Date | null;
  answerDueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};
type CampaignPart = OfTrail & {
  id: string;
  name: string;
  active: boolean;
  awaitingReview: number;
  posted: number;
  visits: number;
  createdAt: Date;
  updatedAt: Date;
};
export type TrailParts = {
  ideations: IdeationPart[];
  surveys: SurveyPart[];
  buildPrompts: BuildPromptPart[];
  supportRequests: RequestPart[];
  campaigns: CampaignPart[];
};

/** Parts of these trails, each kind newest first, in five queries for any number of trails. */
export async function readParts({ client }: Transaction, trailIds: string[]): Promise<TrailParts> {
  const parts = [trailIds, partsShown];
  const ideations = await client.query<IdeationPart>(ideationParts, parts);
  const surveys = await client.query<SurveyPart>(surveyParts, parts);
  const buildPrompts = await client.query<BuildPromptPart>(buildPromptParts, parts);
  const supportRequests = await client.query<RequestPart>(requestParts, parts);
  const campaigns = await client.query<CampaignPart>(campaignParts, parts);
  return {
    ideations: ideations.rows,
    surveys: surveys.rows,
    buildPrompts: buildPrompts.rows,
    supportRequests: supportRequests.rows,
    campaigns: campaigns.rows,
  };
}

/** The newest of each kind that a trail shows; archived ones come last. */
const partsShown = 100;

// Blank work is not part of a trail: it has no idea yet. The first characters mostly decide.
const hasWords = (text: string) => `(left(${text}, 201) ~ '\\S' or ${text} ~ '\\S')`;

// A start has one character more than its preview, to detect a longer text.
const ideationParts = `
  select trail.id as "trailId", part.*
  from unnest($1::text[]) as trail (id) cross join lateral (
    select id, saved_at is not null as saved, next_stage as "nextStage", left(content, 201) as start,
      name, archived_at as "archivedAt", updated_at as "updatedAt"
    from ideation_sessions where trail_id = trail.id and (${hasWords('content')} or ${hasWords('partial')})
    order by archived_at is not null, updated_at desc, id desc limit $2
  ) part
  order by "updatedAt" desc, part.id desc`;

const surveyParts = `
  select trail.id as "trailId", part.*, submissions - set_apart as submissions, basis,
    analysis->>'goNoGoDecision' as "goNoGoDecision", submission_count as "submissionCount",
    analyses.created_at as "analysedAt", ${newAnswersOf('part."surveyId"')} as "newAnswers",
    ${waitingAnswersOf('part."surveyId"')} as "waitingAnswers"
  from unnest($1::text[]) as trail (id) cross join lateral (
    select id as "surveyId", jsonb_array_length(questions) + asks_contact::int as questions, public_link as "publicLink",
      app_name as "appName", name, archived_at as "archivedAt", created_at as "createdAt",
      (select minimum_answers from survey_rules where survey_id = surveys.id order by version desc limit 1)
        as "minimumAnswers",
      (select created_at from submissions where survey_id = surveys.id and counted order by number desc limit 1)
        as "answeredAt"
    from surveys where trail_id = trail.id
    order by archived_at is not null, created_at desc, id desc limit $2
  ) part
  join survey_tallies tallies on tallies.survey_id = "surveyId"
  left join survey_analyses analyses on analyses.survey_id = "surveyId" and submission_count > 0
  order by "createdAt" desc, "surveyId" desc`;

// The newest rewrite's survey is the prompt's source; its own is only the form's choice.
const buildPromptParts = `
  select trail.id as "trailId", part.*
  from unnest($1::text[]) as trail (id) cross join lateral (
    select id, builder, rewrites->-1->>'surveyId' as "surveyId",
      rewrites->-1->'submissionCount' as "submissionCount", left(result, 201) as start, updated_at as "updatedAt"
    from build_prompts where trail_id = trail.id and ${hasWords('result')}
    order by updated_at desc, id desc limit $2
  ) part
  order by "updatedAt" desc, part.id desc`;

const requestParts = `
  select trail.id as "trailId", part.*
  from unnest($1::text[]) as trail (id) cross join lateral (
    select id, request_title as "requestTitle", status, waiting_since is not null as "waitingForCustomer",
      resolved_at as "resolvedAt", created_at as "createdAt", updated_at as "updatedAt",
      case when first_answered_at is null and paused_at is null and resolved_at is null then due_at end as "answerDueAt"
    from support_requests where trail_id = trail.id order by created_at desc, id desc limit $2
  ) part
  order by "createdAt" desc, part.id desc`;

const campaignParts = `
  select trail.id as "trailId", part.*, "awaitingReview", posted, visits,
    greatest(part."createdAt", "repliesChangedAt") as "updatedAt"
  from unnest($1::text[]) as trail (id) cross join lateral (
    select id, name, active, created_at as "createdAt"
    from campaigns where trail_id = trail.id and deleted_at is null order by created_at desc, id desc limit $2
  ) part
  cross join lateral (
    select count(*) filter (where status = 'AWAITING_REVIEW' and reply_way <> 'none')::int as "awaitingReview",
      count(*) filter (where status = 'POSTED')::int as posted, max(updated_at) as "repliesChangedAt"
    from conversations where campaign_id = part.id
  ) replies
  cross join lateral (
    select coalesce(sum(visits), 0)::int as visits from tracked_links where campaign_id = part.id
  ) links
  order by "createdAt" desc, part.id desc`;
