ALTER TABLE "surveys" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "trails" ADD COLUMN "reading" jsonb;