import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button, getButtonClass } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { getAdminErrorMessage } from './admin-query.ts';

/** A button of a row or a card. Screen readers read the name of the row after the label. */
export const RowAction = ({ row, children, ...button }: { row: string } & ComponentProps<typeof Button>) => (
  <Button variant="secondary" size="small" {...button}>
    <span>{children}</span>
    <span className="sr-only">{` ${row}`}</span>
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

interface RowMenuProps {
  /** The name of the row, which screen readers read after the label. */
  row: string;
  /** The buttons of the actions. */
  children: ReactNode;
}

/**
 * The actions of a row other than its primary one. A native popover: it closes on Escape and on a press outside, and returns the
 * focus to its button, from which a dialog that an action opens is closed too.
 */
export function RowMenu({ row, children }: RowMenuProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={getButtonClass({ variant: 'secondary', size: 'small' })}
      >
        <span aria-hidden="true">⋯</span>
        <span className="sr-only">{`More actions: ${row}`}</span>
      </button>
      {/* biome-ignore lint/a11y: the buttons in it are pressed, also with the keyboard */}
      <div
        id={id}
        popover="auto"
        onClick={(event) => event.currentTarget.hidePopover()}
        className="dropdown w-48 py-1 *:min-h-11 *:w-full *:justify-start *:rounded-none *:border-transparent *:px-4 *:font-normal"
      >
        {children}
      </div>
    </>
  );
}
