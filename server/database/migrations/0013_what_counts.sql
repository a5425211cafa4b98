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
CREATE TABLE "theme_moves" (
	"survey_id" text NOT NULL,
	"question" integer NOT NULL,
	"number" integer NOT NULL,
	"theme" text,
	CONSTRAINT "theme_moves_survey_id_question_number_pk" PRIMARY KEY("survey_id","question","number")
);
--> statement-breakpoint
ALTER TABLE "survey_analyses" ALTER COLUMN "signals" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "channel" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "counted" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "text_hash" text;--> statement-breakpoint
ALTER TABLE "survey_analyses" ADD COLUMN "themes" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_analyses" ADD COLUMN "figures" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_analyses" ADD COLUMN "basis" jsonb;--> statement-breakpoint
ALTER TABLE "survey_analyses" ADD COLUMN "as_of" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_tallies" ADD COLUMN "set_apart" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_tallies" ADD COLUMN "deleted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_tallies" ADD COLUMN "changes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "results_links" ADD CONSTRAINT "results_links_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_rules" ADD CONSTRAINT "survey_rules_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "theme_moves" ADD CONSTRAINT "theme_moves_survey_id_number_submissions_survey_id_number_fk" FOREIGN KEY ("survey_id","number") REFERENCES "public"."submissions"("survey_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "survey_rules_open" ON "survey_rules" USING btree ("survey_id") WHERE "survey_rules"."sealed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_account" ON "submissions" USING btree ("survey_id","account") WHERE "submissions"."counted" and "submissions"."account" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_browser" ON "submissions" USING btree ("survey_id","browser",(case when "reason" is null and "account" is null then 0 else "number" end)) WHERE "submissions"."counted" and "submissions"."browser" is not null;--> statement-breakpoint
CREATE INDEX "submissions_text" ON "submissions" USING btree ("survey_id","text_hash") WHERE "submissions"."counted" and "submissions"."text_hash" is not null;--> statement-breakpoint
CREATE INDEX "submissions_set_apart" ON "submissions" USING btree ("survey_id","number") WHERE not "submissions"."counted";--> statement-breakpoint
-- Analyses from before are made again by the marks.
UPDATE "survey_tallies" SET "analysed" = 0;
