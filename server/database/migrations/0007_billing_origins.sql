-- All of it is one transaction, users before payments as in every purchase; a lock that is held for long is not waited for.
SET LOCAL lock_timeout = '10s';
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "billing_origin" text;--> statement-breakpoint
UPDATE "users" SET "billing_origin" = 'embedded' WHERE "id" IN (SELECT "user_id" FROM "payments");--> statement-breakpoint
DROP INDEX "checkouts_one_open";--> statement-breakpoint
ALTER TABLE "payment_events" ALTER COLUMN "payload" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "refunded_amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "reversals" ALTER COLUMN "refunded_amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "origin" text DEFAULT 'embedded' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "origin" text DEFAULT 'embedded' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reading" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "ask_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reversals" ADD COLUMN "reading" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "origin" text DEFAULT 'embedded' NOT NULL;--> statement-breakpoint
-- Of several open checkouts for one plan the newest stays; what is paid on another one is still told and counted.
UPDATE "checkouts" SET "status" = 'canceled' WHERE "status" in ('open', 'processing') AND EXISTS (
  SELECT 1 FROM "checkouts" AS newer WHERE newer."user_id" = "checkouts"."user_id" AND newer."plan" = "checkouts"."plan"
    AND newer."status" in ('open', 'processing') AND (newer."created_at", newer."id") > ("checkouts"."created_at", "checkouts"."id"));--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open_plan" ON "checkouts" USING btree ("user_id","plan","origin") WHERE "checkouts"."status" in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "payment_events_kept" ON "payment_events" USING btree ("handled_at") WHERE "payment_events"."payload" is not null;--> statement-breakpoint
CREATE INDEX "payments_ask" ON "payments" USING btree ("ask_at") WHERE "payments"."ask_at" is not null;