import { useNavigation } from 'react-router';

/** A bar at the top of the window while a page loads. It appears late, so that fast navigation does not flicker. */
export function NavigationProgress() {
  if (useNavigation().state === 'idle') return null;
  return <div role="progressbar" aria-label="Loading page" className="navigation-progress delayed" />;
}
