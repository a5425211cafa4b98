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
	"active" boolean DEFAULT true NOT NULL,
	"paused_because" text,
	"auto_post" boolean DEFAULT false NOT NULL,
	"confidence_threshold" integer DEFAULT 95 NOT NULL,
	"last_listened_at" timestamp (3) with time zone,
	"next_listen_at" timestamp (3) with time zone NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"why" jsonb NOT NULL,
	"keywords" jsonb NOT NULL,
	"day" integer NOT NULL,
	"suggested_reply" text NOT NULL,
	"suggestion_kind" text NOT NULL,
	"reply_way" text NOT NULL,
	"status" text DEFAULT 'AWAITING_REVIEW' NOT NULL,
	"reply" text,
	"approved_at" timestamp (3) with time zone,
	"is_promotion" boolean DEFAULT false NOT NULL,
	"auto_approved" boolean DEFAULT false NOT NULL,
	"held_because" text,
	"outcome" text,
	"outcome_text" text,
	"account_id" text,
	"replied_at" timestamp (3) with time zone,
	"reply_external_id" text,
	"reply_url" text,
	"standing" text DEFAULT 'unchecked' NOT NULL,
	"standing_checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "link_visits" (
	"day" text NOT NULL,
	"visitor" text NOT NULL,
	"code" text NOT NULL,
	"signed_up" boolean DEFAULT false NOT NULL,
	CONSTRAINT "link_visits_day_visitor_code_pk" PRIMARY KEY("day","visitor","code")
);
--> statement-breakpoint
CREATE TABLE "linked_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"source" text NOT NULL,
	"host" text NOT NULL,
	"username" text NOT NULL,
	"way" text NOT NULL,
	"sealed_session" text,
	"account_created_at" timestamp (3) with time zone,
	"karma" integer,
	"needs_link" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"sender_host" text,
	"quiet_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"refilled_at" timestamp (3) with time zone NOT NULL,
	"quiet_until" timestamp (3) with time zone,
	"refusals" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_replies" (
	"key" text PRIMARY KEY NOT NULL,
	"reply" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracked_links" (
	"code" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"destination" text NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"sign_ups" integer DEFAULT 0 NOT NULL,
	"survey_answers" integer DEFAULT 0 NOT NULL,
	"qualified_answers" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracked_links_conversation_id_unique" UNIQUE("conversation_id")
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "account_proofs" ADD CONSTRAINT "account_proofs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_proofs" ADD CONSTRAINT "account_proofs_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "found_opportunities" ADD CONSTRAINT "found_opportunities_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD CONSTRAINT "linked_accounts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posting_attempts" ADD CONSTRAINT "posting_attempts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD CONSTRAINT "tracked_links_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD CONSTRAINT "tracked_links_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_once" ON "campaigns" USING btree ("owner_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "campaigns_owner" ON "campaigns" USING btree ("owner_id","created_at","id" collate "C");--> statement-breakpoint
CREATE INDEX "campaigns_trail" ON "campaigns" USING btree ("trail_id");--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" USING btree ("next_listen_at") WHERE "campaigns"."active";--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_once" ON "conversations" USING btree ("campaign_id","source","host","external_id");--> statement-breakpoint
CREATE INDEX "conversations_owner" ON "conversations" USING btree ("owner_id","created_at","id" collate "C");--> statement-breakpoint
CREATE INDEX "conversations_status" ON "conversations" USING btree ("campaign_id","status");--> statement-breakpoint
CREATE INDEX "conversations_replied" ON "conversations" USING btree ("owner_id","source","host","replied_at");--> statement-breakpoint
CREATE INDEX "conversations_on_their_way" ON "conversations" USING btree ("updated_at") WHERE "conversations"."status" in ('APPROVED', 'POSTING', 'READY', 'UNCONFIRMED');--> statement-breakpoint
CREATE INDEX "conversations_posted" ON "conversations" USING btree ("standing_checked_at") WHERE "conversations"."status" = 'POSTED';--> statement-breakpoint
CREATE UNIQUE INDEX "found_opportunities_once" ON "found_opportunities" USING btree ("owner_id","source","host","external_id");--> statement-breakpoint
CREATE INDEX "found_opportunities_age" ON "found_opportunities" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_accounts_one" ON "linked_accounts" USING btree ("owner_id","source","host");--> statement-breakpoint
CREATE INDEX "source_replies_age" ON "source_replies" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tracked_links_campaign" ON "tracked_links" USING btree ("campaign_id");