-- Indexes for searches of parts of words. The owner of the database may create the extension.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "users_date_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin (("first_name" || ' ' || "last_name") gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "paddle_customers_search_idx" ON "paddle_customers" USING gin ("paddle_customer_id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "subscriptions_search_idx" ON "subscriptions" USING gin ("paddle_id" gin_trgm_ops,"paddle_customer_id" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "signals_date_idx" ON "signals" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"signal_type","call_status") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "signals_state_idx" ON "signals" USING btree ("signal_type","call_status","created_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "signals_closed_idx" ON "signals" USING btree ("signal_type","closed_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "signals_symbol_idx" ON "signals" USING btree ("signal_type","symbol");--> statement-breakpoint
CREATE INDEX "signals_search_idx" ON "signals" USING gin ("symbol" gin_trgm_ops,"title" gin_trgm_ops);
