ALTER TABLE "conversations" ADD COLUMN "content_warning" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "posted_text" text;--> statement-breakpoint
ALTER TABLE "link_visits" ADD COLUMN "at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "link_visits" ADD COLUMN "family" text;--> statement-breakpoint
ALTER TABLE "link_visits" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD COLUMN "external_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD COLUMN "limits" jsonb;--> statement-breakpoint
ALTER TABLE "posting_attempts" ADD COLUMN "sender_external_id" text;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD COLUMN "automatic_visits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "link_visits_recent" ON "link_visits" USING btree ("code","at");