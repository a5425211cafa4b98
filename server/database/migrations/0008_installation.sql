CREATE TABLE "installation" (
	"id" text NOT NULL,
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	CONSTRAINT "installation_only_one" CHECK ("installation"."is_only")
);
--> statement-breakpoint
DROP INDEX "support_requests_due";--> statement-breakpoint
CREATE INDEX "support_requests_due" ON "support_requests" USING btree ("due_at") WHERE "support_requests"."first_answered_at" is null and "support_requests"."paused_at" is null and "support_requests"."broken_at" is null;