import { formatShortDate } from '#contract/dates.ts';
import type { TimelineEvent } from '#contract/track-record/signal-details.ts';
import { Figures } from '#web/ui/figure.tsx';
import { Section } from '#web/ui/section.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { describeEvent } from './describe-event.ts';

/** Everything that happened to a signal, oldest first. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <Section id="timeline" title="Timeline">
      <ol aria-label="Timeline" className="text-sm">
        {events.map((event) => (
          <li
            key={JSON.stringify(event)}
            className="relative border-s border-line-strong pb-4 ps-5 last:pb-0"
          >
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -start-[5px] size-[9px] rounded-full border border-surface ${getMark(event)}`}
            />
            <span className="block text-xs text-muted">
              {event.at ? (
                <PakistanTime at={event.at} />
              ) : (
                <time dateTime={event.date} className="figures">
                  {formatShortDate(event.date)}
                </time>
              )}
            </span>
            <span className="whitespace-pre-line wrap-anywhere">
              <Figures>{describeEvent(event)}</Figures>
            </span>
          </li>
        ))}
      </ol>
      {events.some(({ at }) => !at) && (
        <p className="mt-3 text-xs text-muted">
          Events without a time are those that end-of-day prices show.
        </p>
      )}
    </Section>
  );
}

function getMark({ kind }: TimelineEvent): string {
  if (kind === 'target_hit') return 'bg-gain';
  if (kind === 'stop_hit') return 'bg-loss';
  return kind === 'published' || kind === 'filled' ? 'bg-accent' : 'bg-line-strong';
}
