CREATE TABLE "respondent_contacts" (
	"survey_id" text NOT NULL,
	"number" integer NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "respondent_contacts_survey_id_number_pk" PRIMARY KEY("survey_id","number")
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
ALTER TABLE "submissions" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "survey_tallies" ADD COLUMN "deleted_answers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "survey_tallies" ADD COLUMN "wording_changes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "surveys" ADD COLUMN "people" text;--> statement-breakpoint
ALTER TABLE "surveys" ADD COLUMN "asks_contact" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "surveys" ADD COLUMN "owner_only_results" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "surveys" ADD COLUMN "shared_device" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "respondent_contacts" ADD CONSTRAINT "respondent_contacts_submission" FOREIGN KEY ("survey_id","number") REFERENCES "public"."submissions"("survey_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_news" ADD CONSTRAINT "survey_news_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Answers and verdicts of today are no news to their owners.
INSERT INTO "survey_news" ("survey_id", "seen", "first_mailed_at", "mailed_decision", "decision_mailed_at")
  SELECT t.survey_id, t.submissions, now(),
    CASE WHEN a.basis->>'reason' IN ('settled', 'contradictory', 'open') THEN a.analysis->>'goNoGoDecision' END, now()
  FROM survey_tallies t JOIN survey_analyses a USING (survey_id) WHERE a.submission_count > 0;--> statement-breakpoint
-- Verdicts follow another rule now: each is made again within a minute.
DELETE FROM "survey_analyses";--> statement-breakpoint
UPDATE "survey_tallies" SET "changes" = "changes" + 1;
