CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TYPE "public"."checkout_mode" AS ENUM('payment', 'subscription');--> statement-breakpoint
CREATE TYPE "public"."checkout_status" AS ENUM('open', 'paid', 'canceled');--> statement-breakpoint
CREATE TYPE "public"."plan_name" AS ENUM('free', 'pro', 'developer');--> statement-breakpoint
CREATE SEQUENCE "public"."billing_readings" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "account_proofs" (
	"nonce" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"code" text NOT NULL,
	"linked_account_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"request_id" text,
	"message_id" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"plan" text NOT NULL,
	"payment_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"failure" text,
	"given_up_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "build_prompts" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"trail_id" text,
	"idea" text NOT NULL,
	"survey_id" text,
	"builder" text NOT NULL,
	"result" text NOT NULL,
	"form" jsonb,
	"rewrites" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"trail_id" text,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"keywords" jsonb NOT NULL,
	"forums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"excluded_words" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"paused_because" text,
	"ended_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"auto_post" boolean DEFAULT false NOT NULL,
	"confidence_threshold" integer DEFAULT 95 NOT NULL,
	"last_listened_at" timestamp (3) with time zone,
	"next_listen_at" timestamp (3) with time zone NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"feed_key" text DEFAULT gen_random_uuid()::text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"origin" text NOT NULL,
	"plan" text NOT NULL,
	"price_id" text NOT NULL,
	"session_id" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"poll_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checkouts_session_id_unique" UNIQUE("session_id")
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"message" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"time_zone" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"failure" text,
	"given_up_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"campaign_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"source" text NOT NULL,
	"host" text NOT NULL,
	"external_id" text NOT NULL,
	"thread_id" text NOT NULL,
	"community" text,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"original_post" text NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"confidence" integer NOT NULL,
	"quote" text,
	"keywords" jsonb NOT NULL,
	"day" integer NOT NULL,
	"suggested_reply" text NOT NULL,
	"suggestion_kind" text NOT NULL,
	"draft_cuts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reply_way" text NOT NULL,
	"status" text DEFAULT 'AWAITING_REVIEW' NOT NULL,
	"reply" text,
	"content_warning" text,
	"approved_at" timestamp (3) with time zone,
	"is_promotion" boolean DEFAULT false NOT NULL,
	"auto_approved" boolean DEFAULT false NOT NULL,
	"outcome" text,
	"held_because" jsonb,
	"account_id" text,
	"replied_at" timestamp (3) with time zone,
	"reply_external_id" text,
	"reply_url" text,
	"posted_text" text,
	"post_status" text DEFAULT 'unchecked' NOT NULL,
	"post_checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_mails" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"at_first" boolean DEFAULT false NOT NULL,
	"first_sent_on" text,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"visits" integer NOT NULL,
	"sign_ups" integer NOT NULL,
	"survey_answers" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_salts" (
	"day" text PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "found_opportunities" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"source" text NOT NULL,
	"host" text NOT NULL,
	"external_id" text NOT NULL,
	"thread_id" text NOT NULL,
	"opportunity" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ideation_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"trail_id" text,
	"idea" text NOT NULL,
	"content" text NOT NULL,
	"searched" text GENERATED ALWAYS AS (lower(idea || ' ' || content)) STORED,
	"next_stage" text,
	"partial" text DEFAULT '' NOT NULL,
	"receipts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp (3) with time zone,
	"name" text,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"second_factor" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity_two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" text NOT NULL,
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	CONSTRAINT "installation_only_one" CHECK ("installation"."is_only")
);
--> statement-breakpoint
CREATE TABLE "left_out_posts" (
	"campaign_id" text NOT NULL,
	"post" text NOT NULL,
	"left_out_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "left_out_posts_campaign_id_post_pk" PRIMARY KEY("campaign_id","post")
);
--> statement-breakpoint
CREATE TABLE "link_visits" (
	"day" text NOT NULL,
	"visitor" text NOT NULL,
	"code" text NOT NULL,
	"signed_up" boolean DEFAULT false NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"family" text,
	"automatic" boolean DEFAULT false NOT NULL,
	CONSTRAINT "link_visits_day_visitor_code_pk" PRIMARY KEY("day","visitor","code")
);
--> statement-breakpoint
CREATE TABLE "linked_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"source" text NOT NULL,
	"host" text NOT NULL,
	"username" text NOT NULL,
	"external_id" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"sealed_session" text,
	"account_created_at" timestamp (3) with time zone,
	"karma" integer,
	"rules" jsonb,
	"limits" jsonb,
	"needs_link" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailbox_positions" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"validity" text NOT NULL,
	"last_uid" bigint NOT NULL,
	"failed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"html" text,
	"reply_to" text,
	"unsubscribe_url" text,
	"calendar" text,
	"files" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" json,
	"origin" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"session_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"origin" text NOT NULL,
	"plan" "plan_name" NOT NULL,
	"granted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"charged_as" text,
	"subscription_id" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"disputed" boolean DEFAULT false NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"receipt_url" text,
	"reading" bigint DEFAULT 0 NOT NULL,
	"poll_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "posting_attempts" (
	"conversation_id" text PRIMARY KEY NOT NULL,
	"holder" text,
	"held_until" timestamp (3) with time zone,
	"state" text DEFAULT 'waiting' NOT NULL,
	"read_backs" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"first_tried_at" timestamp (3) with time zone,
	"has_left" boolean DEFAULT false NOT NULL,
	"sender_id" text,
	"sender_name" text,
	"sender_external_id" text,
	"sender_host" text,
	"quiet_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "respondent_contacts" (
	"survey_id" text NOT NULL,
	"number" integer NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "respondent_contacts_survey_id_number_pk" PRIMARY KEY("survey_id","number")
);
--> statement-breakpoint
CREATE TABLE "results_links" (
	"survey_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"hidden" jsonb NOT NULL,
	"shows_texts" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "results_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "reversals" (
	"charged_as" text NOT NULL,
	"id" text NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"won" boolean DEFAULT false NOT NULL,
	"reading" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reversals_charged_as_id_pk" PRIMARY KEY("charged_as","id")
);
--> statement-breakpoint
CREATE TABLE "saved_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_replies" (
	"key" text PRIMARY KEY NOT NULL,
	"reply" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"survey_id" text NOT NULL,
	"number" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"answers" jsonb NOT NULL,
	"slots" integer[] NOT NULL,
	"via" text,
	"channel" text,
	"counted" boolean DEFAULT true NOT NULL,
	"reason" text,
	"account" text,
	"browser" text,
	"network" text,
	"text_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submissions_survey_id_number_pk" PRIMARY KEY("survey_id","number")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"poll_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"actor_name" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"from_value" text,
	"to_value" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_mails" (
	"id" text NOT NULL,
	"request_id" text NOT NULL,
	"file" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_mails_request_id_id_pk" PRIMARY KEY("request_id","id")
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" text NOT NULL,
	"request_id" text NOT NULL,
	"kind" text NOT NULL,
	"author_id" text,
	"author_name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_messages_request_id_id_pk" PRIMARY KEY("request_id","id")
);
--> statement-breakpoint
CREATE TABLE "support_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"trail_id" text,
	"survey_slug" text,
	"app_name" text NOT NULL,
	"request_title" text NOT NULL,
	"app_url" text NOT NULL,
	"email" text NOT NULL,
	"issue_descriptions" jsonb NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"counted_as" text NOT NULL,
	"promised_hours" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"warn_at" timestamp (3) with time zone,
	"warned_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"remaining_ms" bigint,
	"first_answered_at" timestamp (3) with time zone,
	"broken_at" timestamp (3) with time zone,
	"given_back" boolean DEFAULT false NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"customer_waits_since" timestamp (3) with time zone,
	"claimed_by" text,
	"claimed_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"customer_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer_token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_requests_answer_token_unique" UNIQUE("answer_token")
);
--> statement-breakpoint
CREATE TABLE "support_search" (
	"request_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_analyses" (
	"survey_id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"idea" text NOT NULL,
	"analysis" jsonb NOT NULL,
	"aggregated_data" json NOT NULL,
	"text_numbers" json DEFAULT '{}'::json NOT NULL,
	"choices" json DEFAULT '{}'::json NOT NULL,
	"themes" json DEFAULT '[]'::json NOT NULL,
	"figures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"basis" jsonb,
	"line" integer NOT NULL,
	"submission_count" integer NOT NULL,
	"as_of" integer DEFAULT 0 NOT NULL,
	"model" text,
	"receipt" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_news" (
	"survey_id" text PRIMARY KEY NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"first_mailed_at" timestamp (3) with time zone,
	"mailed_decision" text,
	"decision_mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "survey_rules" (
	"survey_id" text NOT NULL,
	"version" integer NOT NULL,
	"line" integer NOT NULL,
	"minimum_answers" integer NOT NULL,
	"marks" jsonb NOT NULL,
	"hash" text NOT NULL,
	"answers_before" integer DEFAULT 0 NOT NULL,
	"sealed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "survey_rules_survey_id_version_pk" PRIMARY KEY("survey_id","version")
);
--> statement-breakpoint
CREATE TABLE "survey_tallies" (
	"survey_id" text PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"submissions" integer DEFAULT 0 NOT NULL,
	"set_apart" integer DEFAULT 0 NOT NULL,
	"deleted" integer DEFAULT 0 NOT NULL,
	"deleted_answers" integer DEFAULT 0 NOT NULL,
	"counts" integer[] NOT NULL,
	"changes" integer DEFAULT 0 NOT NULL,
	"analysed" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "surveys" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"idea" text NOT NULL,
	"app_name" text,
	"plan" jsonb,
	"social_links" jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	"public_link" boolean DEFAULT false NOT NULL,
	"people" text,
	"asks_contact" boolean DEFAULT true NOT NULL,
	"owner_only_results" boolean DEFAULT false NOT NULL,
	"shared_device" boolean DEFAULT false NOT NULL,
	"name" text,
	"archived_at" timestamp (3) with time zone,
	"trail_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_checkout_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"user_email" text NOT NULL,
	"plan" "plan_name" NOT NULL,
	"mode" "checkout_mode" NOT NULL,
	"status" "checkout_status" DEFAULT 'open' NOT NULL,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"idempotency_key" text,
	"paid_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_checkout_sessions_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "theme_moves" (
	"survey_id" text NOT NULL,
	"question" integer NOT NULL,
	"number" integer NOT NULL,
	"theme" text,
	CONSTRAINT "theme_moves_survey_id_question_number_pk" PRIMARY KEY("survey_id","question","number")
);
--> statement-breakpoint
CREATE TABLE "tracked_links" (
	"code" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"destination" text NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"automatic_visits" integer DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	"survey_answers" integer DEFAULT 0 NOT NULL,
	"qualified_answers" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracked_links_conversation_id_unique" UNIQUE("conversation_id")
);
--> statement-breakpoint
CREATE TABLE "trail_ideas" (
	"owner_id" text NOT NULL,
	"idea_key" text NOT NULL,
	"trail_id" text NOT NULL,
	CONSTRAINT "trail_ideas_owner_id_idea_key_pk" PRIMARY KEY("owner_id","idea_key")
);
--> statement-breakpoint
CREATE TABLE "trails" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"idea" text NOT NULL,
	"reading" jsonb,
	"name" text,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"sessions_ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identities_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"plan" "plan_name" DEFAULT 'free' NOT NULL,
	"pro_since" timestamp (3) with time zone,
	"last_free_request_at" timestamp (3) with time zone,
	"pro_month" text,
	"pro_month_requests" integer DEFAULT 0 NOT NULL,
	"extra_requests" integer DEFAULT 0 NOT NULL,
	"mails_off" text[] DEFAULT '{}' NOT NULL,
	"billing_customer_id" text,
	"billing_origin" text,
	"billing_read" bigint DEFAULT 0 NOT NULL,
	"deletes_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist" (
	"email" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"failure" text,
	"links_at" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	CONSTRAINT "waitlist_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "account_proofs" ADD CONSTRAINT "account_proofs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_proofs" ADD CONSTRAINT "account_proofs_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_mails" ADD CONSTRAINT "billing_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_mails" ADD CONSTRAINT "billing_mails_payment_id_payments_session_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("session_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_prompts" ADD CONSTRAINT "build_prompts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_prompts" ADD CONSTRAINT "build_prompts_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_mails" ADD CONSTRAINT "daily_mails_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "found_opportunities" ADD CONSTRAINT "found_opportunities_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ideation_sessions" ADD CONSTRAINT "ideation_sessions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ideation_sessions" ADD CONSTRAINT "ideation_sessions_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_accounts" ADD CONSTRAINT "identity_accounts_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_passkeys" ADD CONSTRAINT "identity_passkeys_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_two_factors" ADD CONSTRAINT "identity_two_factors_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "left_out_posts" ADD CONSTRAINT "left_out_posts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD CONSTRAINT "linked_accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posting_attempts" ADD CONSTRAINT "posting_attempts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "respondent_contacts" ADD CONSTRAINT "respondent_contacts_submission" FOREIGN KEY ("survey_id","number") REFERENCES "public"."submissions"("survey_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results_links" ADD CONSTRAINT "results_links_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_history" ADD CONSTRAINT "support_history_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_history" ADD CONSTRAINT "support_history_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_mails" ADD CONSTRAINT "support_mails_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_search" ADD CONSTRAINT "support_search_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_analyses" ADD CONSTRAINT "survey_analyses_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_news" ADD CONSTRAINT "survey_news_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_rules" ADD CONSTRAINT "survey_rules_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_tallies" ADD CONSTRAINT "survey_tallies_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "theme_moves" ADD CONSTRAINT "theme_moves_survey_id_number_submissions_survey_id_number_fk" FOREIGN KEY ("survey_id","number") REFERENCES "public"."submissions"("survey_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD CONSTRAINT "tracked_links_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD CONSTRAINT "tracked_links_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trail_ideas" ADD CONSTRAINT "trail_ideas_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trails" ADD CONSTRAINT "trails_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist" ADD CONSTRAINT "waitlist_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_owner" ON "attachments" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "attachments_request" ON "attachments" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "attachments_unused" ON "attachments" USING btree ("created_at") WHERE "attachments"."request_id" is null;--> statement-breakpoint
CREATE INDEX "billing_mails_user" ON "billing_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "build_prompts_owner" ON "build_prompts" USING btree ("owner_id","updated_at");--> statement-breakpoint
CREATE INDEX "build_prompts_trail" ON "build_prompts" USING btree ("trail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_once" ON "campaigns" USING btree ("owner_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_feed" ON "campaigns" USING btree ("feed_key");--> statement-breakpoint
CREATE INDEX "campaigns_owner" ON "campaigns" USING btree ("owner_id","created_at","id" collate "C");--> statement-breakpoint
CREATE INDEX "campaigns_trail" ON "campaigns" USING btree ("trail_id");--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" USING btree ("next_listen_at") WHERE "campaigns"."active";--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open_plan" ON "checkouts" USING btree ("user_id","plan","origin") WHERE "checkouts"."status" in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "checkouts_poll" ON "checkouts" USING btree ("poll_at") WHERE "checkouts"."status" in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_once" ON "conversations" USING btree ("campaign_id","source","host","external_id");--> statement-breakpoint
CREATE INDEX "conversations_owner" ON "conversations" USING btree ("owner_id","created_at","id" collate "C");--> statement-breakpoint
CREATE INDEX "conversations_status" ON "conversations" USING btree ("campaign_id","status");--> statement-breakpoint
CREATE INDEX "conversations_replied" ON "conversations" USING btree ("owner_id","source","host","replied_at");--> statement-breakpoint
CREATE INDEX "conversations_on_their_way" ON "conversations" USING btree ("updated_at") WHERE "conversations"."status" in ('APPROVED', 'POSTING', 'READY', 'UNCONFIRMED');--> statement-breakpoint
CREATE INDEX "conversations_posted" ON "conversations" USING btree ("post_checked_at") WHERE "conversations"."status" = 'POSTED';--> statement-breakpoint
CREATE UNIQUE INDEX "found_opportunities_once" ON "found_opportunities" USING btree ("owner_id","source","host","external_id");--> statement-breakpoint
CREATE INDEX "found_opportunities_age" ON "found_opportunities" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ideation_sessions_owner" ON "ideation_sessions" USING btree ("owner_id","created_at","id" collate "C");--> statement-breakpoint
CREATE INDEX "ideation_sessions_unsaved" ON "ideation_sessions" USING btree ("owner_id","updated_at") WHERE "ideation_sessions"."saved_at" is null;--> statement-breakpoint
CREATE INDEX "ideation_sessions_trail" ON "ideation_sessions" USING btree ("trail_id");--> statement-breakpoint
CREATE INDEX "identity_accounts_user" ON "identity_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_accounts_account" ON "identity_accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_passkeys_credential" ON "identity_passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "identity_passkeys_user" ON "identity_passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_sessions_user" ON "identity_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_two_factors_user" ON "identity_two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_verifications_identifier" ON "identity_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "link_visits_recent" ON "link_visits" USING btree ("code","at");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_accounts_one" ON "linked_accounts" USING btree ("owner_id","source","host");--> statement-breakpoint
CREATE INDEX "payment_events_unhandled" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "payment_events_kept" ON "payment_events" USING btree ("handled_at") WHERE "payment_events"."payload" is not null;--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payments_charge" ON "payments" USING btree ("charged_as");--> statement-breakpoint
CREATE INDEX "payments_poll" ON "payments" USING btree ("poll_at") WHERE "payments"."poll_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_without_subscription" ON "payments" USING btree ("granted_at") WHERE "payments"."plan" = 'developer' and "payments"."subscription_id" is null;--> statement-breakpoint
CREATE INDEX "source_replies_age" ON "source_replies" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_once" ON "submissions" USING btree ("survey_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_account" ON "submissions" USING btree ("survey_id","account") WHERE "submissions"."counted" and "submissions"."account" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_browser" ON "submissions" USING btree ("survey_id","browser",(case when "reason" is null and "account" is null then 0 else "number" end)) WHERE "submissions"."counted" and "submissions"."browser" is not null;--> statement-breakpoint
CREATE INDEX "submissions_text" ON "submissions" USING btree ("survey_id","text_hash") WHERE "submissions"."counted" and "submissions"."text_hash" is not null;--> statement-breakpoint
CREATE INDEX "submissions_set_apart" ON "submissions" USING btree ("survey_id","number") WHERE not "submissions"."counted";--> statement-breakpoint
CREATE INDEX "submissions_by" ON "submissions" USING btree ("account") WHERE "submissions"."account" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscriptions_poll" ON "subscriptions" USING btree ("poll_at") WHERE "subscriptions"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "support_history_request" ON "support_history" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "support_history_actor" ON "support_history" USING btree ("actor_id") WHERE "support_history"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "support_history_assigned" ON "support_history" USING btree ("to_value") WHERE "support_history"."action" = 'assigned';--> statement-breakpoint
CREATE INDEX "support_mails_stored" ON "support_mails" USING btree ("created_at") WHERE "support_mails"."file" is not null;--> statement-breakpoint
CREATE INDEX "support_mails_file" ON "support_mails" USING btree ("file");--> statement-breakpoint
CREATE INDEX "support_messages_thread" ON "support_messages" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "support_messages_author" ON "support_messages" USING btree ("author_id") WHERE "support_messages"."author_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "support_requests_once" ON "support_requests" USING btree ("owner_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "support_requests_owner" ON "support_requests" USING btree ("owner_id","created_at","id" collate "C");--> statement-breakpoint
CREATE INDEX "support_requests_trail" ON "support_requests" USING btree ("trail_id");--> statement-breakpoint
CREATE INDEX "support_requests_due" ON "support_requests" USING btree ("due_at") WHERE "support_requests"."first_answered_at" is null and "support_requests"."paused_at" is null and "support_requests"."broken_at" is null;--> statement-breakpoint
CREATE INDEX "support_requests_claimed" ON "support_requests" USING btree ("claimed_by") WHERE "support_requests"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "support_requests_unresolved" ON "support_requests" USING btree ("created_at") WHERE "support_requests"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "support_requests_resolved" ON "support_requests" USING btree ("resolved_at") WHERE "support_requests"."resolved_at" is not null;--> statement-breakpoint
CREATE INDEX "support_search_newest" ON "support_search" USING btree ("created_at","request_id" collate "C");--> statement-breakpoint
CREATE INDEX "support_search_words" ON "support_search" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "survey_analyses_newest" ON "survey_analyses" USING btree ("owner_id","created_at","survey_id" collate "C");--> statement-breakpoint
CREATE INDEX "survey_rules_open" ON "survey_rules" USING btree ("survey_id") WHERE "survey_rules"."sealed_at" is null;--> statement-breakpoint
CREATE INDEX "surveys_owner" ON "surveys" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "surveys_trail" ON "surveys" USING btree ("trail_id");--> statement-breakpoint
CREATE INDEX "tracked_links_campaign" ON "tracked_links" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "trail_ideas_trail" ON "trail_ideas" USING btree ("trail_id");--> statement-breakpoint
CREATE INDEX "trails_owner" ON "trails" USING btree ("owner_id","created_at","id" collate "C");--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_one_a_provider" ON "user_identities" USING btree ("user_id","provider");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_leaving" ON "users" USING btree ("deletes_at") WHERE "users"."deletes_at" is not null;--> statement-breakpoint
CREATE INDEX "waitlist_user" ON "waitlist" USING btree ("user_id") WHERE "waitlist"."user_id" is not null;--> statement-breakpoint
ALTER TABLE "survey_tallies" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "ideation_sessions" ALTER COLUMN "searched" SET STORAGE EXTERNAL;--> statement-breakpoint
CREATE FUNCTION "keep_support_search"("changed" text) RETURNS void LANGUAGE sql AS $$
	-- One change at a time: the next statement sees what the change before it wrote.
	SELECT FROM "support_requests" WHERE "id" = "changed" FOR NO KEY UPDATE;
	INSERT INTO "support_search" ("request_id", "created_at", "words")
	SELECT "request"."id", "request"."created_at", lower(concat_ws(chr(10),
		"request"."request_title", "request"."app_name", "request"."email", "owner"."name", "owner"."email",
		(SELECT string_agg("issue", chr(10)) FROM jsonb_array_elements_text("request"."issue_descriptions") AS "issue"),
		(SELECT string_agg("message"."text", chr(10)) FROM "support_messages" AS "message" WHERE "message"."request_id" = "request"."id")))
	FROM "support_requests" AS "request" JOIN "users" AS "owner" ON "owner"."id" = "request"."owner_id"
	WHERE "request"."id" = "changed"
	ON CONFLICT ("request_id") DO UPDATE SET "words" = excluded."words";
$$;--> statement-breakpoint
CREATE FUNCTION "search_changed_request"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM "keep_support_search"(NEW."id"); RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION "search_new_message"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM "keep_support_search"(NEW."request_id"); RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION "search_renamed_owner"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM "keep_support_search"("id") FROM "support_requests" WHERE "owner_id" = NEW."id"; RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER "support_requests_search" AFTER INSERT OR UPDATE OF "request_title", "app_name", "email", "issue_descriptions" ON "support_requests" FOR EACH ROW EXECUTE FUNCTION "search_changed_request"();--> statement-breakpoint
CREATE TRIGGER "support_messages_search" AFTER INSERT ON "support_messages" FOR EACH ROW EXECUTE FUNCTION "search_new_message"();--> statement-breakpoint
CREATE TRIGGER "users_search" AFTER UPDATE OF "name", "email" ON "users" FOR EACH ROW WHEN (OLD."name" <> NEW."name" OR OLD."email" <> NEW."email") EXECUTE FUNCTION "search_renamed_owner"();
