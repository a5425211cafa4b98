-- Written for a server that answers people meanwhile. All of it is one transaction, and it keeps every lock to its end:
-- what is slow comes first, under a lock that readers don't notice, and what keeps everybody out comes last.
-- A lock that somebody else holds for long is not waited for, because everybody would queue up behind: starting again
-- tries again.
SET LOCAL lock_timeout = '10s';
--> statement-breakpoint
CREATE TABLE "build_prompts" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"trail_id" text,
	"idea" text NOT NULL,
	"survey_id" text,
	"builder" text NOT NULL,
	"result" text NOT NULL,
	"rewrites" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Lower case for the search, and not compressed: to unpack it for every search takes longer than to look through it.
ALTER TABLE "ideation_sessions" ALTER COLUMN "searched" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE INDEX "build_prompts_owner" ON "build_prompts" USING btree ("owner_id","updated_at");
--> statement-breakpoint
CREATE INDEX "build_prompts_trail" ON "build_prompts" USING btree ("trail_id");
--> statement-breakpoint
CREATE INDEX "ideation_sessions_owner" ON "ideation_sessions" USING btree ("owner_id","created_at","id" collate "C");
--> statement-breakpoint
CREATE INDEX "ideation_sessions_unsaved" ON "ideation_sessions" USING btree ("owner_id","updated_at") WHERE "ideation_sessions"."saved_at" is null;
--> statement-breakpoint
CREATE INDEX "ideation_sessions_trail" ON "ideation_sessions" USING btree ("trail_id");
--> statement-breakpoint
CREATE INDEX "trail_ideas_trail" ON "trail_ideas" USING btree ("trail_id");
--> statement-breakpoint
CREATE INDEX "trails_owner" ON "trails" USING btree ("owner_id","created_at","id" collate "C");
--> statement-breakpoint
ALTER TABLE "build_prompts" ADD CONSTRAINT "build_prompts_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ideation_sessions" ADD CONSTRAINT "ideation_sessions_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trail_ideas" ADD CONSTRAINT "trail_ideas_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Beside the old index, which goes at the end: analyses can be read while this one is built.
CREATE INDEX "survey_analyses_newest" ON "survey_analyses" USING btree ("owner_id","created_at","survey_id" collate "C");
--> statement-breakpoint
ALTER TABLE "build_prompts" ADD CONSTRAINT "build_prompts_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ideation_sessions" ADD CONSTRAINT "ideation_sessions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "trails" ADD CONSTRAINT "trails_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- As part of its column the foreign key is valid without a look at the rows, which have nothing in it yet.
ALTER TABLE "surveys" ADD COLUMN "trail_id" text CONSTRAINT "surveys_trail_id_trails_id_fk" REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Nobody reads surveys while this goes through them: a twentieth of a second for 100,000.
CREATE INDEX "surveys_trail" ON "surveys" USING btree ("trail_id");
--> statement-breakpoint
ALTER TABLE "survey_analyses" ADD COLUMN "receipt" jsonb;
--> statement-breakpoint
DROP INDEX "survey_analyses_owner";
--> statement-breakpoint
-- Counts are written before every AI reply and last an hour at most: losing them in a crash costs less than a commit on disk.
ALTER TABLE "rate_limits" SET UNLOGGED;
