import { useSyncExternalStore } from 'react';
import { Form, useNavigation } from 'react-router';
import { formatTimestamp, formatTimestampWithSeconds } from '#core/contract/dates.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Button } from '#core/web/ui/button.tsx';
import type { DemoState } from '#features/site/contract/demo.ts';

interface ClockControlProps {
  now: string;
  clock: NonNullable<DemoState['clock']>;
}

const STEPS = [
  ['1', '1 hour'],
  ['24', '1 day'],
  ['168', '7 days'],
  ['720', '30 days'],
] as const;

/** Shows the demo's time and advances it. */
export function ClockControl({ now, clock }: ClockControlProps) {
  const { next_session_at: session, next_renewal: renewal } = clock;
  return (
    <section aria-labelledby="clock">
      <h2 id="clock" className="text-xl">
        Clock
      </h2>
      <p className="mt-3 text-lg font-semibold">
        <CurrentTime rendered={now} />
      </p>
      <p className="mt-1 text-muted">
        The whole demo follows this clock: subscriptions renew, intraday signals expire and the lists move on.
        You stay signed in.
      </p>
      <Form method="post" className="mt-4 grid gap-3">
        <p id="advance-by" className="text-sm font-semibold">
          Advance by
        </p>
        <ul aria-labelledby="advance-by" className="flex flex-wrap gap-2">
          {STEPS.map(([hours, label]) => (
            <li key={hours}>
              <Step value={hours}>{label}</Step>
            </li>
          ))}
        </ul>
        <p id="advance-to" className="text-sm font-semibold">
          Advance to
        </p>
        <ul aria-labelledby="advance-to" className="grid gap-2 text-sm">
          <Target value="next-session" label="Next session" detail={formatTimestamp(session)} />
          {renewal && (
            <Target
              value="next-renewal"
              label="Next renewal"
              detail={`${formatTimestamp(renewal.at)}, ${renewal.customer_email}`}
            />
          )}
        </ul>
      </Form>
      <p className="mt-4 text-sm text-muted">
        The clock cannot be set back. To start over, stop the server and delete its data folder.
      </p>
    </section>
  );
}

function Target({ value, label, detail }: { value: string; label: string; detail: string }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Step value={value}>{label}</Step>
      <span className="text-muted wrap-anywhere">{detail}</span>
    </li>
  );
}

function Step({ value, children }: { value: string; children: string }) {
  const { formData } = useNavigation();
  return (
    <Button
      type="submit"
      name="advance"
      value={value}
      variant="secondary"
      size="small"
      busy={formData?.get('advance') === value}
    >
      {children}
    </Button>
  );
}

const SECOND_MS = 1_000;

/** The demo's current time, updated every second; without scripts the time at which the page was rendered. */
function CurrentTime({ rendered }: { rendered: string }) {
  const second = useSyncExternalStore(
    subscribe,
    () => Math.floor(getNow().getTime() / SECOND_MS),
    () => null,
  );
  const at = second === null ? rendered : new Date(second * SECOND_MS).toISOString();
  return (
    <time dateTime={at} className="figures">
      {formatTimestampWithSeconds(at)}
    </time>
  );
}

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, SECOND_MS);
  return () => clearInterval(timer);
}
