-- incompatible with earlier releases: columns of imports, news sources and grants have other names
ALTER TABLE "imports" RENAME COLUMN "refused" TO "rejected";--> statement-breakpoint
ALTER TABLE "imports" RENAME COLUMN "undone_at" TO "reverted_at";--> statement-breakpoint
ALTER TABLE "imports" RENAME COLUMN "undone_by" TO "reverted_by";--> statement-breakpoint
UPDATE "imports" SET "status" = CASE "status" WHEN 'undone' THEN 'reverted' ELSE 'reverting' END WHERE "status" IN ('undone', 'undoing');--> statement-breakpoint
ALTER TABLE "news_sources" RENAME COLUMN "last_known" TO "last_existing";--> statement-breakpoint
ALTER TABLE "news_sources" RENAME COLUMN "last_refused" TO "last_rejected";--> statement-breakpoint
ALTER TABLE "premium_grants" RENAME COLUMN "withdrawn_at" TO "revoked_at";--> statement-breakpoint
ALTER TABLE "premium_grants" RENAME COLUMN "withdrawn_by" TO "revoked_by";--> statement-breakpoint
ALTER TABLE "premium_grants" RENAME COLUMN "withdrawal_reason" TO "revocation_reason";--> statement-breakpoint
ALTER FUNCTION "refuse_history_change" RENAME TO "reject_history_change";
