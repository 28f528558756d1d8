interface ChoicesQuery {
  data: unknown;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** Renders that the names to filter by are loading or failed to load; `null` if they are loaded. */
export function renderChoicesState(query: ChoicesQuery, name: string) {
  if (query.data !== undefined) return null;
  if (query.error === null || query.isFetching)
    return <span key="loading" className="with-scripts">{`Loading ${name}...`}</span>;
  return (
    <span key="failed">
      <span role="alert">{`Failed to fetch ${name}`}</span>{' '}
      <button type="button" className="link" onClick={() => void query.refetch()}>
        Try Again
      </button>
    </span>
  );
}
