/** Google's mark in the text's color. */
export function GoogleMark() {
  return (
    <svg
      viewBox="0 0 16 16"
      className="size-4"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
    >
      <path d="M13.2 5A6 6 0 1 0 14 8H8.2" />
    </svg>
  );
}
