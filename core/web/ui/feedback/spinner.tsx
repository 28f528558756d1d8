/** Shows that an action is running; the text next to it must name the action. Does not move if the user prefers reduced motion. */
export const Spinner = ({ className = 'size-4' }: { className?: string }) => (
  <span aria-hidden="true" className={`spinner ${className}`} />
);
