import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { PaidPlan, PaymentOrigin } from '#shared/contracts/billing.ts';
import type { BuilderName, BuildPromptForm, Rewrite } from '#shared/contracts/build-prompts.ts';
import type { IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import type { MailKind } from '#shared/contracts/mail-settings.ts';
import type { CampaignSource, PauseReason } from '#shared/contracts/outreach/campaigns.ts';
import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { PostingOutcome, PostStatus } from '#shared/contracts/outreach/conversations.ts';
import type { HoldReason } from '#shared/contracts/outreach/hold-reasons.ts';
import type { LinkedAccount } from '#shared/contracts/outreach/linked-accounts.ts';
import type {
  ConversationStatus,
  DraftCut,
  Opportunity,
  Product,
  ReplyWay,
  SuggestionKind,
} from '#shared/contracts/outreach/opportunities.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import type { AttachmentType } from '#shared/contracts/support-requests/attachments.ts';
import type { JobStatus } from '#shared/contracts/support-requests/support-requests.ts';
import type { HistoryAction, SupportMessage } from '#shared/contracts/support-requests/support-threads.ts';
import type {
  AggregatedData,
  Analysis,
  Choices,
  Figure,
  StoredTheme,
  TextNumbers,
  VerdictBasis,
} from '#shared/contracts/surveys/analyses.ts';
import type { SetApartReason } from '#shared/contracts/surveys/submissions.ts';
import type { SurveyPlan } from '#shared/contracts/surveys/surveys.ts';
import type { OptionMark, SocialGroup, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import type { ReplyLimits, ServerRules } from '#shared/rules/outreach/places/server-rules.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const createdAt = () => instant('created_at').notNull().defaultNow();
/** Ids in the order of the lists, which is the same in every database and in the browser. */
const inCodeOrder = (id: AnyPgColumn) => sql`${id} collate "C"`;

export const planName = pgEnum('plan_name', ['free', 'pro', 'developer']);
export const checkoutMode = pgEnum('checkout_mode', ['payment', 'subscription']);
export const checkoutStatus = pgEnum('checkout_status', ['open', 'paid', 'canceled']);

// ---- accounts ---------------------------------------------------------------------------------

/** One row a person, whichever identity provider they came through. */
export const users = pgTable(
  'users',
  {
    /**
     * Ours, and the same for ever: the subject of the first sign-in, or a random id where that was taken.
     * The subject of a token is in `user_identities`.
     */
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull().default(''),
    plan: planName('plan').notNull().default('free'),
    /** No longer read or written: the plan follows from the payments. The release before this one names it still. */
    proSince: instant('pro_since'),
    /** When the last support request was made on the free plan: thirty days later comes the next one. */
    lastFreeRequestAt: instant('last_free_request_at'),
    /** How many requests were made on the pro plan in this month, 'YYYY-MM' in UTC. */
    proMonth: text('pro_month'),
    proMonthRequests: integer('pro_month_requests').notNull().default(0),
    /** Requests given back for breached SLAs and not used yet. */
    extraRequests: integer('extra_requests').notNull().default(0),
    /** Mails that were switched off. */
    mailsOff: text('mails_off').$type<MailKind>().array().notNull().default([]),
    /** The user's customer id at the payment provider, after a first payment. */
    billingCustomerId: text('billing_customer_id'),
    /** Provider of that customer id and of the payments behind the plan; null before the first sync. */
    billingOrigin: text('billing_origin').$type<PaymentOrigin>(),
    /** Number of the last billing read, by `billing_readings`: an older read is refused. */
    billingRead: bigint('billing_read', { mode: 'number' }).notNull().default(0),
    /** When the account is deleted, as its owner asked; null while nobody did. */
    deletesAt: instant('deletes_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('users_email').on(sql`lower(${table.email})`),
    index('users_leaving').on(table.deletesAt).where(sql`${table.deletesAt} is not null`),
  ],
);

/**
 * The sign-ins that lead to a user. A user keeps the account when the provider changes: see
 * `docs/decisions/0007-changing-the-identity-provider.md`.
 */
export const userIdentities = pgTable(
  'user_identities',
  {
    provider: text('provider').$type<'embedded' | 'firebase'>().notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    emailVerified: boolean('email_verified').notNull(),
    /** When the token was made that first said so: older ones that don't say it are no longer taken. */
    verifiedAt: instant('verified_at'),
    /** When the person last signed out or set another password: sessions and tokens from before have ended. */
    sessionsEndedAt: instant('sessions_ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex('user_identities_one_a_provider').on(table.userId, table.provider),
  ],
);

// ---- billing ----------------------------------------------------------------------------------

/** Numbers billing reads in their order. */
export const billingReadings = pgSequence('billing_readings');

/** Provider of the payment. */
const origin = () => text('origin').$type<PaymentOrigin>().notNull();

/** Checkouts at the payment provider. A user has one at a time that is not over for each plan. */
export const checkouts = pgTable(
  'checkouts',
  {
    /** Ours; part of the key by which the provider knows a repeated request. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    origin: origin(),
    plan: text('plan').$type<PaidPlan>().notNull(),
    priceId: text('price_id').notNull(),
    /** The provider's; null until it has answered. */
    sessionId: text('session_id').unique(),
    /** Grows when the provider could not start it, so that the next request is not the one that failed. */
    attempt: integer('attempt').notNull().default(1),
    /** As the provider last said. */
    status: text('status').$type<'open' | 'processing' | 'paid' | 'canceled'>().notNull().default('open'),
    createdAt: createdAt(),
    /** When the provider is asked again, should it not have said anything by then. */
    pollAt: instant('poll_at').notNull(),
  },
  (table) => [
    uniqueIndex('checkouts_one_open_plan')
      .on(table.userId, table.plan, table.origin)
      .where(sql`${table.status} in ('open', 'processing')`),
    index('checkouts_poll').on(table.pollAt).where(sql`${table.status} in ('open', 'processing')`),
  ],
);

/** One row a payment, as the provider calls it. */
export const payments = pgTable(
  'payments',
  {
    id: text('session_id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    origin: origin(),
    plan: planName('plan').notNull(),
    grantedAt: instant('granted_at').notNull().defaultNow(),
    /** Charge id that refunds and disputes refer to. */
    chargedAs: text('charged_as'),
    /** Subscription of the payment; null for a single one. */
    subscriptionId: text('subscription_id'),
    /** In the currency's smallest unit. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull().default(0),
    disputed: boolean('disputed').notNull().default(false),
    paidAt: instant('paid_at').notNull(),
    receiptUrl: text('receipt_url'),
    /** Number of the read of its charge, by `billing_readings`; earlier reversals no longer count. 0 without a read. */
    reading: bigint('reading', { mode: 'number' }).notNull().default(0),
    /** Next poll, in case an event about a refund or dispute was lost; null for none. */
    pollAt: instant('poll_at'),
  },
  (table) => [
    index('payments_user').on(table.userId),
    index('payments_charge').on(table.chargedAs),
    index('payments_poll').on(table.pollAt).where(sql`${table.pollAt} is not null`),
    index('payments_without_subscription')
      .on(table.grantedAt)
      .where(sql`${table.plan} = 'developer' and ${table.subscriptionId} is null`),
  ],
);

/** Developer subscriptions as the provider last described them. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    origin: origin(),
    /** `past_due` still grants for a while, `waiting` nothing. */
    state: text('state').$type<'active' | 'past_due' | 'waiting' | 'ended'>().notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
    createdAt: createdAt(),
    /** When the provider is asked again, should it not have said anything by then. */
    pollAt: instant('poll_at').notNull(),
  },
  (table) => [
    index('subscriptions_user').on(table.userId),
    index('subscriptions_poll').on(table.pollAt).where(sql`${table.state} <> 'ended'`),
  ],
);

/** Money returned from a charge; may be stored before its payment. */
export const reversals = pgTable(
  'reversals',
  {
    chargedAs: text('charged_as').notNull(),
    /** The dispute's id at the provider, `refund`, or `changed` for an event without its own data. */
    id: text('id').notNull(),
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull().default(0),
    /** A dispute that was won takes nothing back. True for `changed`: it takes nothing either. */
    won: boolean('won').notNull().default(false),
    /** Number of the last write, by `billing_readings`; counts until its payment has a later reading. */
    reading: bigint('reading', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.chargedAs, table.id] })],
);

/** Webhook events, stored before they are handled. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Not jsonb, so that its keys keep their order. Null for what says nothing here, and a month after it was handled. */
    payload: json('payload'),
    /** Provider of the event. */
    origin: text('origin').$type<PaymentOrigin>().notNull(),
    /** The provider's time. */
    createdAt: instant('created_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    handledAt: instant('handled_at'),
  },
  (table) => [
    index('payment_events_unhandled').on(table.receivedAt).where(sql`${table.handledAt} is null`),
    index('payment_events_kept').on(table.handledAt).where(sql`${table.payload} is not null`),
  ],
);

/** Why a buyer and the team are told about money. */
export type NoticeKind =
  | 'dispute-opened'
  | 'dispute-won'
  | 'dispute-lost'
  | 'refunded'
  | 'refund-failed'
  | 'subscription-ended'
  | 'subscription-unpaid'
  | 'plan-back'
  | 'second-subscription'
  | 'paid-twice'
  | 'other-mode'
  | 'unknown-price'
  | 'other-amount'
  | 'other-currency';

/** Letters about payments, each asked for once. */
export const billingMails = pgTable(
  'billing_mails',
  {
    /** Its kind, and what it is about at the provider; `team:` before it for the copy of the team. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<'receipt' | 'failed' | NoticeKind>().notNull(),
    plan: text('plan').$type<PaidPlan>().notNull(),
    /** Payment of a receipt. */
    paymentId: text('payment_id').references(() => payments.id),
    createdAt: createdAt(),
    deliveredAt: instant('delivered_at'),
    /** Why the last attempt to deliver it failed. */
    failure: text('failure'),
    /** When it was refused for good, or the last attempt failed: nothing tries again. */
    givenUpAt: instant('given_up_at'),
  },
  (table) => [index('billing_mails_user').on(table.userId)],
);

// ---- ideas ------------------------------------------------------------------------------------

/** One row an idea of one founder: what everything made for it hangs on. */
export const trails = pgTable(
  'trails',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    /** In its first wording. */
    idea: text('idea').notNull(),
    /** Its boxes and first question as the founder filled them last; null before. */
    reading: jsonb('reading').$type<IdeaReading>(),
    /** The owner's name for it; null for its wording. */
    name: text('name'),
    /** Put out of the way: in no list of ideas. */
    archivedAt: instant('archived_at'),
    createdAt: createdAt(),
  },
  (table) => [index('trails_owner').on(table.ownerId, table.createdAt, inCodeOrder(table.id))],
);

/** The wordings that lead to a trail: its own, and those of the trails that were joined with it. */
export const trailIdeas = pgTable(
  'trail_ideas',
  {
    ownerId: text('owner_id').notNull(),
    /** SHA-256 of the idea without case, spaces and punctuation: the same idea typed again is the same trail. */
    ideaKey: text('idea_key').notNull(),
    trailId: text('trail_id')
      .notNull()
      .references(() => trails.id),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.ideaKey] }),
    index('trail_ideas_trail').on(table.trailId),
  ],
);

/** Null while nothing but an idea has been typed: half an idea begins no trail. */
const trailOf = () => text('trail_id').references(() => trails.id);

/** Coached ideations, in progress or saved. */
export const ideationSessions = pgTable(
  'ideation_sessions',
  {
    /** Chosen by the browser, so that a repeated request is one session. */
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    trailId: trailOf(),
    idea: text('idea').notNull(),
    content: text('content').notNull(),
    /**
     * Text that searches scan. Lower case and uncompressed: converting it for every search takes five
     * times as long.
     */
    searched: text('searched').generatedAlwaysAs(sql`lower(idea || ' ' || content)`),
    nextStage: text('next_stage').$type<IdeationStage>(),
    partial: text('partial').notNull().default(''),
    receipts: jsonb('receipts').$type<SectionReceipt[]>().notNull().default([]),
    revision: integer('revision').notNull().default(1),
    savedAt: instant('saved_at'),
    /** Its owner's name for it. */
    name: text('name'),
    archivedAt: instant('archived_at'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('ideation_sessions_owner').on(table.ownerId, table.createdAt, inCodeOrder(table.id)),
    index('ideation_sessions_unsaved')
      .on(table.ownerId, table.updatedAt)
      .where(sql`${table.savedAt} is null`),
    index('ideation_sessions_trail').on(table.trailId),
  ],
);

/** Prompts for no-code builders, with the rewrites that they came from. */
export const buildPrompts = pgTable(
  'build_prompts',
  {
    /** Chosen by the browser. */
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    trailId: trailOf(),
    idea: text('idea').notNull(),
    surveyId: text('survey_id'),
    builder: text('builder').$type<BuilderName>().notNull(),
    result: text('result').notNull(),
    form: jsonb('form').$type<Partial<BuildPromptForm>>(),
    rewrites: jsonb('rewrites').$type<Rewrite[]>().notNull().default([]),
    revision: integer('revision').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('build_prompts_owner').on(table.ownerId, table.updatedAt),
    index('build_prompts_trail').on(table.trailId),
  ],
);

// ---- surveys ----------------------------------------------------------------------------------

export const surveys = pgTable(
  'surveys',
  {
    /** The last part of its path: `survey-{slug}-{suffix}`. */
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    /** As people who answer read it: the problem, where the plan says one. */
    idea: text('idea').notNull(),
    /** The plan's name for the app; null where none was given. */
    appName: text('app_name'),
    /** The rest of the plan, for the owner alone; null for surveys that were stored without. */
    plan: jsonb('plan').$type<SurveyPlan>(),
    socialLinks: jsonb('social_links').$type<SocialGroup[]>().notNull(),
    questions: jsonb('questions').$type<SurveyQuestion[]>().notNull(),
    publicLink: boolean('public_link').notNull().default(false),
    /** The people asked, as verdicts name them: "bakers"; null for just "people". */
    people: text('people'),
    /** Offers people to leave a contact after the last question. */
    asksContact: boolean('asks_contact').notNull().default(true),
    /** Its results are for its owner alone; else for everybody who is signed in and has the link. */
    ownerOnlyResults: boolean('owner_only_results').notNull().default(false),
    /** One device is passed round: many people may answer in one browser and one network. */
    sharedDevice: boolean('shared_device').notNull().default(false),
    /** Its owner's name for it; people who answer never see it. */
    name: text('name'),
    archivedAt: instant('archived_at'),
    trailId: trailOf(),
    createdAt: createdAt(),
  },
  (table) => [
    index('surveys_owner').on(table.ownerId, table.createdAt),
    index('surveys_trail').on(table.trailId),
  ],
);

/**
 * Exact counts, kept as answers arrive and in their transaction. `counts` holds for each question
 * how many answered it and then how many chose each option: see `shared/rules/surveys/survey-answers.ts`.
 */
export const surveyTallies = pgTable('survey_tallies', {
  surveyId: text('survey_id')
    .primaryKey()
    .references(() => surveys.id, { onDelete: 'cascade' }),
  /** Grows when the questions change; answers are only taken for the newest. */
  revision: integer('revision').notNull().default(1),
  /** Numbers given so far; deleted submissions are among them. */
  submissions: integer('submissions').notNull().default(0),
  /** Of these, the ones that are in none of the counts. */
  setApart: integer('set_apart').notNull().default(0),
  /** Of the ones in none of the counts, those whose rows are gone. */
  deleted: integer('deleted').notNull().default(0),
  /** Of the deleted ones, those that people sent and the owner deleted: verdicts say how many. */
  deletedAnswers: integer('deleted_answers').notNull().default(0),
  counts: integer('counts').array().notNull(),
  /** Changes to what counts since the survey was made: a submission set apart or put back, another rule. */
  changes: integer('changes').notNull().default(0),
  /** Submissions and changes that the stored analysis has seen. */
  analysed: integer('analysed').notNull().default(0),
});

export const submissions = pgTable(
  'submissions',
  {
    surveyId: text('survey_id').notNull(),
    /** 1, 2, 3 … within its survey: what a verdict quotes as #4. */
    number: integer('number').notNull(),
    /** Chosen by the sender, so that a repeated request is one submission. */
    idempotencyKey: text('idempotency_key').notNull(),
    /** Answers by question position; a multi-select answer is a list. Null where nothing was answered. */
    answers: jsonb('answers').$type<(string | string[] | null)[]>().notNull(),
    /** Positions of the counters that it raises when it counts. */
    slots: integer('slots').array().notNull(),
    /** The sender's tracked link; null without one. */
    via: text('via'),
    /** The place where the link was shared, as the founder named it; null when unknown. */
    channel: text('channel'),
    /** False for a submission that is set apart (design 7.21). */
    counted: boolean('counted').notNull().default(true),
    /** Why it was set apart; stays when the owner counts it by hand. */
    reason: text('reason').$type<SetApartReason>(),
    /** The account that sent it; null for visitors. */
    account: text('account'),
    /** The id in the browser's signed cookie; null where it sent none. */
    browser: text('browser'),
    /** Of one set apart as a burst, the hash of its network on that day; null for all others. */
    network: text('network'),
    /** SHA-256 of its free texts, to find word-for-word copies; null when they are short. */
    textHash: text('text_hash'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.surveyId, table.number] }),
    uniqueIndex('submissions_once').on(table.surveyId, table.idempotencyKey),
    uniqueIndex('submissions_account')
      .on(table.surveyId, table.account)
      .where(sql`${table.counted} and ${table.account} is not null`),
    // The last key lets the owner count several visitors of one browser by hand.
    uniqueIndex('submissions_browser')
      .on(
        table.surveyId,
        table.browser,
        sql`(case when ${table.reason} is null and ${table.account} is null then 0 else ${table.number} end)`,
      )
      .where(sql`${table.counted} and ${table.browser} is not null`),
    index('submissions_text')
      .on(table.surveyId, table.textHash)
      .where(sql`${table.counted} and ${table.textHash} is not null`),
    index('submissions_set_apart').on(table.surveyId, table.number).where(sql`not ${table.counted}`),
    index('submissions_by').on(table.account).where(sql`${table.account} is not null`),
  ],
);

/** Contacts that people left with their answers, for the survey's owner alone (design 7.25); deleted with the answer. */
export const respondentContacts = pgTable(
  'respondent_contacts',
  {
    surveyId: text('survey_id').notNull(),
    number: integer('number').notNull(),
    email: text('email').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.surveyId, table.number] }),
    foreignKey({
      name: 'respondent_contacts_submission',
      columns: [table.surveyId, table.number],
      foreignColumns: [submissions.surveyId, submissions.number],
    }).onDelete('cascade'),
  ],
);

/** Answers of a survey that its owner has seen, and news of them that were mailed. */
export const surveyNews = pgTable('survey_news', {
  surveyId: text('survey_id')
    .primaryKey()
    .references(() => surveys.id, { onDelete: 'cascade' }),
  /** Number of the newest submission when the owner last opened the results. */
  seen: integer('seen').notNull().default(0),
  /** When the mail about the first answer was asked for. */
  firstMailedAt: instant('first_mailed_at'),
  /** The decision that was last mailed, and when. */
  mailedDecision: text('mailed_decision'),
  decisionMailedAt: instant('decision_mailed_at'),
});

/** The versions of a survey's rule; the newest one decides. One without `sealedAt` can still be replaced. */
export const surveyRules = pgTable(
  'survey_rules',
  {
    surveyId: text('survey_id')
      .notNull()
      .references(() => surveys.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 … within its survey. */
    version: integer('version').notNull(),
    line: integer('line').notNull(),
    minimumAnswers: integer('minimum_answers').notNull(),
    /** One entry for each question: its marks, or null for one that decides nothing. */
    marks: jsonb('marks').$type<(OptionMark[] | null)[]>().notNull(),
    /** SHA-256 of `sealedText`. */
    hash: text('hash').notNull(),
    /** Submissions that were there when it was made. */
    answersBefore: integer('answers_before').notNull().default(0),
    sealedAt: instant('sealed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.surveyId, table.version] }),
    index('survey_rules_open').on(table.surveyId).where(sql`${table.sealedAt} is null`),
  ],
);

/** The public link to a survey's results, at most one of each survey. */
export const resultsLinks = pgTable('results_links', {
  surveyId: text('survey_id')
    .primaryKey()
    .references(() => surveys.id, { onDelete: 'cascade' }),
  /** SHA-256 of the token in its address. */
  tokenHash: text('token_hash').notNull().unique(),
  /** Positions of the questions that are left out. */
  hidden: jsonb('hidden').$type<number[]>().notNull(),
  showsTexts: boolean('shows_texts').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: createdAt(),
});

/** The newest verdict of a survey, a snapshot that agrees with its own counts. */
export const surveyAnalyses = pgTable(
  'survey_analyses',
  {
    surveyId: text('survey_id')
      .primaryKey()
      .references(() => surveys.id, { onDelete: 'cascade' }),
    ownerId: text('owner_id').notNull(),
    idea: text('idea').notNull(),
    analysis: jsonb('analysis').$type<Analysis>().notNull(),
    /** Not jsonb, which would lose the order of the questions. */
    aggregatedData: json('aggregated_data').$type<AggregatedData>().notNull(),
    /** Which submission each free text of `aggregatedData` is from. */
    textNumbers: json('text_numbers').$type<TextNumbers>().notNull().default({}),
    /** The submissions that chose the options of `aggregatedData`. */
    choices: json('choices').$type<Choices>().notNull().default({}),
    /** As found in the answers: the founder's moves are applied when they are read. */
    themes: json('themes').$type<StoredTheme[]>().notNull().default([]),
    figures: jsonb('figures').$type<Figure[]>().notNull().default([]),
    basis: jsonb('basis').$type<VerdictBasis>(),
    line: integer('line').notNull(),
    submissionCount: integer('submission_count').notNull(),
    /** Submissions and changes that it has seen; an older one never replaces a newer. */
    asOf: integer('as_of').notNull().default(0),
    /** The model that chose its points; null without one. */
    model: text('model'),
    /** How a model was asked and its choice read; null without a model. */
    receipt: jsonb('receipt').$type<Receipt>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('survey_analyses_newest').on(table.ownerId, table.createdAt, inCodeOrder(table.surveyId)),
  ],
);

/** Answers that the founder moved to another theme. */
export const themeMoves = pgTable(
  'theme_moves',
  {
    surveyId: text('survey_id').notNull(),
    /** Position of the question. */
    question: integer('question').notNull(),
    /** Number of the submission. */
    number: integer('number').notNull(),
    /** Null for none. */
    theme: text('theme'),
  },
  (table) => [
    primaryKey({ columns: [table.surveyId, table.question, table.number] }),
    foreignKey({
      columns: [table.surveyId, table.number],
      foreignColumns: [submissions.surveyId, submissions.number],
    }).onDelete('cascade'),
  ],
);

// ---- support ----------------------------------------------------------------------------------

/** Support requests; the wire calls one a job. */
export const supportRequests = pgTable(
  'support_requests',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    /** Chosen by the sender, so that a repeated request is one support request. */
    idempotencyKey: text('idempotency_key').notNull(),
    trailId: trailOf(),
    surveySlug: text('survey_slug'),
    appName: text('app_name').notNull(),
    requestTitle: text('request_title').notNull(),
    appUrl: text('app_url').notNull(),
    email: text('email').notNull(),
    issueDescriptions: jsonb('issue_descriptions').$type<string[]>().notNull(),
    status: text('status').$type<JobStatus>().notNull().default('PENDING'),
    /** The allowance it used: the plan's own, or one given back for a breached SLA. */
    countedAs: text('counted_as').$type<'free' | 'pro' | 'developer' | 'extra'>().notNull(),
    // SLA of the first answer: see `server/features/support-requests/sla/sla.ts`.
    promisedHours: integer('promised_hours').notNull(),
    dueAt: instant('due_at').notNull(),
    /** When agents are warned of `dueAt`, and when they were; null before there were warnings. */
    warnAt: instant('warn_at'),
    warnedAt: instant('warned_at'),
    /** Working milliseconds left while the SLA is paused. */
    pausedAt: instant('paused_at'),
    remainingMs: bigint('remaining_ms', { mode: 'number' }),
    firstAnsweredAt: instant('first_answered_at'),
    brokenAt: instant('broken_at'),
    /** True when a breached SLA gave the customer a request back. */
    givenBack: boolean('given_back').notNull().default(false),
    /** Set while it is the customer's turn. */
    waitingSince: instant('waiting_since'),
    /** Set while the customer waits for an agent's answer. */
    customerWaitsSince: instant('customer_waits_since'),
    claimedBy: text('claimed_by').references(() => users.id),
    claimedAt: instant('claimed_at'),
    resolvedAt: instant('resolved_at'),
    /** Time of the newest message that the customer has seen. */
    customerSeenAt: instant('customer_seen_at').notNull().defaultNow(),
    /** Token in the links of its mails. */
    answerToken: text('answer_token').notNull().unique(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('support_requests_once').on(table.ownerId, table.idempotencyKey),
    index('support_requests_owner').on(table.ownerId, table.createdAt, inCodeOrder(table.id)),
    index('support_requests_trail').on(table.trailId),
    index('support_requests_due')
      .on(table.dueAt)
      .where(
        sql`${table.firstAnsweredAt} is null and ${table.pausedAt} is null and ${table.brokenAt} is null`,
      ),
    index('support_requests_claimed').on(table.claimedBy).where(sql`${table.claimedBy} is not null`),
    index('support_requests_unresolved').on(table.createdAt).where(sql`${table.resolvedAt} is null`),
    index('support_requests_resolved').on(table.resolvedAt).where(sql`${table.resolvedAt} is not null`),
  ],
);

const requestId = () =>
  text('request_id')
    .notNull()
    .references(() => supportRequests.id);

/** The thread of a request; a note is for agents only. */
export const supportMessages = pgTable(
  'support_messages',
  {
    /** Chosen by the browser, so that a repeated request is one message. */
    id: text('id').notNull(),
    requestId: requestId(),
    kind: text('kind').$type<SupportMessage['kind']>().notNull(),
    /** Null for an answer that came by the link of a mail. */
    authorId: text('author_id').references(() => users.id),
    authorName: text('author_name').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.id] }),
    index('support_messages_thread').on(table.requestId, table.createdAt),
    index('support_messages_author').on(table.authorId).where(sql`${table.authorId} is not null`),
  ],
);

/** Mails to the signed address of a request. One that was added has a message of the same id. */
export const supportMails = pgTable(
  'support_mails',
  {
    /** Of its bytes. */
    id: text('id').notNull(),
    requestId: requestId(),
    /** Its key in the file store; null once it is deleted there, and for a bounce. */
    file: text('file'),
    /** Words that were not added, for the link in the notice; empty for a mail that was. */
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.id] }),
    index('support_mails_stored').on(table.createdAt).where(sql`${table.file} is not null`),
    index('support_mails_file').on(table.file),
  ],
);

/** Words of a request, its customer and its messages in lower case; triggers of the database keep them. */
export const supportSearch = pgTable(
  'support_search',
  {
    requestId: text('request_id')
      .primaryKey()
      .references(() => supportRequests.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    words: text('words').notNull(),
  },
  (table) => [
    index('support_search_newest').on(table.createdAt, inCodeOrder(table.requestId)),
    index('support_search_words').using('gin', table.words.op('gin_trgm_ops')),
  ],
);

/** Place in a mailbox up to which it was read. */
export const mailboxPositions = pgTable('mailbox_positions', {
  mailbox: text('mailbox').primaryKey(),
  /** Numbers of mails are valid as long as this stays the same (RFC 3501). */
  validity: text('validity').notNull(),
  lastUid: bigint('last_uid', { mode: 'number' }).notNull(),
  /** Mails before it that could not be handled yet. */
  failed: jsonb('failed').$type<{ uid: number; tries: number; nextAt: number }[]>().notNull(),
});

/** Every change of a request, in order. */
export const supportHistory = pgTable(
  'support_history',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestId: requestId(),
    actor: text('actor').$type<'customer' | 'agent' | 'system'>().notNull(),
    actorId: text('actor_id').references(() => users.id),
    actorName: text('actor_name').notNull().default(''),
    action: text('action').$type<HistoryAction>().notNull(),
    from: text('from_value'),
    to: text('to_value'),
    createdAt: createdAt(),
  },
  (table) => [
    index('support_history_request').on(table.requestId, table.id),
    index('support_history_actor').on(table.actorId).where(sql`${table.actorId} is not null`),
    index('support_history_assigned').on(table.to).where(sql`${table.action} = 'assigned'`),
  ],
);

/** Texts that agents use again, shared by all of them. */
export const savedAnswers = pgTable('saved_answers', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  text: text('text').notNull(),
  createdAt: createdAt(),
});

/** Files that customers attached; what they hold is in the file store. */
export const attachments = pgTable(
  'attachments',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id),
    /** Null until a request or one of its messages names it. */
    requestId: text('request_id').references(() => supportRequests.id),
    /** The message that brought it; null for a file of the request itself. */
    messageId: text('message_id'),
    /** As its owner's device called it, without any folder. */
    name: text('name').notNull(),
    type: text('type').$type<AttachmentType>().notNull(),
    /** Bytes that are stored. */
    size: integer('size').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('attachments_owner').on(table.ownerId),
    index('attachments_request').on(table.requestId),
    index('attachments_unused').on(table.createdAt).where(sql`${table.requestId} is null`),
  ],
);

// ---- outreach ---------------------------------------------------------------------------------

const ownerOf = () =>
  text('owner_id')
    .notNull()
    .references(() => users.id);

/** Search results of a user, until a campaign takes them or they are too old. */
export const foundOpportunities = pgTable(
  'found_opportunities',
  {
    id: text('id').primaryKey(),
    ownerId: ownerOf(),
    source: text('source').$type<SourceName>().notNull(),
    host: text('host').notNull(),
    /** The source's own id of the post. */
    externalId: text('external_id').notNull(),
    /** The post that opened the thread; the post itself where it is that. */
    threadId: text('thread_id').notNull(),
    /** With the product that it was found for, as its suggestion names it. */
    opportunity: jsonb('opportunity').$type<Opportunity & { searchedFor: Product }>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('found_opportunities_once').on(table.ownerId, table.source, table.host, table.externalId),
    index('found_opportunities_age').on(table.createdAt),
  ],
);

/** A product that the owner promotes. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: text('id').primaryKey(),
    ownerId: ownerOf(),
    idempotencyKey: text('idempotency_key').notNull(),
    trailId: trailOf(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    description: text('description').notNull(),
    keywords: jsonb('keywords').$type<string[]>().notNull(),
    forums: jsonb('forums').$type<string[]>().notNull().default([]),
    /** Posts that hold one of these words are not found. */
    excludedWords: jsonb('excluded_words').$type<string[]>().notNull().default([]),
    active: boolean('active').notNull().default(true),
    pausedBecause: text('paused_because').$type<PauseReason>(),
    /** Ended by its owner: a pause that is meant to last. */
    endedAt: instant('ended_at'),
    /** Shown nowhere any more; the row stays for the budget of what was posted. */
    deletedAt: instant('deleted_at'),
    autoPost: boolean('auto_post').notNull().default(false),
    confidenceThreshold: integer('confidence_threshold').notNull().default(95),
    lastListenedAt: instant('last_listened_at'),
    nextListenAt: instant('next_listen_at').notNull(),
    sources: jsonb('sources').$type<CampaignSource[]>().notNull().default([]),
    /** The secret part of the feed's address; a new one ends the old address. */
    feedKey: text('feed_key').notNull().default(sql`gen_random_uuid()::text`),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('campaigns_once').on(table.ownerId, table.idempotencyKey),
    uniqueIndex('campaigns_feed').on(table.feedKey),
    index('campaigns_owner').on(table.ownerId, table.createdAt, inCodeOrder(table.id)),
    index('campaigns_trail').on(table.trailId),
    index('campaigns_due').on(table.nextListenAt).where(sql`${table.active}`),
  ],
);

/** Posts that a model left out of a campaign, so that it is not asked about them every hour. */
export const leftOutPosts = pgTable(
  'left_out_posts',
  {
    campaignId: text('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    /** As `postKey` names it. */
    post: text('post').notNull(),
    leftOutAt: instant('left_out_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.post] })],
);

/** The mails about campaigns that a founder asked for, and the totals that the last daily one reported. */
export const dailyMails = pgTable('daily_mails', {
  ownerId: ownerOf().primaryKey(),
  isOn: boolean('is_on').notNull(),
  /** Asked for a mail as soon as the first conversations of a day are found. */
  atFirst: boolean('at_first').notNull().default(false),
  /** The day of the last such mail, 'YYYY-MM-DD' in UTC. */
  firstSentOn: text('first_sent_on'),
  /** News are counted from here on: the last mail, or the day on which it was switched on. */
  reportedAt: instant('reported_at').notNull(),
  visits: integer('visits').notNull(),
  signUps: integer('sign_ups').notNull(),
  surveyAnswers: integer('survey_answers').notNull(),
});

/** A conversation of a campaign, with its reply. Its states: design 7.15. */
export const conversations = pgTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    campaignId: text('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    ownerId: ownerOf(),
    source: text('source').$type<SourceName>().notNull(),
    host: text('host').notNull(),
    externalId: text('external_id').notNull(),
    threadId: text('thread_id').notNull(),
    community: text('community'),
    title: text('title').notNull(),
    url: text('url').notNull(),
    originalPost: text('original_post').notNull(),
    postedAt: instant('posted_at').notNull(),
    confidence: integer('confidence').notNull(),
    /** The sentence of the post that asks, word for word. */
    quote: text('quote'),
    keywords: jsonb('keywords').$type<string[]>().notNull(),
    day: integer('day').notNull(),
    suggestedReply: text('suggested_reply').notNull(),
    suggestionKind: text('suggestion_kind').$type<SuggestionKind>().notNull(),
    /** Sentences that the model's draft had and the suggestion has not. */
    draftCuts: jsonb('draft_cuts').$type<DraftCut[]>().notNull().default([]),
    replyWay: text('reply_way').$type<ReplyWay>().notNull(),
    status: text('status').$type<ConversationStatus>().notNull().default('AWAITING_REVIEW'),
    /** The approved text, which is sent. */
    reply: text('reply'),
    /** The warning before it, as its owner wrote it; null keeps that of the post. */
    contentWarning: text('content_warning'),
    approvedAt: instant('approved_at'),
    /** True when the reply names the product or its address and counts as promotion. */
    isPromotion: boolean('is_promotion').notNull().default(false),
    /** Approved by the rule of automated posting, not by hand. */
    autoApproved: boolean('auto_approved').notNull().default(false),
    outcome: text('outcome').$type<PostingOutcome>(),
    /** Why it is not sent, or not known to be there: a code with its arguments, worded on screen. */
    heldBecause: jsonb('held_because').$type<HoldReason>(),
    /** The linked account that sends, or sent, it. */
    accountId: text('account_id'),
    repliedAt: instant('replied_at'),
    /** The reply's own id and address at the source. */
    replyExternalId: text('reply_external_id'),
    replyUrl: text('reply_url'),
    /** Its words at the source, where they are not the approved ones. */
    postedText: text('posted_text'),
    postStatus: text('post_status').$type<PostStatus>().notNull().default('unchecked'),
    postCheckedAt: instant('post_checked_at'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('conversations_once').on(table.campaignId, table.source, table.host, table.externalId),
    index('conversations_owner').on(table.ownerId, table.createdAt, inCodeOrder(table.id)),
    index('conversations_status').on(table.campaignId, table.status),
    index('conversations_replied').on(table.ownerId, table.source, table.host, table.repliedAt),
    index('conversations_on_their_way')
      .on(table.updatedAt)
      .where(sql`${table.status} in ('APPROVED', 'POSTING', 'READY', 'UNCONFIRMED')`),
    index('conversations_posted').on(table.postCheckedAt).where(sql`${table.status} = 'POSTED'`),
  ],
);

/**
 * The only attempt to send a conversation's reply. `sending` is committed before the request: after a kill a worker
 * only reads back and never sends again.
 */
export const postingAttempts = pgTable('posting_attempts', {
  conversationId: text('conversation_id')
    .primaryKey()
    .references(() => conversations.id),
  /** Worker with the lease and the lease's end; other workers stay away. */
  holder: text('holder'),
  heldUntil: instant('held_until'),
  state: text('state').$type<'waiting' | 'sending' | 'sent' | 'done'>().notNull().default('waiting'),
  /** How often it was read back since it was sent. */
  readBacks: integer('read_backs').notNull().default(0),
  notBefore: instant('not_before'),
  sentAt: instant('sent_at'),
  /** First attempt of a series that only the source delays; another kind of wait starts a new series. */
  firstTriedAt: instant('first_tried_at'),
  /** True once any attempt was sent, whatever the source answered. */
  hasLeft: boolean('has_left').notNull().default(false),
  /** The account that the last try was sent as, kept whatever is linked later. */
  senderId: text('sender_id'),
  senderName: text('sender_name'),
  senderExternalId: text('sender_external_id'),
  senderHost: text('sender_host'),
  /** The sender was too fast and is left alone until then. */
  quietUntil: instant('quiet_until'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Accounts at sources that owners have linked. */
export const linkedAccounts = pgTable(
  'linked_accounts',
  {
    id: text('id').primaryKey(),
    ownerId: ownerOf(),
    source: text('source').$type<SourceName>().notNull(),
    host: text('host').notNull(),
    username: text('username').notNull(),
    /** The source's own id of the account, which outlives its name. */
    externalId: text('external_id').notNull().default(''),
    way: text('way').$type<LinkedAccount['way']>().notNull(),
    /** The session, encrypted; null for an account that was proven. */
    sealedSession: text('sealed_session'),
    accountCreatedAt: instant('account_created_at'),
    karma: integer('karma'),
    /** The rules that its server publishes, as shown to its owner; null where none were read. */
    rules: jsonb('rules').$type<ServerRules>(),
    /** How long a reply may be on its server, as last asked; null where it was not said. */
    limits: jsonb('limits').$type<ReplyLimits>(),
    /** The source no longer takes the session. */
    needsLink: boolean('needs_link').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('linked_accounts_one').on(table.ownerId, table.source, table.host)],
);

/** Tries to link a Hacker News account, open for a while. */
export const accountProofs = pgTable('account_proofs', {
  nonce: text('nonce').primaryKey(),
  ownerId: ownerOf(),
  campaignId: text('campaign_id')
    .notNull()
    .references(() => campaigns.id),
  code: text('code').notNull(),
  linkedAccountId: text('linked_account_id'),
  expiresAt: instant('expires_at').notNull(),
  createdAt: createdAt(),
});

/** The short address of a conversation, with what came of it; the counts rise as rows arrive. */
export const trackedLinks = pgTable(
  'tracked_links',
  {
    code: text('code').primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .unique()
      .references(() => conversations.id),
    campaignId: text('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    destination: text('destination').notNull(),
    visits: integer('visits').notNull().default(0),
    /** Visits beside these that look automatic. */
    automaticVisits: integer('automatic_visits').notNull().default(0),
    signUps: integer('sign_ups').notNull().default(0),
    surveyAnswers: integer('survey_answers').notNull().default(0),
    qualifiedAnswers: integer('qualified_answers').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index('tracked_links_campaign').on(table.campaignId)],
);

/** Visitors of a link on a day, as hashes under that day's salt; deleted with the salt. */
export const linkVisits = pgTable(
  'link_visits',
  {
    day: text('day').notNull(),
    visitor: text('visitor').notNull(),
    code: text('code').notNull(),
    signedUp: boolean('signed_up').notNull().default(false),
    at: instant('at').notNull().defaultNow(),
    /** The browser's family; null for a visit without signs of a person. */
    family: text('family'),
    /** Without signs of a person, or one of a burst. */
    automatic: boolean('automatic').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.visitor, table.code] }),
    index('link_visits_recent').on(table.code, table.at),
  ],
);

/** The secret of a day, 'YYYY-MM-DD' in UTC; deleted when the day is over. */
export const dailySalts = pgTable('daily_salts', {
  day: text('day').primaryKey(),
  salt: text('salt').notNull(),
});

/** Replies of sources to identical questions. */
export const sourceReplies = pgTable(
  'source_replies',
  {
    key: text('key').primaryKey(),
    reply: jsonb('reply').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('source_replies_age').on(table.expiresAt)],
);

// ---- visitors ---------------------------------------------------------------------------------

/** Contact messages and demo requests; kept whatever becomes of their mail. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<'contact' | 'demo'>().notNull(),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    message: text('message').notNull(),
    /** The time wish of a demo request, and the zone that its sender lives in. */
    startsAt: instant('starts_at'),
    timeZone: text('time_zone'),
    createdAt: createdAt(),
    deliveredAt: instant('delivered_at'),
    /** Why the last attempt to deliver it failed. */
    failure: text('failure'),
    /** When it was refused for good, or the last attempt failed: nothing tries again. */
    givenUpAt: instant('given_up_at'),
  },
  (table) => [index('contact_messages_email').on(sql`lower(${table.email})`)],
);

/** Waitlist of Startup Social; only confirmed rows may be mailed again. */
export const waitlist = pgTable(
  'waitlist',
  {
    /** Lower case. */
    email: text('email').primaryKey(),
    /** Token in the mail's links. */
    token: text('token').notNull().unique(),
    userId: text('user_id').references(() => users.id),
    createdAt: createdAt(),
    /** When the link to confirm was last asked for, delivered, or why that failed. */
    requestedAt: instant('requested_at').notNull(),
    deliveredAt: instant('delivered_at'),
    failure: text('failure'),
    /** When mails with the link were delivered in the last 30 days. */
    linksAt: instant('links_at').array().notNull().default([]),
    confirmedAt: instant('confirmed_at'),
    unsubscribedAt: instant('unsubscribed_at'),
  },
  (table) => [index('waitlist_user').on(table.userId).where(sql`${table.userId} is not null`)],
);

// ---- embedded adapters ------------------------------------------------------------------------

/** The test checkout's own sessions; a real provider keeps its own. A subscription has its session's id. */
export const testCheckoutSessions = pgTable('test_checkout_sessions', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  userEmail: text('user_email').notNull(),
  plan: planName('plan').notNull(),
  mode: checkoutMode('mode').notNull(),
  status: checkoutStatus('status').notNull().default('open'),
  successUrl: text('success_url').notNull(),
  cancelUrl: text('cancel_url').notNull(),
  /** The same key opens the same session. */
  idempotencyKey: text('idempotency_key').unique(),
  /** Null for one that was not paid. */
  paidAt: instant('paid_at'),
  /** When its subscription ends, once that is canceled. */
  endsAt: instant('ends_at'),
  createdAt: createdAt(),
});

/** Mail that the embedded adapter kept instead of sending. */
export const outbox = pgTable('outbox', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
  html: text('html'),
  replyTo: text('reply_to'),
  unsubscribeUrl: text('unsubscribe_url'),
  /** A calendar file (RFC 5545). */
  calendar: text('calendar'),
  /** Content in base64. */
  files: jsonb('files').$type<{ name: string; type: string; content: string }[]>(),
  createdAt: createdAt(),
});

// The tables of the embedded identity provider, with the columns that better-auth expects.

export const identityUsers = pgTable('identity_users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

const identityUserId = () =>
  text('user_id')
    .notNull()
    .references(() => identityUsers.id, { onDelete: 'cascade' });

export const identitySessions = pgTable(
  'identity_sessions',
  {
    id: text('id').primaryKey(),
    userId: identityUserId(),
    token: text('token').notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** It began with a passkey, or one was added in it. */
    secondFactor: boolean('second_factor').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('identity_sessions_user').on(table.userId)],
);

export const identityAccounts = pgTable(
  'identity_accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: identityUserId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('identity_accounts_user').on(table.userId),
    uniqueIndex('identity_accounts_account').on(table.providerId, table.accountId),
  ],
);

export const identityVerifications = pgTable(
  'identity_verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('identity_verifications_identifier').on(table.identifier)],
);

/** Second factors; secret and backup codes are encrypted by better-auth with a key from `SECRET_KEY`. */
export const identityTwoFactors = pgTable(
  'identity_two_factors',
  {
    id: text('id').primaryKey(),
    userId: identityUserId(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    /** The first code was right: asked for from then on. */
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: instant('locked_until'),
  },
  (table) => [uniqueIndex('identity_two_factors_user').on(table.userId)],
);

export const identityPasskeys = pgTable(
  'identity_passkeys',
  {
    id: text('id').primaryKey(),
    userId: identityUserId(),
    name: text('name'),
    credentialID: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('identity_passkeys_credential').on(table.credentialID),
    index('identity_passkeys_user').on(table.userId),
  ],
);

export const identityKeys = pgTable('identity_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: createdAt(),
  expiresAt: instant('expires_at'),
});

/** One row: the id under which this installation keeps its files. */
export const installation = pgTable(
  'installation',
  {
    id: text('id').notNull(),
    /** Always true, so that there is never a second row. */
    isOnly: boolean('is_only').primaryKey().default(true),
  },
  (table) => [check('installation_only_one', sql`${table.isOnly}`)],
);

/** Rate limits that several processes count together, in the form that rate-limiter-flexible writes. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
