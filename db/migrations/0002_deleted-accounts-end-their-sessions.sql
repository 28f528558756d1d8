-- An account that is removed, by whatever means, is signed out everywhere at once.
CREATE FUNCTION end_sessions_of_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET revoked_at = now()
    WHERE account_kind = TG_ARGV[0] AND account_id = OLD.id AND revoked_at IS NULL;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER users_deleted AFTER DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION end_sessions_of_deleted_account('customer');
--> statement-breakpoint
CREATE TRIGGER administrators_deleted AFTER DELETE ON "administrators"
  FOR EACH ROW EXECUTE FUNCTION end_sessions_of_deleted_account('administrator');
