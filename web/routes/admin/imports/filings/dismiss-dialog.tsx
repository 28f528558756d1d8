import { useMutation } from '@tanstack/react-query';
import { dismissFiling, type Filing } from '#contract/corporate-actions/filings.ts';
import { api } from '#web/api/api.ts';
import { adminFailureText } from '#web/routes/admin/admin-failure-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type FilingOutcome, unlessDecided } from './filing-outcome.ts';

interface DismissDialogProps {
  filing: Filing;
  onClose: () => void;
  onDismissed: (outcome: FilingOutcome) => void;
}

export function DismissDialog({ filing, onClose, onDismissed }: DismissDialogProps) {
  const dismissal = useMutation({
    mutationFn: () => unlessDecided(api(dismissFiling, { params: { id: String(filing.id) } })),
  });
  const dismiss = () => dismissal.mutate(undefined, { onSuccess: onDismissed });
  return (
    <Dialog
      title="Dismiss Filing"
      description={`"${filing.title}" of ${filing.company_name} announces no meeting? It is not asked about again.`}
      onClose={onClose}
    >
      {dismissal.error && (
        <Notice tone="danger" role="alert" className="mb-4">
          {adminFailureText(dismissal.error)}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose} data-first-focus>
          Cancel
        </Button>
        <Button variant="danger" busy={dismissal.isPending} onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </Dialog>
  );
}
