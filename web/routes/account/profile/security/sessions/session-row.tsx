import type { Session } from '#contract/accounts/sessions.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { MonitorIcon } from '#web/ui/icons.tsx';
import { PakistanTime } from '#web/ui/pakistan-time.tsx';

interface SessionRowProps {
  session: Session;
  onEnd: () => void;
}

export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { device, created_at, last_seen_at, is_current } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <MonitorIcon className="size-5 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{device}</span>
          {is_current && <Badge variant="active">This device</Badge>}
        </p>
        <p className="text-sm text-muted">
          Last seen <PakistanTime at={last_seen_at} />
        </p>
        <p className="text-sm text-muted">
          Signed in <PakistanTime at={created_at} />
        </p>
      </div>
      {!is_current && (
        <Button
          variant="secondary"
          size="small"
          onClick={onEnd}
          className="ml-9 sm:ml-0"
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
