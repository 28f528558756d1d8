import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import type { Note } from '#features/signals/contract/signal.ts';

/** What the analyst said after the publication, oldest first. Nothing without notes. */
export const Notes = ({ notes, className = '' }: { notes: Note[] | null; className?: string }) =>
  notes?.map(({ text, at }) => (
    <div key={`${at} ${text}`} className={`wrap-anywhere ${className}`}>
      <p className="text-muted">
        Note, <PakistanTime at={at} />
      </p>
      <p className="whitespace-pre-line">{text}</p>
    </div>
  ));
