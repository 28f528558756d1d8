import { useState, useSyncExternalStore } from 'react';
import { toKarachiDate } from '#contract/dates.ts';

const CHECK_MS = 30_000;

/**
 * The day in Karachi, which moves on at its midnight while the page stays open. It is never before the day on which the
 * server rendered the page, whatever the browser's clock says; also once the reader has filtered what was rendered.
 */
export function useToday(renderedDay: string | null): string {
  const [firstDay] = useState(renderedDay);
  return useSyncExternalStore(
    onCheck,
    () => laterOf(firstDay, browserDay()),
    () => firstDay ?? browserDay(),
  );
}

const browserDay = () => toKarachiDate(new Date());

const laterOf = (renderedDay: string | null, day: string) =>
  renderedDay !== null && renderedDay > day ? renderedDay : day;

function onCheck(look: () => void): () => void {
  const timer = setInterval(look, CHECK_MS);
  return () => clearInterval(timer);
}
