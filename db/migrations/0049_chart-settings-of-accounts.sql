DELETE FROM "chart_settings" WHERE NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "chart_settings"."user_id");--> statement-breakpoint
ALTER TABLE "chart_settings" ADD CONSTRAINT "chart_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
