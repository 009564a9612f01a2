import { Badge, CodeBlock, Tab, TabPanel, Tabs, TabsList } from '@plinth/ui'
import { readable, type TestAnswer } from './invoke.ts'

const toneOf = (status: number) =>
  status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success'

/** What a function answered. */
export const TestAnswerView = ({ answer }: { answer: TestAnswer }) => {
  const { status, tookMs, body, headers, isCut } = answer
  return (
    <section aria-label="Answer" aria-live="polite" className="flex flex-col gap-3">
      <p className="flex items-center gap-2 text-sm">
        <Badge tone={toneOf(status)}>{status}</Badge>
        <span className="text-muted">{Math.round(tookMs)} ms</span>
      </p>
      <Tabs defaultValue="body">
        <TabsList aria-label="Parts of the answer">
          <Tab value="body">Body</Tab>
          <Tab value="headers">Headers</Tab>
        </TabsList>
        <TabPanel value="body">
          {body === '' ? (
            <p className="text-sm text-muted">It has no body.</p>
          ) : (
            <CodeBlock aria-label="Body" code={readable(body)} wrap maxLines={24} />
          )}
          {isCut && <p className="mt-1 text-xs text-muted">Cut: the answer is longer.</p>}
        </TabPanel>
        <TabPanel value="headers">
          <CodeBlock
            aria-label="Headers"
            code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
            wrap
          />
        </TabPanel>
      </Tabs>
    </section>
  )
}
