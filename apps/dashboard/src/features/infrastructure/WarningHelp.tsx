import { CodeBlock } from '@plinth/ui'
import { HelpPart, HelpSheet } from '#app/lib/HelpSheet.tsx'
import { HELP_PARTS, type HelpTopic } from '#app/lib/warning-help.ts'

/** What each measure means, and what helps where it runs short. */
export const WarningHelp = ({
  topic: wanted,
  onClose,
}: {
  topic: HelpTopic | undefined
  onClose: () => void
}) => (
  <HelpSheet
    isOpen={wanted !== undefined}
    onClose={onClose}
    title="What helps"
    description="What is measured of a project, and what to do where it runs short."
  >
    {HELP_PARTS.map(({ topic, help: { title, text, advice, query } }) => (
      <HelpPart key={topic} isWanted={topic === wanted} title={title}>
        <p>{text}</p>
        <ul className="list-disc space-y-1 pl-5">
          {advice.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <CodeBlock title={query.label} code={query.sql} wrap />
      </HelpPart>
    ))}
  </HelpSheet>
)
