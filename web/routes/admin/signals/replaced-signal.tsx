import { useQuery } from '@tanstack/react-query';
import { readAdminSignal } from '#contract/signals/admin-endpoints.ts';
import { DECISION_REASON_MAX_LENGTH, DECISION_REASON_MIN_LENGTH } from '#contract/signals/signal-checks.ts';
import { api } from '#web/api/api.ts';
import { isNotFound } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';

interface ReplacedSignalProps {
  /** The ID of the published signal. */
  id: string;
  /** Why it is voided. */
  reason: string;
  isApprovalRequired: boolean;
  /** Without it, the reason is shown as it is. */
  onReason?: (reason: string) => void;
  /** Publishes the new signal without voiding the old one. */
  onKeep?: () => void;
}

/** Says which signal a new one replaces and what happens to it, and asks for the public reason. */
export function ReplacedSignal({ id, reason, isApprovalRequired, onReason, onKeep }: ReplacedSignalProps) {
  const { data: replaced, error } = useQuery({
    queryKey: ['replaced-signal', id],
    queryFn: () => api(readAdminSignal, { params: { id } }),
    // It may be deleted by another administrator.
    staleTime: 0,
    retry: false,
  });
  return (
    <>
      <Notice
        tone="warning"
        action={
          onKeep && (
            <Button variant="secondary" size="small" onClick={onKeep}>
              Do not void it
            </Button>
          )
        }
      >
        <p className="font-semibold">
          {replaced ? (
            <span>
              Replaces <span translate="no">{replaced.symbol}</span> of{' '}
              <PakistanTime at={replaced.created_at} />
            </span>
          ) : isNotFound(error) ? (
            'The old signal is deleted, so it cannot be voided'
          ) : (
            'Replaces a published signal'
          )}
        </p>
        <p className="mt-0.5">
          <span>{isApprovalRequired ? 'The approval voids' : 'Publishing voids'}</span> the old signal and
          publishes this one in one step. Until then, the old signal stays as it is. Then it is shown as void,
          with your reason, and counted separately in the record.
        </p>
        {!onReason && (
          <p className="mt-1 wrap-anywhere">
            Reason for voiding: <span className="font-medium">{reason || 'none yet'}</span>
          </p>
        )}
      </Notice>
      {onReason && (
        <TextField
          label="Reason for Voiding"
          name="replaces"
          hint={`Public, at least ${DECISION_REASON_MIN_LENGTH} characters.`}
          required
          maxLength={DECISION_REASON_MAX_LENGTH}
          autoComplete="off"
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
    </>
  );
}
