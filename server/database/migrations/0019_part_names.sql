ALTER TABLE "ideation_sessions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "ideation_sessions" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "surveys" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "surveys" ADD COLUMN "archived_at" timestamp (3) with time zone;