import { useId, useRef } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { loader } from '#core/web/root.tsx';
import { closeOnEscape, useCloseOutside } from '#core/web/ui/dialogs/popover.ts';
import { controlClass } from '#core/web/ui/forms/field.tsx';
import { ChevronDownIcon } from '#core/web/ui/icons.tsx';

interface FeedLinksProps {
  /** The plural name of the items, for example `board meetings`. */
  name: string;
  calendarPath: string;
  csvPath: string;
}

/** Links to the list as a calendar subscription and as a CSV file. */
export function FeedLinks({ name, calendarPath, csvPath }: FeedLinksProps) {
  const publicUrl = useRouteLoaderData<typeof loader>('root')?.publicUrl ?? '';
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  useCloseOutside(details);
  const calendarUrl = publicUrl + calendarPath;
  return (
    <div className="no-print relative flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {/* On a phone the popover is as wide as the page. */}
      <details ref={details} className="sm:relative" onKeyDown={closeOnEscape}>
        <summary className="flex min-h-8 list-none items-center gap-1 [&::-webkit-details-marker]:hidden">
          <span className="link">Add to calendar</span>
          <ChevronDownIcon className="size-3.5 text-muted" />
        </summary>
        <div className="absolute top-full start-0 z-5 grid w-80 max-w-full gap-3 rounded-box border border-line-strong bg-surface p-4 sm:end-0 sm:start-auto sm:max-w-none">
          <p>
            Subscribe to see the <span>{name}</span> that match these filters, including new ones, in your
            calendar.
          </p>
          <a className="link" href={calendarUrl.replace(/^https?:/, 'webcal:')}>
            Open in a calendar app
          </a>
          <div className="grid gap-1.5">
            <label htmlFor={id}>Or copy this URL into your calendar:</label>
            <input
              id={id}
              readOnly
              value={calendarUrl}
              onFocus={(event) => event.target.select()}
              className={controlClass}
            />
          </div>
        </div>
      </details>
      <a className="link inline-flex min-h-8 items-center" href={csvPath} download>
        Download CSV
      </a>
    </div>
  );
}
