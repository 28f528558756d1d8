-- Sectors of signals were stored with invisible characters, which filters by them no longer contain. As in `toSingleLine`.
CREATE FUNCTION to_single_line(line text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  line := regexp_replace(line, '[\t\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g');
  line := regexp_replace(line, '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f'
    '\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g');
  line := regexp_replace(line, '([\u200c\u200d])[\u200c\u200d]+', '\1', 'g');
  line := regexp_replace(line, '(^|[ -~])[\u200c\u200d]', '\1', 'g');
  RETURN regexp_replace(line, '[\u200c\u200d](?=$|[ -~])', '', 'g');
END;
$$;
--> statement-breakpoint
UPDATE "signals" SET "sector" = nullif(btrim(cleaned.sector, E' \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'), '')
  FROM (SELECT "id", to_single_line("sector") AS sector FROM "signals" WHERE "sector" IS NOT NULL) cleaned
  WHERE cleaned.id = "signals"."id" AND cleaned.sector <> "signals"."sector";
--> statement-breakpoint
DROP FUNCTION to_single_line(text);
