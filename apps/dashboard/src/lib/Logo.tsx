/** The mark: a plinth, seen from the front. */
export const Logo = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={className}>
    <rect width="32" height="32" rx="7" className="fill-accent" />
    <path
      d="M11 6h10v3H11zM12.5 10.5h7V18h-7zM9.5 19.5h13v3h-13zM6.5 24h19v3h-19z"
      className="fill-on-accent"
    />
  </svg>
)
