/** Covers the top of the page without moving its content. */
export function RestoringBanner() {
  return (
    <p
      role="status"
      className="fixed inset-x-4 top-[calc(var(--spacing-header)+0.75rem)] z-10 mx-auto w-fit max-w-full rounded-box border border-l-4 border-line-strong border-l-accent bg-surface px-4 py-2 text-sm"
    >
      Restoring your previous browsing position and filters...
    </p>
  );
}
