ALTER TABLE "signals" ADD COLUMN "code" text;--> statement-breakpoint
CREATE UNIQUE INDEX "signals_code_key" ON "signals" USING btree ("code");--> statement-breakpoint
-- Seven symbols of Crockford's alphabet, 35 bits. Servers of the previous release, which do not name the column, publish signals with a code too.
CREATE FUNCTION new_signal_code() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  bits bigint;
  candidate text;
BEGIN
  LOOP
    -- The first 48 bits of a version 4 UUID are random.
    bits := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
    SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((bits >> (5 * place)) & 31)::integer + 1, 1), '')
      INTO candidate FROM generate_series(0, 6) AS place;
    EXIT WHEN NOT EXISTS (SELECT FROM signals WHERE code = candidate);
  END LOOP;
  RETURN candidate;
END;
$$;
--> statement-breakpoint
UPDATE "signals" SET "code" = new_signal_code();--> statement-breakpoint
ALTER TABLE "signals" ALTER COLUMN "code" SET DEFAULT new_signal_code();--> statement-breakpoint
ALTER TABLE "signals" ALTER COLUMN "code" SET NOT NULL;
