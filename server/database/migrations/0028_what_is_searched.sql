CREATE INDEX "attachments_owner" ON "attachments" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "billing_mails_user" ON "billing_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "submissions_by" ON "submissions" USING btree ("account") WHERE "submissions"."account" is not null;--> statement-breakpoint
CREATE INDEX "support_history_actor" ON "support_history" USING btree ("actor_id") WHERE "support_history"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "support_history_assigned" ON "support_history" USING btree ("to_value") WHERE "support_history"."action" = 'assigned';--> statement-breakpoint
CREATE INDEX "support_messages_author" ON "support_messages" USING btree ("author_id") WHERE "support_messages"."author_id" is not null;--> statement-breakpoint
CREATE INDEX "support_requests_claimed" ON "support_requests" USING btree ("claimed_by") WHERE "support_requests"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "waitlist_user" ON "waitlist" USING btree ("user_id") WHERE "waitlist"."user_id" is not null;