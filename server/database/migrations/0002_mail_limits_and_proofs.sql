ALTER TABLE "contact_messages" ADD COLUMN "given_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_identities" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waitlist" ADD COLUMN "links_at" timestamp (3) with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "user_identities" SET "verified_at" = now() WHERE "email_verified";