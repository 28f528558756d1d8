-- A search looks at a stretch of time at once. Marks of 4, 16 and 64 weeks beside that of the week name any stretch by a
-- few words of the index, where its weeks alone would be hundreds. Weeks are counted from Monday, 5 January 1970.
CREATE OR REPLACE FUNCTION complete_article() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  monday date;
  week integer;
BEGIN
  NEW.sort_date := coalesce(NEW.pub_date, 'epoch'::timestamptz);
  NEW.title_key := left(lower(regexp_replace(NEW.title, '^[^[:alnum:]]+', '')), 200);
  monday := date_trunc('week', NEW.sort_date AT TIME ZONE 'UTC')::date;
  week := (monday - date '1970-01-05') / 7;
  NEW.search :=
    to_tsvector('english'::regconfig,
      NEW.title || E'\n' || array_to_string(NEW.symbols, ' ') || E'\n' || NEW.company_names || E'\n'
      || coalesce(NEW.creator, '') || E'\n'
      || left(regexp_replace(NEW.content, '<[^>]*>', ' ', 'g'), 30000))
    -- A symbol is a word of its own, whatever stemming makes of it.
    || array_to_tsvector(ARRAY(SELECT lower(symbol) FROM unnest(NEW.symbols) AS symbol))
    -- Marks that no typed search can contain.
    || array_to_tsvector(array_remove(ARRAY[
         '§week:' || to_char(monday, 'YYYY-MM-DD'),
         '§weeks4:' || floor(week / 4.0)::integer,
         '§weeks16:' || floor(week / 16.0)::integer,
         '§weeks64:' || floor(week / 64.0)::integer,
         '§source:' || NEW.source_id,
         CASE WHEN NEW.sector <> '' THEN '§sector:' || NEW.sector END,
         '§category:' || NEW.category
       ], NULL));
  RETURN NEW;
END;
$$;
--> statement-breakpoint
-- The trigger marks what is already there.
UPDATE "articles" SET "title" = "title";
--> statement-breakpoint
-- What waits to be put into the index is read through by every search: better to put it there at once.
ALTER INDEX "articles_search_idx" SET (fastupdate = off);
