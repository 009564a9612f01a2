import { CodeBlock, Sheet } from '@plinth/ui'
import { useEffect, useRef } from 'react'
import { HELP_PARTS, type HelpTopic } from '#app/lib/warning-help.ts'

/** What each measure means, and what helps where it runs short. */
export const WarningHelp = ({
  topic,
  onClose,
}: {
  topic: HelpTopic | undefined
  onClose: () => void
}) => (
  <Sheet
    open={topic !== undefined}
    onOpenChange={onClose}
    title="What helps"
    description="What is measured of a project, and what to do where it runs short."
    size="lg"
  >
    {topic && (
      <div className="flex flex-col gap-8">
        {HELP_PARTS.map((part) => (
          <Part key={part.topic} isWanted={part.topic === topic} help={part.help} />
        ))}
      </div>
    )}
  </Sheet>
)

type PartProps = { isWanted: boolean; help: (typeof HELP_PARTS)[number]['help'] }

function Part({ isWanted, help: { title, text, advice, query } }: PartProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView({ block: 'start' })
  }, [isWanted])
  return (
    <section ref={section} aria-label={title} className="flex scroll-mt-4 flex-col gap-3 text-sm">
      <h3 className="font-semibold">{title}</h3>
      <p>{text}</p>
      <ul className="list-disc space-y-1 pl-5">
        {advice.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <CodeBlock title={query.label} code={query.sql} wrap />
    </section>
  )
}
