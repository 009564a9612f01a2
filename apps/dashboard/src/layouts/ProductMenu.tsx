import { Link } from '@tanstack/react-router'
import type { MenuGroup } from './product-menus.ts'

/** A product's pages in groups, for ProductLayout's left side. */
export const ProductMenu = ({ groups }: { groups: readonly MenuGroup[] }) => (
  <div className="flex flex-col gap-5 p-3">
    {groups.map((group) => (
      <section key={group.label} aria-label={group.label}>
        <h3 className="px-2.5 pb-1.5 text-xs text-subtle">{group.label}</h3>
        <ul className="flex flex-col gap-0.5">
          {group.entries.map((entry) => (
            <li key={entry.label}>
              <Link
                {...entry.link}
                activeOptions={{ includeSearch: false, exact: entry.isExact ?? false }}
                className="flex h-8 items-center rounded-md px-2.5 text-sm text-muted hover:bg-hover hover:text-fg focus-visible:-outline-offset-2 aria-[current=page]:bg-active aria-[current=page]:font-medium aria-[current=page]:text-fg"
              >
                {entry.label}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)
