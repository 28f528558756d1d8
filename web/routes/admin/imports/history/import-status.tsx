import type { Import } from '#contract/corporate-actions/imports.ts';
import { formatCount } from '#web/routes/admin/imports/import-labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { useProgress } from './use-imports.ts';

interface ImportStatusProps {
  each: Import;
  /** Whether it is to be said why it cannot be undone. */
  isBlockerShown: boolean;
}

/** How far an import is, or how it ended and why it stays. */
export function ImportStatus({ each, isBlockerShown }: ImportStatusProps) {
  const { status, undo_refusal: refusal, undone_at: undoneAt, undone_by: undoneBy, total, done } = each;
  if (status === 'running' || status === 'undoing') return <Progress each={each} />;
  return (
    <div className="grid max-w-md justify-items-start gap-1">
      {status === 'done' && <Badge variant="active">Done</Badge>}
      {status === 'undone' && <Badge variant="muted">Undone</Badge>}
      {status === 'interrupted' && (
        <>
          <Badge variant="warning">Interrupted</Badge>
          <span>
            {/* Whoever began to undo it is named from the beginning. */}
            {undoneBy === null
              ? `Stopped at ${formatCount(done)} of ${formatCount(total)} rows. Import the file again to finish it.`
              : `Its undoing stopped at ${formatCount(done)} of ${formatCount(total)} rows. Undo it again to finish that.`}
          </span>
        </>
      )}
      {status === 'undone' && undoneAt && (
        <span className="text-muted">
          <PakistanTime at={undoneAt} />
          {undoneBy && ` by ${undoneBy}`}
        </span>
      )}
      {isBlockerShown && status !== 'undone' && refusal && <span className="text-muted">{refusal}</span>}
    </div>
  );
}

// Browsers draw the two parts each in their own way.
const BAR =
  'h-2.5 w-full appearance-none overflow-hidden rounded-box border border-line-strong bg-sunken ' +
  '[&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent';

function Progress({ each: { id, status, total, done, file_name: name } }: { each: Import }) {
  const { hasFailed } = useProgress(id);
  const what = status === 'undoing' ? 'Undoing' : 'Importing';
  return (
    <div className="grid max-w-md gap-1">
      <span className="font-semibold">{what}</span>
      <progress
        aria-label={`${what} ${name}`}
        value={done}
        // A bar without an end would be drawn as full.
        max={Math.max(total, 1)}
        className={BAR}
      />
      <span className="figures text-muted">
        {formatCount(done)} of {formatCount(total)} rows
      </span>
      {hasFailed && (
        <span className="text-danger">
          The server did not say how far it is. It is asked again every second.
        </span>
      )}
    </div>
  );
}
