import type { QueryKey } from '@tanstack/react-query';
import { type ComponentProps, type ComponentType, useState } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult, type QueryResultProps } from '#core/web/ui/feedback/query-result.tsx';
import { CheckboxField } from '#core/web/ui/forms/checkbox-field.tsx';
import { TextField, type TextFieldProps } from '#core/web/ui/forms/text-field.tsx';
import { PlusIcon } from '#core/web/ui/icons.tsx';
import { FormDialog, useSubmitForm } from './admin-forms.tsx';
import { AdminPage } from './admin-page.tsx';
import { useRefetch } from './admin-query.ts';

interface RecordPageProps<Row>
  extends Omit<ComponentProps<typeof DataTable<Row>>, 'rows'>,
    Omit<QueryResultProps<{ results: readonly Row[] }>, 'query' | 'children'> {
  title: string;
  description: string;
  addLabel: string;
  onAdd: () => void;
  query: QueryResultProps<{ results: readonly Row[] }>['query'] & { isSecondFactorMissing: boolean };
  /** The open dialogs. */
  children: Elements;
}

/** A page with one table of records, and a button that adds one. */
export function RecordPage<Row>(props: RecordPageProps<Row>) {
  const { title, description, addLabel, onAdd, query, loading, empty, children, ...table } = props;
  return (
    <AdminPage
      title={title}
      description={description}
      actions={
        <Button onClick={onAdd}>
          <PlusIcon />
          <span>{addLabel}</span>
        </Button>
      }
      query={query}
    >
      <QueryResult query={query} loading={loading} empty={empty}>
        {({ results }) => <DataTable {...table} rows={results} />}
      </QueryResult>
      {children}
    </AdminPage>
  );
}

/** A field of a record: a text or a date, a checkbox, or another `Control`. */
type RecordField = Omit<TextFieldProps, 'name' | 'value' | 'onChange'> & {
  Control?: ComponentType<Control>;
  /** Shares its line with another field on wide screens. */
  isHalf?: boolean;
};

interface Control extends Pick<TextFieldProps, 'label' | 'hint'> {
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
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
  fields: (values: Values) => { [Name in keyof Values]: RecordField | false };
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
  const fields = Object.entries<RecordField | false>(describe(values)).flatMap(([name, field]) =>
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
  const renderField = ({ Control, label, hint, ...field }: RecordField & { name: string }) => {
    const change = (value: unknown) => setValues({ ...values, [field.name]: value });
    const value = read(field.name);
    if (field.type === 'checkbox')
      return <CheckboxField label={label} hint={hint} isChecked={value === true} onChange={change} />;
    const control: Control = {
      name: field.name,
      label,
      hint,
      value: String(value ?? ''),
      onChange: ({ target }) => change(target.value),
    };
    return Control ? <Control {...control} /> : <TextField autoComplete="off" {...field} {...control} />;
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
