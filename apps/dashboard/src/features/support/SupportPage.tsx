import { CodeBlock, CopyButton, Button, PageHeader, Panel, Skeleton } from '@plinth/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { saveText } from '#app/lib/save-text.ts'
import type { SupportSearch } from '#app/lib/support-search.ts'
import { now } from '#app/lib/time.ts'
import { RequestFields } from './RequestFields.tsx'
import { type Request, supportText } from './support-text.ts'
import { useProjectFacts } from './use-project-facts.ts'

/**
 * Gathers a request for help. Nobody sells this installation, so there is no desk to send it to: it
 * becomes a text for whoever runs it.
 */
export function SupportPage({ search }: { search: SupportSearch }) {
  const { category = 'problem', subject = '', message = '' } = search
  const [ref, setRef] = useState(search.ref)
  const [request, setRequest] = useState<Request>({ category, subject, message })
  // an operation that a link names belongs to the project it names
  const facts = useProjectFacts(ref, ref === search.ref ? search.operation : undefined)
  const { data: setup } = useSuspenseQuery(api.system.setup.queryOptions({ input: {} }))
  const text = () =>
    supportText(request, facts.lines ?? [], {
      plinth: setup.version,
      address: location.origin,
      browser: navigator.userAgent,
      at: new Date(now()).toISOString(),
    })
  return (
    <>
      <PageHeader
        title="Contact support"
        description="This installation has no support desk: whoever runs it can help. Here is what they would ask you for, as a text to send to them."
      />
      <Panel>
        <RequestFields
          projectRef={ref}
          onProjectRef={setRef}
          request={request}
          onChange={setRequest}
        />
      </Panel>
      <Panel
        note="It holds no password and no key. Read the log lines before you send them: they may name things of your data."
        footer={
          <>
            <Button
              icon={<Download aria-hidden />}
              disabledReason={facts.isPending ? 'The project is being looked up' : undefined}
              onClick={() =>
                saveText({
                  name: `support-${ref ?? 'plinth'}.txt`,
                  type: 'text/plain',
                  text: text(),
                })
              }
            >
              Download
            </Button>
            <CopyButton label="Copy the text" variant="primary" value={text} />
          </>
        }
      >
        <div>
          {facts.isPending ? (
            <Skeleton className="h-64" />
          ) : (
            <CodeBlock title="The text" copy={false} wrap maxLines={24} code={text()} />
          )}
        </div>
      </Panel>
    </>
  )
}
