-- Written for a server that sells plans meanwhile. All of it is one transaction. The users come before the payments, as in
-- every purchase: the other way round the two would wait for each other. A lock that somebody else holds for long is not
-- waited for, because everybody would queue up behind: starting again tries again.
SET LOCAL lock_timeout = '10s';
--> statement-breakpoint
CREATE SEQUENCE "public"."billing_readings" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE TABLE "billing_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"plan" text NOT NULL,
	"payment_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"failure" text,
	"given_up_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"plan" text NOT NULL,
	"price_id" text NOT NULL,
	"session_id" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ask_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "checkouts_session_id_unique" UNIQUE("session_id")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reversals" (
	"charged_as" text NOT NULL,
	"id" text NOT NULL,
	"refunded_amount" integer DEFAULT 0 NOT NULL,
	"won" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reversals_charged_as_id_pk" PRIMARY KEY("charged_as","id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ask_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "billing_customer_id" text;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "billing_read" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "billing_mails" ADD CONSTRAINT "billing_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "billing_mails" ADD CONSTRAINT "billing_mails_payment_id_payments_session_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("session_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charged_as" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "subscription_id" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "amount" integer;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "currency" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "disputed" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "paid_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "receipt_url" text;
--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "idempotency_key" text;
--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "paid_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD COLUMN "ends_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "test_checkout_sessions" ADD CONSTRAINT "test_checkout_sessions_idempotency_key_unique" UNIQUE("idempotency_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("user_id","plan","price_id") WHERE "checkouts"."status" in ('open', 'processing');
--> statement-breakpoint
CREATE INDEX "checkouts_ask" ON "checkouts" USING btree ("ask_at") WHERE "checkouts"."status" in ('open', 'processing');
--> statement-breakpoint
CREATE INDEX "payment_events_unhandled" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."handled_at" is null;
--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "subscriptions_ask" ON "subscriptions" USING btree ("ask_at") WHERE "subscriptions"."state" <> 'ended';
--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "payments_charge" ON "payments" USING btree ("charged_as");
--> statement-breakpoint
CREATE INDEX "payments_without_subscription" ON "payments" USING btree ("granted_at") WHERE "payments"."plan" = 'developer' and "payments"."subscription_id" is null;
--> statement-breakpoint
-- Developer plans bought on the test checkout so far: each began a subscription, which has its session's id. How far it is
-- paid is asked at once.
UPDATE "payments" SET "subscription_id" = "session_id" WHERE "plan" = 'developer';
--> statement-breakpoint
INSERT INTO "subscriptions" ("id", "user_id", "state", "current_period_end", "cancel_at_period_end", "created_at", "ask_at")
SELECT "session_id", "user_id", 'active', "granted_at" + interval '1 month', false, "granted_at", now() FROM "payments" WHERE "plan" = 'developer';
--> statement-breakpoint
-- Paid, but whoever should have granted it was stopped before: asked for again at once.
INSERT INTO "checkouts" ("id", "user_id", "plan", "price_id", "session_id", "ask_at")
SELECT "id", "user_id", "plan"::text, 'price_embedded_' || "plan", "id", now() FROM "test_checkout_sessions"
WHERE "status" = 'paid' AND "user_id" IN (SELECT "id" FROM "users") AND "id" NOT IN (SELECT "session_id" FROM "payments")
ON CONFLICT DO NOTHING;
