/** The logo. The rising stroke of the z has the accent color. */
export function Wordmark({ className = 'h-6' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 66 28"
      fill="none"
      strokeWidth="3.6"
      aria-hidden="true"
      className={`w-auto ${className}`}
    >
      <g stroke="currentColor">
        <path d="M6 2.5v15.2a5.5 5.5 0 0 0 5.5 5.5h2" />
        <path d="M1 9.3h12.5" />
        <path d="M19.6 16.2h13.2a6.9 6.9 0 1 0-2.3 5.1" />
        <path d="M37.6 9.3h16.4M37.6 23.2H54" />
        <path d="M61.5 7.5V25" />
      </g>
      <path d="M49 11.1h5L42.6 21.4h-5zM59.2 5.2l2.3-4.4 2.3 4.4z" className="fill-accent" />
    </svg>
  );
}
