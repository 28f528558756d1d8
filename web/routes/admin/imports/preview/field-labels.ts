const FIELD_LABELS: Record<string, string> = {
  bc_from: 'First day of the closure',
  bc_to: 'Last day of the closure',
  ex_date: 'Ex-date',
};

/** Returns the label of a column: `Meeting time` for `meeting_time`. */
export const getFieldLabel = (field: string): string =>
  FIELD_LABELS[field] ?? `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`;
