import { Banner, Button } from '@plinth/ui'
import { Link, useLocation } from '@tanstack/react-router'
import { useResourceWarnings } from '#app/api/resource-warnings.ts'
import { WARNINGS, warningTexts } from '#app/lib/resource-warnings.ts'
import { helpLink, isBannerShown, warningLink } from './warning-link.ts'

/** What the project runs short of, above its pages (spec §2, screen 7). */
export function WarningBanner({ projectRef }: { projectRef: string }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const warning = useResourceWarnings().get(projectRef)
  const texts = warning && warningTexts(warning)
  if (!texts || !isBannerShown(warning, pathname)) return null
  const link = warningLink(warning.kind, projectRef)
  const help = helpLink(warning.kind, projectRef)
  return (
    <Banner
      tone={warning.level}
      title={texts.title}
      action={
        <div className="flex flex-wrap gap-2">
          {link && (
            <Button asChild size="sm">
              <Link {...link}>{WARNINGS[warning.kind].button}</Link>
            </Button>
          )}
          {help && (
            <Button asChild size="sm" variant="ghost">
              <Link {...help}>What helps</Link>
            </Button>
          )}
        </div>
      }
    >
      {texts.text}
    </Banner>
  )
}
