import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { getAdminErrorMessage } from './admin-query.ts';

/** A button of a row or a card. Screen readers read the name of the row after the label. */
export const RowAction = ({ row, children, ...button }: { row: string } & ComponentProps<typeof Button>) => (
  <Button variant="secondary" size="small" {...button}>
    {children}
    <span className="sr-only"> {row}</span>
  </Button>
);

interface ImmediateRowActionProps<Output> {
  row: string;
  label: string;
  /** The label while the action runs. */
  busyLabel?: string;
  run: () => Promise<Output>;
  /** Reports the success. */
  onSuccess: (output: Output) => void;
  /** The title of the notification of a failure. */
  failure: string;
}

/** A button of a row that runs an action without asking first. */
export function ImmediateRowAction<Output>(props: ImmediateRowActionProps<Output>) {
  const { row, label, busyLabel = label, run, onSuccess, failure } = props;
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess,
    onError: (error) => notify.error(failure, getAdminErrorMessage(error)),
  });
  return (
    <RowAction row={row} busy={isPending} onClick={() => mutate()}>
      {isPending ? busyLabel : label}
    </RowAction>
  );
}
