-- What an article is ordered and found by follows from the article itself.
CREATE FUNCTION complete_article() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sort_date := coalesce(NEW.pub_date, 'epoch'::timestamptz);
  NEW.title_key := left(lower(regexp_replace(NEW.title, '^[^[:alnum:]]+', '')), 200);
  NEW.search :=
    to_tsvector('english'::regconfig,
      NEW.title || E'\n' || NEW.company_names || E'\n' || coalesce(NEW.creator, '') || E'\n'
      || left(regexp_replace(NEW.content, '<[^>]*>', ' ', 'g'), 30000))
    -- A symbol is a word of its own, whatever stemming makes of it.
    || array_to_tsvector(ARRAY(SELECT lower(symbol) FROM unnest(NEW.symbols) AS symbol))
    -- Marks that no typed search can contain.
    || array_to_tsvector(array_remove(ARRAY[
         '§week:' || to_char(date_trunc('week', NEW.sort_date AT TIME ZONE 'UTC'), 'YYYY-MM-DD'),
         '§source:' || NEW.source_id,
         CASE WHEN NEW.sector <> '' THEN '§sector:' || NEW.sector END,
         '§category:' || NEW.category
       ], NULL));
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER articles_complete BEFORE INSERT OR UPDATE ON "articles"
  FOR EACH ROW EXECUTE FUNCTION complete_article();
--> statement-breakpoint
-- Counts change with the articles, in the same transaction. Rows are touched in one order, so that writers never wait
-- for each other in a circle.
CREATE FUNCTION count_added_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_counts (source_id, sector, category, articles)
    SELECT source_id, sector, category, count(*) FROM added
    GROUP BY source_id, sector, category ORDER BY source_id, sector, category
    ON CONFLICT (source_id, sector, category) DO UPDATE SET articles = news_counts.articles + EXCLUDED.articles;
  INSERT INTO news_weeks (week, articles)
    SELECT date_trunc('week', sort_date AT TIME ZONE 'UTC')::date AS week, count(*) FROM added
    GROUP BY 1 ORDER BY 1
    ON CONFLICT (week) DO UPDATE SET articles = news_weeks.articles + EXCLUDED.articles;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION count_removed_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO news_counts (source_id, sector, category, articles)
    SELECT source_id, sector, category, -count(*) FROM removed
    GROUP BY source_id, sector, category ORDER BY source_id, sector, category
    ON CONFLICT (source_id, sector, category) DO UPDATE SET articles = news_counts.articles + EXCLUDED.articles;
  INSERT INTO news_weeks (week, articles)
    SELECT date_trunc('week', sort_date AT TIME ZONE 'UTC')::date AS week, -count(*) FROM removed
    GROUP BY 1 ORDER BY 1
    ON CONFLICT (week) DO UPDATE SET articles = news_weeks.articles + EXCLUDED.articles;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER articles_count_added AFTER INSERT ON "articles"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_articles();
--> statement-breakpoint
CREATE TRIGGER articles_count_removed AFTER DELETE ON "articles"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_articles();
--> statement-breakpoint
CREATE TRIGGER articles_count_changed_new AFTER UPDATE ON "articles"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_articles();
--> statement-breakpoint
CREATE TRIGGER articles_count_changed_old AFTER UPDATE ON "articles"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_articles();
--> statement-breakpoint
-- `TRUNCATE` fires no trigger above: nothing may stand where nothing is left.
CREATE FUNCTION forget_article_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM news_counts;
  DELETE FROM news_weeks;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER articles_truncated AFTER TRUNCATE ON "articles"
  FOR EACH STATEMENT EXECUTE FUNCTION forget_article_counts();
