ALTER TABLE "trails" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "trails" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletes_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_leaving" ON "users" USING btree ("deletes_at") WHERE "users"."deletes_at" is not null;