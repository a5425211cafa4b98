-- The sentences of before are no codes; a reply that is held still is decided again.
ALTER TABLE "conversations" ALTER COLUMN "held_because" SET DATA TYPE jsonb USING NULL;--> statement-breakpoint
-- Reports of before do not say when a source was asked; the next round asks all.
UPDATE "campaigns" SET "sources" = '[]';--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "feed_key" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_mails" ADD COLUMN "at_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "daily_mails" ADD COLUMN "first_sent_on" text;--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_feed" ON "campaigns" USING btree ("feed_key");--> statement-breakpoint
ALTER TABLE "conversations" DROP COLUMN "outcome_text";