/**
 * Icons of one stroke path on a 24-pixel grid. The whole set is smaller than the code of an icon library. They are hidden
 * from screen readers, which read the text next to them. An icon of one component only is defined with it, because
 * these are loaded by every page.
 */
export const ArrowRightIcon = createIcon('M5 12h14M13 6l6 6-6 6');
export const ArrowLeftIcon = createIcon('M19 12H5M11 6l-6 6 6 6');
export const CheckIcon = createIcon('m5 12.5 4.5 4.5L19 7.5');
export const ChevronDownIcon = createIcon('m6 9 6 6 6-6');
export const CloseIcon = createIcon('M6 6l12 12M18 6 6 18');
export const ExternalIcon = createIcon('M14 4h6v6M20 4l-9 9M18 14v6H4V6h6');
export const FilterIcon = createIcon('M4 6h16M7 12h10M10 18h4');
export const InfoIcon = createIcon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5v.1');
export const LockIcon = createIcon('M5 11h14v9H5zM8 11V7.5a4 4 0 0 1 8 0V11');
export const MenuIcon = createIcon('M4 6h16M4 12h16M4 18h16');
export const MonitorIcon = createIcon('M3 4h18v12H3zM12 16v4M8 20h8');
export const MoonIcon = createIcon('M20.5 14A8.5 8.5 0 1 1 10 3.5a7 7 0 0 0 10.5 10.5z');
export const PlusIcon = createIcon('M12 5v14M5 12h14');
export const SearchIcon = createIcon('M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5');
export const SunIcon = createIcon(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
);
export const UserIcon = createIcon('M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0');
export const WarningIcon = createIcon('M12 3.5 22 20.5H2zM12 10v4.5M12 17.5v.1');

export function createIcon(path: string) {
  return function Icon({ className = 'size-4' }: { className?: string }) {
    return (
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={`shrink-0 ${className}`}
      >
        <path d={path} />
      </svg>
    );
  };
}
