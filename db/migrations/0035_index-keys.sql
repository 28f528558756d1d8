CREATE INDEX "ledger_entries_keys_idx" ON "ledger_entries" USING btree ("sequence") WHERE "ledger_entries"."kind" = 'key.started';
