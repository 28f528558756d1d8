import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { Children, type ComponentProps, type ReactElement, type RefObject, useState } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult, type QueryResultProps } from '#core/web/ui/feedback/query-result.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { TextField, type TextFieldProps } from '#core/web/ui/forms/text-field.tsx';
import { PlusIcon } from '#core/web/ui/icons.tsx';
import { type ConfirmedAction, FormDialog, useConfirmedAction, useSubmitForm } from './admin-forms.tsx';
import { AdminPage, forAdministrators } from './admin-page.tsx';
import { useAdminQuery, useRefetch } from './admin-query.ts';
import { RowAction, RowMenu } from './row-action.tsx';

/** Records that administrators add, edit and remove. */
interface Records<Row> {
  /** That of their list, which is reloaded after a change. */
  queryKey: QueryKey;
  /** Returns the name of a row, which screen readers read after the labels of its buttons. */
  getName: (row: Row) => string;
  /** Renders the `RecordDialog` that edits a row; `null` adds one. */
  renderForm?: (row: Row | null, form: { queryKey: QueryKey; onClose: () => void }) => Elements;
  /** Rows cannot be edited. */
  isFixed?: true;
  /** Describes how a row is removed after the administrator has confirmed it. */
  removal?: (row: Row) => ConfirmedAction<unknown>;
  /** Renders the visible action of a row, which otherwise is the first of the others. */
  renderPrimary?: (row: Row) => Elements;
  /** Renders other actions in the menu of a row. */
  renderMore?: (row: Row) => Elements;
}

/**
 * The actions of records: the caller renders `actions` in each row, and `dialogs` once. After a removal `focused` receives the
 * focus.
 */
export function useRecords<Row extends object>(
  records: Records<Row>,
  focused?: RefObject<HTMLElement | null>,
) {
  const { queryKey, getName, renderForm, isFixed, removal, renderPrimary, renderMore } = records;
  const [open, setOpen] = useState<Row | 'new' | null>(null);
  const reload = useRefetch(queryKey);
  const { confirm, dialog } = useConfirmedAction(
    ({ run, ...action }: ConfirmedAction<unknown>) => ({
      ...action,
      run: (text: string) => run(text).then(reload),
    }),
    focused,
  );
  const renderAction = (row: Row, label: string, onClick: () => void) => (
    <RowAction row={getName(row)} onClick={onClick}>
      {label}
    </RowAction>
  );
  return {
    add: () => setOpen('new'),
    actions: (row: Row) => {
      const action = removal?.(row);
      const [visible, ...others] = Children.toArray([
        renderPrimary?.(row),
        !isFixed && renderAction(row, 'Edit', () => setOpen(row)),
        renderMore?.(row),
        action && renderAction(row, action.confirmLabel, () => confirm(action)),
      ]) as ReactElement[];
      return (
        <>
          {visible}
          {others.length > 0 && <RowMenu row={getName(row)}>{others}</RowMenu>}
        </>
      );
    },
    dialogs: (
      <>
        {open !== null &&
          renderForm?.(open === 'new' ? null : open, { queryKey, onClose: () => setOpen(null) })}
        {dialog}
      </>
    ),
  };
}

interface RecordPage<Row, List>
  extends Records<Row>,
    Pick<ComponentProps<typeof DataTable<Row>>, 'getKey' | 'columns'>,
    Pick<QueryResultProps<unknown>, 'loading' | 'empty'>,
    Pick<UseQueryOptions<List>, 'refetchInterval'> {
  title: string;
  description: string;
  addLabel: string;
  load: () => Promise<List>;
  /** The accessible name of the table, if it is not the title. */
  label?: string;
  /** Renders what is below the table. */
  renderFooter?: (rows: readonly Row[], list: List) => Elements;
}

/** Creates a page with one table of records, and a button that adds one. */
export const createRecordPage = <Row extends object, List extends { results: Row[] } = { results: Row[] }>(
  page: RecordPage<Row, List>,
) =>
  forAdministrators(page.title, function RecordPage() {
    const { title, description, addLabel, load, loading, empty, label = title, getKey, columns } = page;
    const { queryKey, refetchInterval, renderFooter } = page;
    const query = useAdminQuery({ queryKey, queryFn: load, refetchInterval });
    const { add, actions, dialogs } = useRecords(page);
    return (
      <AdminPage
        title={title}
        description={description}
        actions={
          <Button onClick={add}>
            <PlusIcon />
            <span>{addLabel}</span>
          </Button>
        }
        query={query}
      >
        <QueryResult query={query} loading={loading} empty={empty}>
          {({ results }) => <DataTable {...{ label, getKey, columns, actions }} rows={results} />}
        </QueryResult>
        {query.data && renderFooter?.(query.data.results, query.data)}
        {dialogs}
      </AdminPage>
    );
  });

/** A field of a record: a text or a date, a checkbox, or another `Control`. */
type RecordField<Value> = Omit<TextFieldProps, 'name' | 'value' | 'onChange'> & {
  Control?: (control: Control<Value>) => Elements;
  /** Shares its line with another field on wide screens. */
  isHalf?: boolean;
};

export interface Control<Value> {
  name: string;
  label: string;
  value: Value;
  onChange(value: Value): void;
}

interface RecordDialogProps<Values, Saved> {
  /** That of the list, which is reloaded when the record is saved. */
  queryKey: QueryKey;
  title: string;
  description?: string;
  submitLabel: string;
  busyLabel?: string;
  /** The initial values by the names of the API. */
  values: Values;
  /** Describes the fields in their order. Those that are not shown and optional ones that are blank are saved as `null`. */
  fields: (values: Values) => { [Name in keyof Values]: RecordField<Values[Name]> | false };
  save: (values: Values) => Promise<Saved>;
  /** Returns the title and the text of the notification. */
  success: (saved: Saved) => [title: string, text: string];
  /** Called instead of `onClose` when the record is saved. */
  onSaved?: (saved: Saved) => void;
  onClose: () => void;
}

/** A dialog with the described form of a record. */
export function RecordDialog<Values extends object, Saved>({
  queryKey,
  values: initial,
  fields: describe,
  save,
  success,
  onSaved,
  busyLabel = 'Saving…',
  ...dialog
}: RecordDialogProps<Values, Saved>) {
  const reload = useRefetch(queryKey);
  const [values, setValues] = useState(initial);
  const read = (name: string): unknown => values[name as keyof Values];
  const fields = Object.entries<RecordField<never> | false>(describe(values)).flatMap(([name, field]) =>
    field ? [{ name, ...field }] : [],
  );
  const submission = useSubmitForm(
    fields.filter(({ required }) => required).map(({ name }) => name),
    async () => {
      const blank = Object.fromEntries(Object.keys(values).map((name) => [name, null]));
      const shown = fields.map(({ name, required }) => {
        const value = read(name);
        return [name, typeof value === 'string' && !required ? value.trim() || null : value];
      });
      return save({ ...blank, ...Object.fromEntries(shown) } as Values);
    },
    (saved) => {
      if (onSaved) onSaved(saved);
      else dialog.onClose();
    },
    {
      // Without waiting for the list, whose delay or failure does not concern what is saved.
      onSuccess: (saved) => {
        notify.success(...success(saved));
        void reload();
      },
    },
  );
  const renderField = ({ Control, label, hint, ...field }: RecordField<never> & { name: string }) => {
    const { name } = field;
    const value = read(name);
    const change = (next: unknown) => setValues({ ...values, [name]: next });
    if (Control) return <Control name={name} label={label} value={value as never} onChange={change} />;
    if (field.type === 'checkbox')
      return <CheckboxField label={label} hint={hint} isChecked={value === true} onChange={change} />;
    return (
      <TextField
        autoComplete="off"
        {...field}
        label={label}
        hint={hint}
        value={String(value ?? '')}
        onChange={({ target }) => change(target.value)}
      />
    );
  };
  return (
    <FormDialog {...dialog} busyLabel={busyLabel} submission={submission}>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ isHalf, ...field }) => (
          <div key={field.name} className={isHalf ? undefined : 'sm:col-span-2'}>
            {renderField(field)}
          </div>
        ))}
      </div>
    </FormDialog>
  );
}
