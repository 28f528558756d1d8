import type { Import } from '#contract/imports/imports.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatCount } from '#web/ui/format-count.ts';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';
import { useProgress } from './use-imports.ts';

interface ImportStatusProps {
  record: Import;
  /** Shows why the import cannot be reverted. */
  isBlockerShown: boolean;
}

/** The progress or the result of an import, and why it cannot be reverted. */
export function ImportStatus({ record, isBlockerShown }: ImportStatusProps) {
  const {
    status,
    revert_blocker: blocker,
    reverted_at: revertedAt,
    reverted_by: revertedBy,
    total,
    done,
  } = record;
  if (status === 'running' || status === 'reverting') return <Progress record={record} />;
  return (
    <div className="grid max-w-md justify-items-start gap-1">
      {status === 'done' && <Badge variant="active">Done</Badge>}
      {status === 'reverted' && <Badge variant="muted">Reverted</Badge>}
      {status === 'interrupted' && (
        <>
          <Badge variant="warning">Interrupted</Badge>
          <span>
            {/* `reverted_by` is set as soon as a revert starts. */}
            {revertedBy === null
              ? `Stopped at ${formatCount(done)} of ${formatCount(total)} rows. Import the file again to finish.`
              : `The revert stopped at ${formatCount(done)} of ${formatCount(total)} rows. Revert the import again to finish.`}
          </span>
        </>
      )}
      {status === 'reverted' && revertedAt && (
        <span className="text-muted">
          <PakistanTime at={revertedAt} />
          {revertedBy && ` by ${revertedBy}`}
        </span>
      )}
      {isBlockerShown && status !== 'reverted' && blocker && <span className="text-muted">{blocker}</span>}
    </div>
  );
}

// Browsers need different selectors for the two parts of the bar.
const BAR =
  'h-2.5 w-full appearance-none overflow-hidden rounded-box border border-line-strong bg-sunken ' +
  '[&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent';

function Progress({ record: { id, status, total, done, file_name: name } }: { record: Import }) {
  const { hasFailed } = useProgress(id);
  const label = status === 'reverting' ? 'Reverting' : 'Importing';
  return (
    <div className="grid max-w-md gap-1">
      <span className="font-semibold">{label}</span>
      <progress
        aria-label={`${label} ${name}`}
        value={done}
        // Browsers draw a bar with the maximum 0 as full.
        max={Math.max(total, 1)}
        className={BAR}
      />
      <span className="figures text-muted">
        {formatCount(done)} of {formatCount(total)} rows
      </span>
      {hasFailed && <span className="text-danger">Progress is unavailable. Retrying every second.</span>}
    </div>
  );
}
