/** The labels of a status for administrators. */
export const STATUS_LABELS = { in_progress: 'Active', closed: 'Closed' } as const;
