CREATE TABLE "daily_mails" (
	"owner_id" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"visits" integer NOT NULL,
	"sign_ups" integer NOT NULL,
	"survey_answers" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "excluded_words" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "daily_mails" ADD CONSTRAINT "daily_mails_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;