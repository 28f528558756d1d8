import { useMutation } from '@tanstack/react-query';
import { exportAccount } from '#contract/accounts/account-data.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { api } from '#web/api/api.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { saveFile } from '#web/ui/save-file.ts';

export function ExportData() {
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api(exportAccount, {}),
    onSuccess: (account) =>
      saveFile(
        `tezi-account-${toKarachiDate(new Date(account.exported_at))}.json`,
        new Blob([`${JSON.stringify(account, null, 2)}\n`], { type: 'application/json' }),
      ),
    onError: (failure) => notify.error('Failed to download your data', getErrorMessage(failure)),
  });
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-md">
        Your profile, sessions, security events, subscriptions and payments as a JSON file.
      </p>
      {error && (
        <Notice tone="danger" role="alert">
          {getErrorMessage(error)}
        </Notice>
      )}
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        Download my data
      </Button>
    </div>
  );
}
