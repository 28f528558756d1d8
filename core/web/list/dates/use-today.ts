import { useState, useSyncExternalStore } from 'react';
import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { getNow } from '#core/web/api/server-clock.ts';

const CHECK_INTERVAL_MS = 30_000;

/**
 * Returns the current date in Karachi and updates it after midnight. It is never before the date on which the server
 * rendered the page, even if the browser's clock is slow.
 */
export function useToday(renderedDate: LocalDate | null): LocalDate {
  const [firstDate] = useState(renderedDate);
  return useSyncExternalStore(
    subscribe,
    () => getLater(firstDate, getBrowserDate()),
    () => firstDate ?? getBrowserDate(),
  );
}

const getBrowserDate = () => toKarachiDate(getNow());

const getLater = (renderedDate: LocalDate | null, date: LocalDate) =>
  renderedDate !== null && renderedDate > date ? renderedDate : date;

function subscribe(onCheck: () => void): () => void {
  const timer = setInterval(onCheck, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}
