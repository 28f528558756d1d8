/** Formats the age of a list that is loaded repeatedly, for example `Updated 20 seconds ago`. */
export function formatUpdatedAgo(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1_000);
  if (seconds < 10) return 'Updated just now';
  if (seconds < 60) return `Updated ${seconds - (seconds % 10)} seconds ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `Updated ${formatCount(minutes, 'minute')} ago`;
  return `Updated ${formatCount(Math.floor(minutes / 60), 'hour')} ago`;
}

const formatCount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
