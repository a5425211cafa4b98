CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "support_search" (
	"request_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "files" jsonb;--> statement-breakpoint
ALTER TABLE "support_search" ADD CONSTRAINT "support_search_request_id_support_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."support_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_search_newest" ON "support_search" USING btree ("created_at","request_id" collate "C");--> statement-breakpoint
CREATE INDEX "support_search_words" ON "support_search" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE FUNCTION "keep_support_search"("changed" text) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "support_search" ("request_id", "created_at", "words")
	SELECT "request"."id", "request"."created_at", lower(concat_ws(chr(10),
		"request"."request_title", "request"."app_name", "request"."email", "owner"."name", "owner"."email",
		(SELECT string_agg("issue", chr(10)) FROM jsonb_array_elements_text("request"."issue_descriptions") AS "issue"),
		(SELECT string_agg("message"."text", chr(10)) FROM "support_messages" AS "message" WHERE "message"."request_id" = "request"."id")))
	FROM "support_requests" AS "request" JOIN "users" AS "owner" ON "owner"."id" = "request"."owner_id"
	WHERE "request"."id" = "changed"
	ON CONFLICT ("request_id") DO UPDATE SET "words" = excluded."words";
$$;--> statement-breakpoint
CREATE FUNCTION "search_changed_request"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM "keep_support_search"(NEW."id"); RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION "search_new_message"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM "keep_support_search"(NEW."request_id"); RETURN NULL; END $$;--> statement-breakpoint
CREATE FUNCTION "search_renamed_owner"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM "keep_support_search"("id") FROM "support_requests" WHERE "owner_id" = NEW."id"; RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER "support_requests_search" AFTER INSERT OR UPDATE OF "request_title", "app_name", "email", "issue_descriptions" ON "support_requests" FOR EACH ROW EXECUTE FUNCTION "search_changed_request"();--> statement-breakpoint
CREATE TRIGGER "support_messages_search" AFTER INSERT ON "support_messages" FOR EACH ROW EXECUTE FUNCTION "search_new_message"();--> statement-breakpoint
CREATE TRIGGER "users_search" AFTER UPDATE OF "name", "email" ON "users" FOR EACH ROW WHEN (OLD."name" <> NEW."name" OR OLD."email" <> NEW."email") EXECUTE FUNCTION "search_renamed_owner"();--> statement-breakpoint
SELECT "keep_support_search"("id") FROM "support_requests";
