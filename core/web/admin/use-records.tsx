import type { QueryKey } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { Elements } from '#core/web/ui/elements.ts';
import { type ConfirmedAction, useConfirmedAction } from './admin-forms.tsx';
import { useRefetch } from './admin-query.ts';
import { RowAction, RowMenu } from './row-action.tsx';

interface Records<Row> {
  /** That of the list, which is reloaded after a removal. */
  queryKey: QueryKey;
  /** Returns the name of a row, which screen readers read after the labels of its buttons. */
  getName: (row: Row) => string;
  /** Renders the dialog that edits a row; `null` adds one. */
  renderForm: (row: Row | null, close: () => void) => Elements;
  /** Describes how a row is removed after the administrator has confirmed it. */
  removal: (row: Row) => ConfirmedAction<unknown>;
  /** Renders other actions in the menu of a row. */
  renderMore?: (row: Row) => Elements;
}

/**
 * The actions of records that administrators add, edit and remove: the caller renders `actions` in each row, and `dialogs` once.
 * After a removal `focused` receives the focus.
 */
export function useRecords<Row extends object>(
  { queryKey, getName, renderForm, removal, renderMore }: Records<Row>,
  focused?: RefObject<HTMLElement | null>,
) {
  const [open, setOpen] = useState<Row | 'new' | null>(null);
  const reload = useRefetch(queryKey);
  const { confirm, dialog } = useConfirmedAction((row: Row) => {
    const { run, ...action } = removal(row);
    return { ...action, run: (text: string) => run(text).then(reload) };
  }, focused);
  return {
    add: () => setOpen('new'),
    actions: (row: Row) => (
      <>
        <RowAction row={getName(row)} onClick={() => setOpen(row)}>
          Edit
        </RowAction>
        <RowMenu row={getName(row)}>
          {renderMore?.(row)}
          <RowAction row={getName(row)} onClick={() => confirm(row)}>
            <span>{removal(row).confirmLabel}</span>
          </RowAction>
        </RowMenu>
      </>
    ),
    dialogs: (
      <>
        {open !== null && renderForm(open === 'new' ? null : open, () => setOpen(null))}
        {dialog}
      </>
    ),
  };
}
