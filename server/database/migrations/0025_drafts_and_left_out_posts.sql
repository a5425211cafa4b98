CREATE TABLE "left_out_posts" (
	"campaign_id" text NOT NULL,
	"post" text NOT NULL,
	"left_out_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "left_out_posts_campaign_id_post_pk" PRIMARY KEY("campaign_id","post")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "quote" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "draft_cuts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "left_out_posts" ADD CONSTRAINT "left_out_posts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversations" DROP COLUMN "why";