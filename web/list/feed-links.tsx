import { useId, useRef } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#contract/page-entry.ts';
import { controlClass } from '#web/ui/forms/field.tsx';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { closeOnEscape, useClosedElsewhere } from '#web/ui/popover.ts';

interface FeedLinksProps {
  /** What the list holds: `board meetings`. */
  name: string;
  /** Of the feed on this site, without its host. */
  calendarAddress: string;
  csvAddress: string;
}

/** The list as a calendar to subscribe to and as a file to keep. */
export function FeedLinks({ name, calendarAddress, csvAddress }: FeedLinksProps) {
  const publicUrl = useRouteLoaderData<SiteData>('root')?.publicUrl ?? '';
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  useClosedElsewhere(details);
  const address = publicUrl + calendarAddress;
  return (
    <div className="no-print relative flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {/* On a phone the box is as wide as the page. */}
      <details ref={details} className="sm:relative" onKeyDown={closeOnEscape}>
        <summary className="flex min-h-8 list-none items-center gap-1 [&::-webkit-details-marker]:hidden">
          <span className="link">Add to calendar</span>
          <ChevronDownIcon className="size-3.5 text-muted" />
        </summary>
        <div className="absolute top-full left-0 z-5 grid w-80 max-w-full gap-3 rounded-box border border-line-strong bg-surface p-4 sm:right-0 sm:left-auto sm:max-w-none">
          <p>
            Subscribe, and your calendar keeps the {name} that match these filters, also those that come in
            later.
          </p>
          <a className="link" href={address.replace(/^https?:/, 'webcal:')}>
            Open in a calendar app
          </a>
          <div className="grid gap-1.5">
            <label htmlFor={id}>Or give your calendar this address:</label>
            <input
              id={id}
              readOnly
              value={address}
              onFocus={(event) => event.target.select()}
              className={controlClass}
            />
          </div>
        </div>
      </details>
      <a className="link inline-flex min-h-8 items-center" href={csvAddress} download>
        Download CSV
      </a>
    </div>
  );
}
