import { REPAIR_COLUMNS, type Repairs } from '#features/imports/contract/imports.ts';
import { type FileToImport, KIND_LABELS, type UnknownLayout } from './import-queries.ts';
import { ColumnChoice } from './public/column-choice.tsx';
import { getFieldLabel } from './row-repair.tsx';

interface UnknownColumnsProps {
  unknown: UnknownLayout;
  isBusy: boolean;
  onChoose: (file: FileToImport, repairs: Repairs) => void;
}

/** The choice of the columns of a file whose layout is unknown. */
export const UnknownColumns = ({ unknown: { file, rows }, isBusy, onChoose }: UnknownColumnsProps) => (
  <ColumnChoice
    rows={rows}
    chosen={file.repairs?.columns}
    columns={REPAIR_COLUMNS[file.kind].map((value) => ({ value, label: getFieldLabel(value) }))}
    description={`These are the first rows of ${file.file_name}. Choose what each column of the ${KIND_LABELS[file.kind].toLowerCase()} has, or change the content above.`}
    isBusy={isBusy}
    onChoose={(columns) => onChoose(file, { ...file.repairs, columns })}
  />
);
