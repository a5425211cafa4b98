import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { AggregatedData, Analysis, Signal, TextNumbers } from '#shared/contracts/analyses.ts';
import type { BuilderName, Rewrite } from '#shared/contracts/build-prompts.ts';
import type { IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import type { SocialGroup, SurveyQuestion } from '#shared/contracts/validation.ts';

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
     * What a token names is in `user_identities`.
     */
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull().default(''),
    plan: planName('plan').notNull().default('free'),
    /** Set once a pro payment is verified; a developer subscription's end returns to it. */
    proSince: instant('pro_since'),
    createdAt: createdAt(),
  },
  (table) => [index('users_email').on(sql`lower(${table.email})`)],
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
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex('user_identities_one_a_provider').on(table.userId, table.provider),
  ],
);

/** Verified payments, one row a provider session: a plan is granted once for each. */
export const payments = pgTable('payments', {
  sessionId: text('session_id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id),
  plan: planName('plan').notNull(),
  grantedAt: instant('granted_at').notNull().defaultNow(),
});

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
     * What a search looks through. Lower case and not compressed (migration 0004), because to make text so for every
     * search takes five times as long as to look through it.
     */
    searched: text('searched').generatedAlwaysAs(sql`lower(idea || ' ' || content)`),
    nextStage: text('next_stage').$type<IdeationStage>(),
    partial: text('partial').notNull().default(''),
    receipts: jsonb('receipts').$type<SectionReceipt[]>().notNull().default([]),
    revision: integer('revision').notNull().default(1),
    savedAt: instant('saved_at'),
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
    idea: text('idea').notNull(),
    socialLinks: jsonb('social_links').$type<SocialGroup[]>().notNull(),
    questions: jsonb('questions').$type<SurveyQuestion[]>().notNull(),
    publicLink: boolean('public_link').notNull().default(false),
    /** Null for surveys that an older release stores; whoever reads trails gives them one. */
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
 * how many answered it and then how many chose each option: see `shared/rules/tally.ts`.
 */
export const surveyTallies = pgTable('survey_tallies', {
  surveyId: text('survey_id')
    .primaryKey()
    .references(() => surveys.id, { onDelete: 'cascade' }),
  /** Grows when the questions change; answers are only taken for the newest. */
  revision: integer('revision').notNull().default(1),
  submissions: integer('submissions').notNull().default(0),
  counts: integer('counts').array().notNull(),
  /** Submissions that the stored analysis has seen. */
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
    /** Positions in the tallies that this submission raised. */
    marks: integer('marks').array().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.surveyId, table.number] }),
    uniqueIndex('submissions_once').on(table.surveyId, table.idempotencyKey),
  ],
);

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
    signals: jsonb('signals').$type<Signal[]>().notNull(),
    line: integer('line').notNull(),
    submissionCount: integer('submission_count').notNull(),
    model: text('model'),
    /** How a model's words were asked for and read; null where the rules' own words stand. */
    receipt: jsonb('receipt').$type<Receipt>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('survey_analyses_newest').on(table.ownerId, table.createdAt, inCodeOrder(table.surveyId)),
  ],
);

// ---- visitors ---------------------------------------------------------------------------------

/** Contact messages and demo requests; kept whatever becomes of their mail. */
export const contactMessages = pgTable('contact_messages', {
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
});

/** Who wants to hear of Startup Social; only confirmed rows may ever be written to again. */
export const waitlist = pgTable('waitlist', {
  /** Lower case. */
  email: text('email').primaryKey(),
  /** Stands in the links of the mail. */
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
});

// ---- embedded adapters ------------------------------------------------------------------------

/** The test checkout's own sessions; a real provider keeps its own. */
export const testCheckoutSessions = pgTable('test_checkout_sessions', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  userEmail: text('user_email').notNull(),
  plan: planName('plan').notNull(),
  mode: checkoutMode('mode').notNull(),
  status: checkoutStatus('status').notNull().default('open'),
  successUrl: text('success_url').notNull(),
  cancelUrl: text('cancel_url').notNull(),
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
  createdAt: createdAt(),
});

// The four tables of the embedded identity provider, with the columns that better-auth expects.

export const identityUsers = pgTable('identity_users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
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
  (table) => [index('identity_accounts_user').on(table.userId)],
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

export const identityKeys = pgTable('identity_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: createdAt(),
  expiresAt: instant('expires_at'),
});

/** Rate limits that several processes count together, in the form that rate-limiter-flexible writes. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
