CREATE TABLE "attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"request_id" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"actor_name" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"from_value" text,
	"to_value" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" text NOT NULL,
	"request_id" text NOT NULL,
	"kind" text NOT NULL,
	"author_id" text,
	"author_name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_messages_request_id_id_pk" PRIMARY KEY("request_id","id")
);
--> statement-breakpoint
CREATE TABLE "support_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"trail_id" text,
	"survey_slug" text,
	"app_name" text NOT NULL,
	"request_title" text NOT NULL,
	"app_url" text NOT NULL,
	"email" text NOT NULL,
	"issue_descriptions" jsonb NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"counted_as" text NOT NULL,
	"promised_hours" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"remaining_ms" bigint,
	"first_answered_at" timestamp (3) with time zone,
	"broken_at" timestamp (3) with time zone,
	"given_back" boolean DEFAULT false NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"customer_waits_since" timestamp (3) with time zone,
	"claimed_by" text,
	"claimed_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"answer_token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_requests_answer_token_unique" UNIQUE("answer_token")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_free_request_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pro_month" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pro_month_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "extra_requests" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mails_off" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_history" ADD CONSTRAINT "support_history_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_history" ADD CONSTRAINT "support_history_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_trail_id_trails_id_fk" FOREIGN KEY ("trail_id") REFERENCES "public"."trails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_requests" ADD CONSTRAINT "support_requests_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_request" ON "attachments" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "attachments_unused" ON "attachments" USING btree ("created_at") WHERE "attachments"."request_id" is null;--> statement-breakpoint
CREATE INDEX "support_history_request" ON "support_history" USING btree ("request_id","id");--> statement-breakpoint
CREATE INDEX "support_messages_thread" ON "support_messages" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "support_requests_once" ON "support_requests" USING btree ("owner_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "support_requests_owner" ON "support_requests" USING btree ("owner_id","created_at","id" collate "C");--> statement-breakpoint
CREATE INDEX "support_requests_trail" ON "support_requests" USING btree ("trail_id");--> statement-breakpoint
CREATE INDEX "support_requests_due" ON "support_requests" USING btree ("due_at") WHERE "support_requests"."first_answered_at" is null and "support_requests"."paused_at" is null and "support_requests"."broken_at" is null and "support_requests"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "support_requests_unresolved" ON "support_requests" USING btree ("created_at") WHERE "support_requests"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "support_requests_resolved" ON "support_requests" USING btree ("resolved_at") WHERE "support_requests"."resolved_at" is not null;