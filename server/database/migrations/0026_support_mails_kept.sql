CREATE TABLE "mailbox_positions" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"validity" text NOT NULL,
	"last_uid" bigint NOT NULL,
	"failed" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_mails" (
	"id" text NOT NULL,
	"request_id" text NOT NULL,
	"file" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_mails_request_id_id_pk" PRIMARY KEY("request_id","id")
);
--> statement-breakpoint
ALTER TABLE "support_mails" ADD CONSTRAINT "support_mails_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_mails_stored" ON "support_mails" USING btree ("created_at") WHERE "support_mails"."file" is not null;--> statement-breakpoint
CREATE INDEX "support_mails_file" ON "support_mails" USING btree ("file");