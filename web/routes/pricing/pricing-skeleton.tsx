import { Spinner } from '#web/ui/feedback/spinner.tsx';

const LINES = ['w-2/5', 'w-3/5', 'w-full', 'w-4/5', 'w-4/5'];

/** Replaces the plans while they load. */
export function PricingSkeleton() {
  return (
    <>
      <p role="status" className="mb-4 flex min-h-10 items-center gap-2 text-muted">
        <Spinner />
        Loading pricing plans...
      </p>
      <div aria-hidden="true" className="grid max-w-4xl gap-4 md:grid-cols-2">
        {['first', 'second'].map((card) => (
          <div key={card} className="grid gap-4 rounded-box border border-line bg-surface p-5">
            {LINES.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <div key={index} className={`h-5 rounded-box bg-sunken ${width}`} />
            ))}
            <div className="h-10 rounded-box bg-sunken" />
          </div>
        ))}
      </div>
    </>
  );
}
