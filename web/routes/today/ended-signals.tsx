import '#web/watchlist/entered-account.ts';
import { Link } from 'react-router';
import { toKarachiDate } from '#contract/dates.ts';
import { getSignalPath } from '#contract/paths.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { getStateLabel } from '#contract/signals/signal-state.ts';
import { NO_FILTERS } from '#web/routes/signals/psx/filters.ts';
import { useSignals } from '#web/routes/signals/psx/use-signals.ts';
import { StateLine } from '#web/signals/state-line.tsx';
import { Section } from '#web/ui/section.tsx';

const toFilters = (symbol: string[]) => ({ ...NO_FILTERS, state: 'ended', symbol }) as const;

interface EndedSignalsProps {
  /** When the user was last here. */
  since: string;
  /** The user may have access to premium signals. */
  hasPremium: boolean;
  /** The companies to which the page is limited; none for all. */
  symbol: string[];
}

/** The signals that ended since the user was last here. Nothing without any. */
export function EndedSignals(props: EndedSignalsProps) {
  return props.hasPremium ? <EndedOfUser {...props} /> : <EndedFree {...props} />;
}

function EndedFree({ since, symbol }: EndedSignalsProps) {
  const intraday = useSignals('intraday', toFilters(symbol), null);
  return <EndedList signals={intraday.data?.results ?? []} since={since} />;
}

function EndedOfUser({ since, symbol }: EndedSignalsProps) {
  const filters = toFilters(symbol);
  const lists = [
    useSignals('intraday', filters, null),
    useSignals('swing', filters, null),
    useSignals('investment', filters, null),
  ];
  return <EndedList signals={lists.flatMap(({ data }) => data?.results ?? [])} since={since} />;
}

function EndedList({ signals, since }: { signals: readonly Signal[]; since: string }) {
  const ended = signals.filter((signal) => hasEndedSince(signal, since));
  if (ended.length === 0) return null;
  return (
    <Section id="ended" title="Ended since your last visit">
      <ul className="text-sm">
        {ended.map((signal) => (
          <li key={signal.id} className="relative flex flex-wrap gap-x-3 border-b border-line py-2">
            <Link
              to={getSignalPath(signal.id)}
              translate="no"
              className="font-semibold after:absolute after:inset-0"
            >
              {signal.symbol}
            </Link>
            <span>{getStateLabel(signal.state)}</span>
            <StateLine signal={signal} className="ms-auto text-end [&_span.block]:sr-only" />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Prices are those of the end of a day, so a signal that ended on the day of the visit ended after it. */
export function hasEndedSince(
  { state, changed_at, call_status }: Pick<Signal, 'state' | 'changed_at' | 'call_status'>,
  since: string,
): boolean {
  if (call_status === 'closed' && changed_at !== null && Date.parse(changed_at) > Date.parse(since))
    return true;
  return state.as_of !== null && state.as_of >= toKarachiDate(new Date(since));
}
